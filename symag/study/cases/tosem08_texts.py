"""The systems of TOSEM 2008 as FSP text, with the properties of its Table I, and variants that violate them.

Every constant K is chosen when the file is read: it is the size of the system, the number of its repeated tasks.
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["FILES"]

_CHIRON = """\
const K = 2
range A = 1..K
range E = 1..2
const ALL = (1 << K) - 1

// An artist registers for both events, draws whenever it is notified, and unregisters when it is told to terminate. It
// takes notifications all that time, whether it is registered or not. EAGER is wrong: it registers again.
ARTIST(EAGER=0) = (start -> STARTED),
STARTED  = (notify[E] -> draw -> STARTED | register[1] -> COMING),
COMING   = (notify[E] -> draw -> COMING | register[2] -> ready -> ACTIVE),
ACTIVE   = (notify[E] -> draw -> ACTIVE | terminate -> STOPPING | when (EAGER) register[1] -> ACTIVE),
STOPPING = (notify[E] -> draw -> STOPPING | unregister[1] -> LEAVING),
LEAVING  = (notify[E] -> draw -> LEAVING | unregister[2] -> gone -> ARTIST).

// The manager starts the artists one by one, and ends them one by one when the client has quit. Then the program is
// over, and may begin again. HASTY is wrong: it does not wait for the last artist to be gone.
MANAGER(HASTY=0) = (init -> STARTING[1]),
STARTING[i:A] = (a[i].start -> a[i].ready -> if i < K then STARTING[i+1] else (quit -> STOPPING[1])),
STOPPING[i:A] = (a[i].terminate -> if i < K then (a[i].gone -> STOPPING[i+1])
                                   else if HASTY then (over -> a[i].gone -> MANAGER)
                                   else (a[i].gone -> over -> MANAGER)).

// The client causes events through the wrapper, one after the other, and quits at some time.
CLIENT = (init -> OPEN), OPEN = (call[E] -> return -> OPEN | quit -> over -> CLIENT).
WRAPPER = (call[e:E] -> event[e] -> return -> WRAPPER).
"""

_SINGLE = """
// The dispatcher takes events and notifies the artists that are registered, by their numbers. It has an entry for each
// artist I and event N: x says whether I is registered for N, and OWED that it is still to be notified. Until all are
// notified, the dispatcher does nothing else. Wrong ones: IMPATIENT takes an event 2 before it has passed an event 1
// on, CONFUSED takes one event for the other, FORGETFUL forgets that an artist has unregistered, REVERSED notifies the
// last artist first.
ENTRY(I=1, N=1, IMPATIENT=0, CONFUSED=0, FORGETFUL=0, REVERSED=0) = HAS[0],
HAS[x:0..1] =
  ( a[i:A].register[e:E]   -> if i == I && e == N then HAS[1] else HAS[x]
  | a[i:A].unregister[e:E] -> if i == I && e == N && !FORGETFUL then HAS[0] else HAS[x]
  | event[e:E] -> if x && (CONFUSED ^ (e == N)) then OWED else HAS[x]
  | when (I < K && !REVERSED) a[I+1..K].notify[N] -> HAS[x]
  | when (I > 1 && REVERSED)  a[1..I-1].notify[N] -> HAS[x] ),
OWED = (a[I].notify[N] -> HAS[1] | when (IMPATIENT) event[2] -> HAS[1]).

||DISPATCHER(IMPATIENT=0, CONFUSED=0, FORGETFUL=0, REVERSED=0) =
  (forall[i:A] (ENTRY(i, 1, IMPATIENT, CONFUSED, FORGETFUL, REVERSED) || ENTRY(i, 2, 0, CONFUSED))).

