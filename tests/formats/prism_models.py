"""PRISM texts for the tests: the corners of the language, each a model of a handful of states, and a generator."""

from __future__ import annotations

from random import Random

__all__ = ["GROUPS", "MANY", "ONE", "random_module"]

ONE = {
    "a counter": "mdp module m x:[0..3]; [up] x<3 -> (x'=x+1); [reset] x=3 -> (x'=0); endmodule",
    "negative ranges": "mdp module m x:[-2..2] init -1; [d] x>-2 -> (x'=x-1); [u] x<2 -> (x'=-x); endmodule",
    "default initial values": "mdp module m x:[2..4]; b:bool; [a] !b -> (b'=true)&(x'=x+1); endmodule",
    "booleans": "mdp module m a:bool; b:bool init true; [f] a|b -> (a'=!a)&(b'=(a=b)); [] a=>b -> (b'=a!=b); endmodule",
    "exact decimals": "mdp module m x:[0..2]; [a] x=0 -> 0.1:(x'=1) + (1-0.1):(x'=2); endmodule",
    "thirds": "mdp module m x:[0..3]; [a] true -> 1/3:(x'=1) + 1/3:(x'=2) + 1/3:(x'=3); endmodule",
    "a small probability": "mdp module m x:[0..1]; [a] x=0 -> 1e-3:(x'=1) + 0.999:true; endmodule",
    "a zero probability": "mdp module m x:[0..2]; [a] x=0 -> 1:(x'=1) + 0:(x'=2); endmodule",
    "outcomes that merge": "mdp module m x:[0..2]; [a] x=0 -> 1/4:(x'=1) + 1/4:(x'=2) + 1/2:(x'=1); endmodule",
    "outcomes that merge into one": "mdp module m x:[0..2]; "
    "[a] true -> 1/3:(x'=mod(x+1,3)) + 2/3:(x'=mod(x+4,3)); endmodule",
    "choice of one action": "mdp module m x:[0..2]; [a] x=0 -> (x'=1); [a] x=0 -> (x'=2); [a] x<1 -> (x'=2); endmodule",
    "the hidden action": "mdp module m x:[0..2]; [] x<2 -> (x'=x+1); [a] x<2 -> (x'=x+1); [] x=2 -> true; endmodule",
    "no variables": "mdp module m [a] true -> true; [b] false -> true; endmodule",
    "a deadlock": "mdp module m x:[0..1]; [a] x=0 -> (x'=1); endmodule",
    "probabilities of the state": "mdp module m x:[0..4]; [a] true -> x/4:(x'=min(4,x+1)) + 1-x/4:(x'=max(0,x-1)) ; "
    "[b] x=0 -> (x'=1); endmodule",
    "probabilities by cases": "mdp module m x:[0..3]; "
    "[a] x<3 -> (x=0?1/2:x=1?1/3:1/4):(x'=x+1) + (x=0?1/2:x=1?2/3:3/4):true;"
    "endmodule",
    "powers": "mdp const int K=3; module m x:[0..9]; "
    "[a] x<9 -> 1/pow(2,K):(x'=9) + 1-1/pow(2,K):(x'=min(9,pow(x,2)+1)); "
    "endmodule",
    "a double constant": "mdp const double p = 1/4; const double q = 1-p; const bool on = p<q; module m x:[0..1]; "
    "[a] on -> p:(x'=1)+q:(x'=0); endmodule",
    "formulas": "mdp formula full = x=N; const int N = 3; formula next = full ? 0 : x+1; module m x:[0..N]; "
    "[a] !full -> (x'=next); [b] full -> (x'=next); endmodule",
    "division and rounding": "mdp module m x:[0..7]; [h] x>0 -> (x'=floor(x/2)); "
    "[c] x<7 -> (x'=min(7,ceil((x+7)/2))); "
    "endmodule",
    "rational guards": "mdp module m x:[0..5]; [a] x/5<0.5 -> (x'=x+1); [b] x*0.5=1 -> (x'=0); "
    "[c] x>=2.5 -> (x'=5); endmodule",
    "precedence": "mdp module m x:[0..3]; b:bool; [p] !(x=1) & b | x=2 => x<3 -> (b'=b=false|b); "
    "[q] 1+2*x-1=2*x & -x<=0 -> (x'=mod(x+1,4)); [r] x>0?b:x=0 -> (x'=0); endmodule",
    "labels and rewards": 'mdp label "end" = x=1; module m x:[0..1]; [a] x=0 -> (x\'=1); endmodule '
    'rewards "r" x=1 : 2; [a] true : x; [] x=0 : 1/2; endrewards',
    "a chain": "dtmc module m x:[0..3]; [] x<3 -> 1/2:(x'=x+1)+1/2:(x'=0); [] x=3 -> true; endmodule",
    "a global of one module": "mdp global g:[0..2] init 1; module m x:[0..1]; [] g<2 -> (g'=g+1); "
    "[a] g=2 -> (x'=1-x); endmodule",
    "two words of state": "mdp module m "
    + " ".join(f"v{i}:[0..{10**6 + i}];" for i in range(5))
    + " [a] v0=0 -> (v0'=1000000)&(v4'=7); [b] v4=7 -> (v4'=1000004)&(v1'=v0); endmodule",
}

