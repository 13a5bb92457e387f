"""A safety property of many states, by symag and by LTSA: cases of `symag bench peers`.

LTSA (Magee and Kramer) has no program for the command line, so a small Java program asks its compiler and its analyser,
whichever package they are in. Both tools read the same FSP text.
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from shutil import which

from symag.file_questions import load_questions
from symag.study.bench.cell import cpu_seconds
from symag.study.bench.tools import tool_run
from symag.study.jobs import Figures

__all__ = ["SAFETY", "fsp_case", "ltsa_case", "ltsa_result", "safety_text"]

SAFETY = {"5 counters": (5, False), "6 counters": (6, False), "6 counters, violated": (6, True)}
"""Each modulo ten, all on their own; the property counts the steps of the first, or forbids its tenth step."""
JAVA = """
import java.lang.reflect.*;
import java.nio.file.*;

public class Check {
  static Class<?> find(String name, String... packages) throws Exception {
    for (String one : packages) try { return Class.forName(one + name); } catch (ClassNotFoundException e) { }
    throw new ClassNotFoundException(name);
  }

  public static void main(String[] given) throws Exception {
    String text = new String(Files.readAllBytes(Paths.get(given[0])));
    String[] in = {"ic.doc.ltsa.lts.", "lts."}, out = {"ic.doc.ltsa.common.iface.", "lts."};
    Class<?> input = find("LTSInput", out), output = find("LTSOutput", out), compiler = find("LTSCompiler", in);
    int[] at = {-1};
    Object source = Proxy.newProxyInstance(input.getClassLoader(), new Class<?>[] {input}, (self, method, none) -> {
      if (method.getName().equals("getMarker")) return at[0];
      at[0] += method.getName().equals("nextChar") ? 1 : -1;
      return at[0] < 0 || at[0] >= text.length() ? '\\u0000' : text.charAt(at[0]);
    });
    Object printer = Proxy.newProxyInstance(output.getClassLoader(), new Class<?>[] {output}, (self, method, line) -> {
      if (line != null) System.out.print(line[0] + (method.getName().equals("outln") ? "\\n" : ""));
      return null;
    });
    Object table = find("SymbolTable", in).getConstructor().newInstance();
    try { table.getClass().getMethod("init").invoke(table); } catch (NoSuchMethodException e) { }
    var clock = java.lang.management.ManagementFactory.getThreadMXBean();
    long started = clock.getCurrentThreadCpuTime();
    Object found = compiler.getConstructor(input, output, String.class).newInstance(source, printer, ".");
    Object system = compiler.getMethod("compile", String.class).invoke(found, "SYSTEM");
    system.getClass().getMethod("analyse", output).invoke(system, printer);
    System.out.println("\\nseconds: " + (clock.getCurrentThreadCpuTime() - started) / 1e9);
  }
}
"""
"""Prints what LTSA prints, then the CPU seconds of its thread: without Java's start, its compiler and its collector."""
STATES = re.compile(r"States: (\d+)")
SECONDS = re.compile(r"^seconds: (\S+)$", re.MULTILINE)


def safety_text(counters: int, is_violated: bool) -> str:
    """The question in FSP."""
    step = "when (i < 9) up[0] -> S[i+1]" if is_violated else "up[0] -> S[(i+1)%10]"
    return (
        "C(N=0) = C[0], C[i:0..9] = (up[N] -> C[(i+1)%10]).\n"
        f"property P = S[0], S[i:0..9] = ({step} | up[1..{counters - 1}] -> S[i]).\n"
        f"||SYSTEM = (forall [n:0..{counters - 1}] C(n) || P).\n"
    )


def fsp_case(counters: int, is_violated: bool, repeat: int) -> Figures:
    """By symag, from the text to the verdict, without the audit."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "safety.lts")
        file.write_text(safety_text(counters, is_violated))

        def work() -> None:
            (question,) = load_questions(file)
            assert question.check(audit=False).verdict == ("violated" if is_violated else "holds")

        return {"seconds": cpu_seconds(work, repeat)}


def ltsa_case(counters: int, is_violated: bool, classes: str, timeout: float) -> Figures:
    """By LTSA; None if it was stopped, or failed."""
    java = which("java")
    assert java is not None
    with tempfile.TemporaryDirectory() as folder:
        file, source = Path(folder, "safety.lts"), Path(folder, "Check.java")
        file.write_text(safety_text(counters, is_violated))
        source.write_text(JAVA)
        options = ["-XX:+UseSerialGC", "-Djava.awt.headless=true", "-cp", classes]
        printed = tool_run([java, *options, source, file], timeout)
    found = ltsa_result(printed or "")
    assert found["verdict"] in (None, "violated" if is_violated else "holds"), printed
    return found


def ltsa_result(printed: str) -> Figures:
    """Seconds, states and the verdict of what the program above prints."""
    seconds, states = SECONDS.search(printed), STATES.findall(printed)
    if seconds is None:
        return {"seconds": None, "states": None, "verdict": None}
    is_violated = "Trace to property violation" in printed
    return {
        "seconds": float(seconds[1]),
        "states": int(states[-1]) if states else None,
        "verdict": "violated" if is_violated else "holds" if "No deadlocks/errors" in printed else None,
    }