||SYSTEM           = (a[A]:ARTIST || MANAGER || CLIENT || WRAPPER || DISPATCHER).
||EAGER_SYSTEM     = (a[A]:ARTIST(1) || MANAGER || CLIENT || WRAPPER || DISPATCHER).
||HASTY_SYSTEM     = (a[A]:ARTIST || MANAGER(1) || CLIENT || WRAPPER || DISPATCHER).
||IMPATIENT_SYSTEM = (a[A]:ARTIST || MANAGER || CLIENT || WRAPPER || DISPATCHER(1, 0, 0, 0)).
||CONFUSED_SYSTEM  = (a[A]:ARTIST || MANAGER || CLIENT || WRAPPER || DISPATCHER(0, 1, 0, 0)).
||FORGETFUL_SYSTEM = (a[A]:ARTIST || MANAGER || CLIENT || WRAPPER || DISPATCHER(0, 0, 1, 0)).
||REVERSED_SYSTEM  = (a[A]:ARTIST || MANAGER || CLIENT || WRAPPER || DISPATCHER(0, 0, 0, 1)).
"""

_MULTIPLE = """
// The dispatcher takes events, hands each to the dispatcher of its kind, and takes no other one before that is done.
// Wrong ones: IMPATIENT takes the next one before that, CONFUSED takes one event for the other.
DISPATCHER(IMPATIENT=0, CONFUSED=0) = READY,
READY = ( event[e:E] -> if CONFUSED then (pass[3-e] -> PASSED[3-e]) else (pass[e] -> PASSED[e])
        | when (IMPATIENT) done[E] -> READY ),
PASSED[e:E] = if IMPATIENT then READY else (done[e] -> READY).

// The dispatcher of event N notifies the artists that are registered for it: x has a bit for each. Wrong ones:
// FORGETFUL forgets that an artist has unregistered, REVERSED notifies the last artist first.
EVENT_DISPATCHER(N=1, FORGETFUL=0, REVERSED=0) = READY[0],
READY[x:0..ALL] =
  ( a[i:A].register[N]   -> READY[x | (1 << (i-1))]
  | a[i:A].unregister[N] -> if FORGETFUL then READY[x] else READY[x & (ALL ^ (1 << (i-1)))]
  | pass[N] -> PASS[1][x] ),
PASS[i:1..K+1][x:0..ALL] =
  if i > K then (done[N] -> READY[x])
  else if ((x >> (i-1 + REVERSED*(K+1-2*i))) & 1) == 1 then (a[i + REVERSED*(K+1-2*i)].notify[N] -> PASS[i+1][x])
  else PASS[i+1][x].

||DISPATCHERS = (DISPATCHER || EVENT_DISPATCHER(1) || EVENT_DISPATCHER(2)).

||SYSTEM           = (a[A]:ARTIST || MANAGER || CLIENT || WRAPPER || DISPATCHERS).
||EAGER_SYSTEM     = (a[A]:ARTIST(1) || MANAGER || CLIENT || WRAPPER || DISPATCHERS).
||HASTY_SYSTEM     = (a[A]:ARTIST || MANAGER(1) || CLIENT || WRAPPER || DISPATCHERS).
||IMPATIENT_SYSTEM = (a[A]:ARTIST || MANAGER || CLIENT || WRAPPER
                      || DISPATCHER(1, 0) || EVENT_DISPATCHER(1) || EVENT_DISPATCHER(2)).
||CONFUSED_SYSTEM  = (a[A]:ARTIST || MANAGER || CLIENT || WRAPPER
                      || DISPATCHER(0, 1) || EVENT_DISPATCHER(1) || EVENT_DISPATCHER(2)).
||FORGETFUL_SYSTEM = (a[A]:ARTIST || MANAGER || CLIENT || WRAPPER
                      || DISPATCHER || EVENT_DISPATCHER(1, 1, 0) || EVENT_DISPATCHER(2)).
||REVERSED_SYSTEM  = (a[A]:ARTIST || MANAGER || CLIENT || WRAPPER
                      || DISPATCHER || EVENT_DISPATCHER(1, 0, 1) || EVENT_DISPATCHER(2)).
"""

_CHIRON_PROPERTIES = """
// 1 / 10: artist 1 never registers for event 1 if it is already registered for it.
property REGISTERS_ONCE = (a[1].unregister[1] -> REGISTERS_ONCE | a[1].register[1] -> IN),
IN = (a[1].unregister[1] -> REGISTERS_ONCE).