MANY = {
    "two that synchronise": "mdp module m x:[0..2]; [a] x<2 -> 1/2:(x'=x+1)+1/2:true; [b] x=2 -> (x'=0); endmodule "
    "module n y:[0..1]; [a] y=0 -> (y'=1); [c] y=1 -> 1/3:(y'=0)+2/3:true; endmodule",
    "two that interleave": "mdp module m x:[0..1]; [] x=0 -> (x'=1); endmodule module n y:bool; "
    "[] !y -> (y'=true); endmodule",
    "renamed": "mdp module m x:[0..2] init 1; [a] x<2 -> (x'=x+1); [shared] x=2 -> (x'=0); endmodule "
    "module n = m [x=y, a=b] endmodule module o = m [x=z, a=c, shared=d] endmodule",
    "renamed with formulas": "mdp const int K = 2; const int L = 1; formula done = x>=K; "
    "module m x:[0..K]; [a] !done -> (x'=x+1); endmodule module n = m [x=y, a=b] endmodule "
    "module o = m [x=z, K=L] endmodule",
    "blocked": "mdp module m x:[0..1]; [a] x=0 -> (x'=1); endmodule module n y:[0..1]; [a] false -> true; "
    "[b] y=0 -> (y'=1); endmodule",
    "a global that is read": "mdp global limit:[0..3] init 2; module m x:[0..3]; [a] x<limit -> (x'=x+1); endmodule "
    "module n y:[0..3]; [b] y<limit -> (y'=y+1); endmodule",
    "choices that synchronise": "mdp module m x:[0..2]; [a] x=0 -> (x'=1); [a] x=0 -> (x'=2); [] x>0 -> (x'=0); "
    "endmodule "
    "module n y:[0..2]; [a] y=0 -> 1/2:(y'=1)+1/2:(y'=2); [a] y<2 -> (y'=2); [b] y=2 -> (y'=0); endmodule",
}

GROUPS = {
    "one looks at the other": "module m x:[0..2]; [a] x<2 -> (x'=x+1); [] x=2 -> (x'=0); endmodule "
    "module n y:[0..2]; [a] true -> (y'=x); [b] x=y -> 1/2:(y'=0)+1/2:(y'=2); endmodule",
    "a shared global": "global g:[0..2]; module m x:[0..1]; [] g<2 -> (g'=g+1)&(x'=1-x); endmodule "
    "module n y:[0..1]; [] g>0 & y=0 -> (g'=g-1)&(y'=1); [a] y=1 -> (y'=0); endmodule "
    "module o z:bool; [a] true -> (z'=!z); endmodule",
    "probabilities of another": "module m x:[0..3]; [a] true -> x/3:(x'=0) + 1-x/3:(x'=x+1); endmodule "
    "module n y:[0..3]; [a] true -> (x+1)/4:(y'=x) + 1-(x+1)/4:(y'=3-x); endmodule",
    "a ring": "".join(
        f"module p{i} x{i}:[0..1] init {i % 2}; [step] x{i}=x{(i + 1) % 3} -> 0.5:(x{i}'=0)+0.5:(x{i}'=1); "
        f"[step] x{i}!=x{(i + 1) % 3} -> (x{i}'=x{(i + 1) % 3}); endmodule "
        for i in range(3)
    ),
    "choices of several": "module m x:[0..2]; [a] y<2 -> (x'=1); [a] true -> 1/3:(x'=2)+2/3:(x'=0); endmodule "
    "module n y:[0..2]; [a] y=0 -> (y'=1); [a] y<2 -> (y'=x); [] y=2 -> (y'=0); endmodule",
    "uniform choice": "dtmc module m x:[0..2]; [] x<2 -> (x'=x+1); [] x<1 -> 1/2:(x'=2)+1/2:(x'=0); [] x=2 -> true; "
    "endmodule module n y:[0..1]; [] y=0 -> (y'=1); [] y=1 -> true; endmodule",
    "no bounds": "module m x:int; [a] x<3 -> (x'=x+1); [b] x>-2 -> (x'=x-1); endmodule",
    "a variable that never changes": "module m k:[0..3] init 2; x:[0..3]; [a] x<k -> (x'=x+1); endmodule "
    "module n y:[0..3]; [b] y<k -> (y'=y+1); endmodule",
}


def random_module(random: Random, name: str, own: str, actions: str) -> str:
    """A module of two integers and a boolean, with guards, updates and probabilities of many shapes."""
    x, y, b = f"{own}x", f"{own}y", f"{own}b"
    numbers = [x, y, "1", "2", f"min({x},{y})", f"max({x},1)", f"mod({x}+{y},3)", f"({b}?{x}:{y})", f"floor({x}/2)"]
    tests = [b, f"!{b}", f"{x}=0", f"{y}>0", f"{x}<={y}", f"{x}+{y}=2", f"{x}!={y}", f"({x}=0 => {b})", f"{x}/2<=0.5"]
    shares = ["1", "1/2 1/2", "0.1 0.9", "1/3 1/3 1/3", f"({x}+1)/4 1-({x}+1)/4", "0 1", f"1/(2+{y}) 1-1/(2+{y})"]

    def update() -> str:
        parts = []
        for variable in random.sample([x, y, b], random.randint(0, 3)):
            value = (
                random.choice(tests) if variable == b else f"mod({random.choice(numbers)}+{random.choice(numbers)},3)"
            )
            parts.append(f"({variable}'={value})")
        return "&".join(parts) or "true"

    lines = [f"module {name}", f"{x}:[0..2] init {random.randint(0, 2)}; {y}:[0..2]; {b}:bool;"]
    for _ in range(random.randint(2, 6)):
        guard = random.choice(["&", "|"]).join(random.sample(tests, random.randint(1, 3)))
        outcomes = " + ".join(f"{share}:{update()}" for share in random.choice(shares).split(" "))
        lines.append(f"[{random.choice(['', *actions])}] {guard} -> {outcomes};")
    return "\n".join([*lines, "endmodule", ""])