// 2 / 11: if artist 1 is registered for event 1 and the dispatcher receives it, the dispatcher accepts no other event
// before it has passed that on to artist 1.
property PASSED_ON = OUT,
OUT  = (a[1].register[1] -> IN | {a[1].unregister[1], a[1].notify[1], event[E]} -> OUT),
IN   = ({a[1].register[1], a[1].notify[1], event[2]} -> IN | a[1].unregister[1] -> OUT | event[1] -> OWED),
OWED = (a[1].notify[1] -> IN | a[1].unregister[1] -> OUT | a[1].register[1] -> OWED).

// 3 / 12: the dispatcher notifies no artist of event 1 before it receives event 1.
property RECEIVED = NO,
NO  = (event[1] -> YES | event[2] -> NO),
YES = ({a[A].notify[1], event[1]} -> YES | event[2] -> NO).

// 4 / 13: having received event 1, the dispatcher never notifies artists of event 2 (before it receives event 2).
property NOT_THE_OTHER = ANY,
ANY = ({event[2], a[A].notify[2]} -> ANY | event[1] -> ONE),
ONE = (event[1] -> ONE | event[2] -> ANY).

// 5 / 14: if no artist is registered for event 1, the dispatcher notifies no artist of event 1.
property SOMEBODY = R[0],
R[x:0..ALL] = ( a[i:A].register[1] -> R[x | (1 << (i-1))] | a[i:A].unregister[1] -> R[x & (ALL ^ (1 << (i-1)))]
              | when (x > 0) a[A].notify[1] -> R[x] ).

// 6 / 15: the dispatcher never gives event 1 to artist 1 if artist 1 is not registered for event 1.
property REGISTERED = OUT,
OUT = (a[1].register[1] -> IN | a[1].unregister[1] -> OUT),
IN  = ({a[1].notify[1], a[1].register[1]} -> IN | a[1].unregister[1] -> OUT).

// 7 / 16: if artist 1 registers for event 1 before artist 2 does, then the dispatcher, when it receives event 1, first
// notifies artist 1 and then artist 2. o: who is registered, 1 artist 1, 2 artist 2, 3 first 1 and then 2, 4 first 2
// and then 1; w: is it artist 1's turn?
property IN_ORDER = ORDER[0][0],
ORDER[o:0..4][w:0..1] =
  ( a[1].register[1] -> if o == 0 then ORDER[1][w] else if o == 2 then ORDER[4][w] else ORDER[o][w]
  | a[2].register[1] -> if o == 0 then ORDER[2][w] else if o == 1 then ORDER[3][w] else ORDER[o][w]
  | a[1].unregister[1] -> if o == 1 then ORDER[0][0] else if (o == 3 || o == 4) then ORDER[2][0] else ORDER[o][0]
  | a[2].unregister[1] -> if o == 2 then ORDER[0][0] else if (o == 3 || o == 4) then ORDER[1][0] else ORDER[o][0]
  | event[1] -> if o == 3 then ORDER[o][1] else ORDER[o][0]
  | a[1].notify[1] -> ORDER[o][0]
  | when (w == 0) a[2].notify[1] -> ORDER[o][0] ).

// 9 / 18: the program does not terminate while there is an artist that is registered for an event.
property NOBODY_LEFT = Q[0][0],
Q[x:0..ALL][y:0..ALL] =
  ( a[i:A].register[1] -> Q[x | (1 << (i-1))][y] | a[i:A].unregister[1] -> Q[x & (ALL ^ (1 << (i-1)))][y]
  | a[i:A].register[2] -> Q[x][y | (1 << (i-1))] | a[i:A].unregister[2] -> Q[x][y & (ALL ^ (1 << (i-1)))]
  | when (x == 0 && y == 0) over -> Q[x][y] ).
"""

CHIRON_SINGLE = (
    "// The user interface system Chiron with K artists, two events and one dispatcher.\n"
    + _CHIRON
    + _SINGLE
    + _CHIRON_PROPERTIES
)
CHIRON_MULTIPLE = (
    "// The user interface system Chiron with K artists, two events and a dispatcher for each event.\n"
    + _CHIRON
    + _MULTIPLE
    + _CHIRON_PROPERTIES
)

GAS_STATION = """\
// A gas station with K customers and two pumps. The operator takes money, activates a pump that is idle, and gives
// change when the pump has told the charge.
const K = 2
range C = 1..K
range P = 1..2

// GREEDY is wrong: it pays for both pumps, and pumps at both at the same time.
CUSTOMER(GREEDY=0) = (arrive -> prepay[p:P] -> if GREEDY then BOTH[p] else (start[p] -> stop[p] -> PAID)),
BOTH[p:P] = (prepay[3-p] -> start[p] -> start[3-p] -> stop[p] -> stop[3-p] -> change[P] -> PAID),
PAID = (change[P] -> leave -> CUSTOMER).

// CROWDED is wrong: while one customer pumps, it lets another one start.
PUMP(I=1, CROWDED=0) = (activate[I] -> c[i:C].start[I] -> BUSY[i]),
BUSY[i:C] = ( c[i].stop[I] -> charge[i][I] -> PUMP
            | when (CROWDED) c[j:C].start[I] -> c[j].stop[I] -> charge[j][I] -> BUSY[i] ).

// How many have paid for each pump and have no change yet. MUDDLED is wrong: it gives the change for pump 1 as that for
// pump 2.
OPERATOR(MUDDLED=0) = OPEN[0][0],
OPEN[n:0..K][m:0..K] =
  ( when (n < K) c[C].prepay[1] -> if n == 0 then (activate[1] -> OPEN[1][m]) else OPEN[n+1][m]
  | when (m < K) c[C].prepay[2] -> if m == 0 then (activate[2] -> OPEN[n][1]) else OPEN[n][m+1]
  | when (n > 0) charge[i:C][1] -> c[i].change[1 + MUDDLED] -> DONE[n-1][m]
  | when (m > 0) charge[i:C][2] -> c[i].change[2] -> if m > 1 then (activate[2] -> OPEN[n][m-1]) else OPEN[n][0] ),
DONE[n:0..K][m:0..K] = if n > 0 then (activate[1] -> OPEN[n][m]) else OPEN[n][m].

||SYSTEM         = (c[C]:CUSTOMER || PUMP(1) || PUMP(2) || OPERATOR).
||GREEDY_SYSTEM  = (c[C]:CUSTOMER(1) || PUMP(1) || PUMP(2) || OPERATOR).
||CROWDED_SYSTEM = (c[C]:CUSTOMER || PUMP(1, 1) || PUMP(2, 1) || OPERATOR).
||MUDDLED_SYSTEM = (c[C]:CUSTOMER || PUMP(1) || PUMP(2) || OPERATOR(1)).

// 19: customer 1 and customer 2 do not use pump 1 at the same time.
property ONE_AT_THE_PUMP = (c[i:1..2].start[1] -> c[i].stop[1] -> ONE_AT_THE_PUMP).

// 20: customer 1 repeatedly first starts pumping and then stops pumping.
property STARTS_AND_STOPS = (c[1].start[P] -> c[1].stop[P] -> STARTS_AND_STOPS).

// 21: pump 1 repeatedly lets a customer start pumping and then lets a customer stop pumping.
property LETS_START_AND_STOP = (c[C].start[1] -> c[C].stop[1] -> LETS_START_AND_STOP).

// 22: if customer 1 prepays on pump 1, then it receives the change for pump 1: this, before anything else is paid.
property CHANGE = ({c[1].prepay[2], c[1].change[P]} -> CHANGE | c[1].prepay[1] -> c[1].change[1] -> CHANGE).
"""

PETERSON = """\
// Peterson's algorithm for K processes, the filter lock. A process climbs the levels 1 to K-1. At each it says on which
// level it is, and that it came last to this level; then it waits until all others are below, or another one came last.
const K = 2
range T = 1..K
range L = 1..K-1
range V = 0..K-1

// It reads one variable after the other, and begins again when it has to wait. HASTY is wrong: it does not say that it
// came last.
PROCESS(I=1, HASTY=0) = CLIMB[1],
CLIMB[l:1..K] = if l == K then (p[I].enter -> p[I].leave -> p[I].level[0] -> CLIMB[1])
                else (p[I].level[l] -> if HASTY then SCAN[l][1] else (p[I].last[l] -> SCAN[l][1])),
SCAN[l:L][k:1..K+1] =
  if k > K then CLIMB[l+1]
  else if k == I then SCAN[l][k+1]
  else (p[I].read_level[k][v:V] -> if v < l then SCAN[l][k+1] else WAIT[l]),
WAIT[l:L] = (p[I].read_last[l][j:T] -> if j == I then SCAN[l][1] else CLIMB[l+1])
  + {p[I].read_level[T][V], p[I].last[L]}.

// The task of the shared variables: the level of each process, and who came last to each level.
LEVEL(I=1) = HAS[0], HAS[v:V] = (p[I].level[w:V] -> HAS[w] | p[T].read_level[I][v] -> HAS[v]).
LAST(N=1)  = HAS[1], HAS[j:T] = (p[i:T].last[N] -> HAS[i] | p[T].read_last[N][j] -> HAS[j]).
||VARIABLES = (forall[i:T] LEVEL(i) || forall[l:L] LAST(l)).

||SYSTEM       = (forall[i:T] PROCESS(i) || VARIABLES).
||HASTY_SYSTEM = (forall[i:T] PROCESS(i, 1) || VARIABLES).

// 23: two tasks are never both in the critical region.
property EXCLUSION = (p[i:T].enter -> p[i].leave -> EXCLUSION).
"""

RELAY = """\
// K runners pass a baton around. Who has it reads the shared variable, and sets it to the other value or leaves it.
const K = 2
range T = 1..K
range BIT = 0..1

// HASTY is wrong: it passes the baton before it sets the variable.
RUNNER(I=1, HASTY=0) = if I == 1 then RUN else WAIT,
WAIT = (baton[I] -> RUN),
RUN  = (t[I].read[v:BIT] -> if HASTY then LATE[v] else SET[v]),
SET[v:BIT]  = (t[I].write[1-v] -> PASS | baton[I%K+1] -> WAIT),
PASS        = (baton[I%K+1] -> WAIT),
LATE[v:BIT] = (baton[I%K+1] -> t[I].write[1-v] -> WAIT).

VARIABLE = HAS[0],
HAS[v:BIT] = (t[T].write[w:BIT] -> HAS[w] | t[T].read[v] -> HAS[v]).

||SYSTEM       = (forall[i:T] RUNNER(i) || VARIABLE).
||HASTY_SYSTEM = (forall[i:T] RUNNER(i, 1) || VARIABLE).

// 24: the shared variable is always set to 1 between any two times it is set to 0.
property ONE_BETWEEN = (t[T].write[1] -> ONE_BETWEEN | t[T].write[0] -> ZERO),
ZERO = (t[T].write[1] -> ONE_BETWEEN).
"""

SMOKERS = """\
// K smokers: a cigarette needs K pieces, of which smoker i has piece i. The supplier chooses a smoker, puts all pieces
// but its own on the table, and waits until somebody has smoked. Whoever uses the table gets its lock first.
const K = 2
range S = 1..K
const ALL = (1 << K) - 1

// GENEROUS is wrong: it puts all pieces on the table.
SUPPLIER(GENEROUS=0) = (choose[i:S] -> supplier.lock -> PUT[i][1]),
PUT[i:S][j:1..K+1] = if j > K then (finished[i] -> supplier.unlock -> smoked[S] -> SUPPLIER)
                     else if (j == i && !GENEROUS) then PUT[i][j+1]
                     else (put[j] -> PUT[i][j+1]).

// A smoker looks at the table, and takes what it needs if that is there. Wrong ones: RASH makes a cigarette from
// nothing if it is not there, SLOPPY gives the lock back before it takes the pieces, MEAN takes none.
SMOKER(I=1, RASH=0, SLOPPY=0, MEAN=0) =
  ( s[I].lock -> s[I].look[all:0..1] ->
      if all && SLOPPY then EARLY else if all && !MEAN then TAKE[1] else if all || RASH then LEAVE else AGAIN ),
AGAIN = (s[I].unlock -> SMOKER),
EARLY = (s[I].unlock -> TAKE[1]),
TAKE[j:1..K+1] = if j > K && SLOPPY then MAKE else if j > K then LEAVE
                 else if j == I then TAKE[j+1] else (s[I].take[j] -> TAKE[j+1]),
LEAVE = (s[I].unlock -> MAKE),
MAKE  = (s[I].make -> s[I].done -> smoked[I] -> SMOKER)
  + {s[I].take[S]}.

// The table and its lock: o is who has it (0 nobody, K+1 the supplier), x has a bit for each piece that lies there. It
// shows whether all that a smoker needs is there; it does not enforce that whoever uses it has the lock.
TABLE = HAS[0][0],
HAS[o:0..K+1][x:0..ALL] =
  ( when (o == 0) supplier.lock -> HAS[K+1][x]
  | when (o == K+1) supplier.unlock -> HAS[0][x]
  | when (o == 0) s[i:S].lock -> HAS[i][x]
  | when (o > 0 && o <= K) s[o].unlock -> HAS[0][x]
  | put[j:S] -> HAS[o][x | (1 << (j-1))]
  | s[i:S].look[(x | (1 << (i-1))) == ALL] -> HAS[o][x]
  | s[S].take[j:S] -> HAS[o][x & (ALL ^ (1 << (j-1)))] ).

||SYSTEM          = (forall[i:S] SMOKER(i) || SUPPLIER || TABLE).
||RASH_SYSTEM     = (forall[i:S] SMOKER(i, 1, 0, 0) || SUPPLIER || TABLE).
||SLOPPY_SYSTEM   = (forall[i:S] SMOKER(i, 0, 1, 0) || SUPPLIER || TABLE).
||MEAN_SYSTEM     = (forall[i:S] SMOKER(i, 0, 0, 1) || SUPPLIER || TABLE).
||GENEROUS_SYSTEM = (forall[i:S] SMOKER(i) || SUPPLIER(1) || TABLE).

// 25: the correct smoker makes a cigarette after the supplier finishes putting out pieces.
property CORRECT = (finished[i:S] -> s[i].make -> CORRECT).

// 26: smoker 1 assembles a cigarette after the supplier puts out the needed pieces.
property NEEDED = PUT[0],
PUT[x:0..ALL] = ( put[j:S] -> PUT[x | (1 << (j-1))] | when ((x | 1) == ALL) s[1].make -> PUT[0]
                | s[2..K].make -> PUT[0] ).

// 27: only one smoker makes a cigarette at a time.
property ONE_AT_A_TIME = (s[i:S].make -> s[i].done -> ONE_AT_A_TIME).

// 28: smoker 1 and smoker 2 do not make a cigarette at the same time.
property NOT_BOTH = (s[i:1..2].make -> s[i].done -> NOT_BOTH).

// 29: the supplier never puts all of the pieces for a cigarette on the table at the same time.
property NEVER_ALL = ON[0],
ON[x:0..ALL] = ( put[j:S] -> if (x | (1 << (j-1))) == ALL then ERROR else ON[x | (1 << (j-1))]
               | s[S].take[j:S] -> ON[x & (ALL ^ (1 << (j-1)))] ).

// 30: after the supplier puts out items, one cigarette is assembled.
property ONE_CIGARETTE = (finished[S] -> s[S].make -> ONE_CIGARETTE).

// 31: repeatedly, piece 1 is put on the table by the supplier and then picked up from the table by a smoker.
property PUT_AND_TAKEN = (put[1] -> s[S].take[1] -> PUT_AND_TAKEN).

// 32: the supplier and the smokers first get the lock before they put items on the table or take them from it, and then
// they give it back.
property LOCKED = (supplier.lock -> SUPPLIED | s[i:S].lock -> SMOKES[i]),
SUPPLIED = (put[S] -> SUPPLIED | supplier.unlock -> LOCKED),
SMOKES[i:S] = (s[i].take[S] -> SMOKES[i] | s[i].unlock -> LOCKED).
"""

FILES: Mapping[str, str] = {
    "chiron_single.lts": CHIRON_SINGLE,
    "chiron_multiple.lts": CHIRON_MULTIPLE,
    "gas_station.lts": GAS_STATION,
    "peterson.lts": PETERSON,
    "relay.lts": RELAY,
    "smokers.lts": SMOKERS,
}
"""The texts by the names of their files."""
