"""The case studies of CAV'08 as FSP text, each with a property that holds and a variant of the system that violates it.

The originals were never published. These are written after what that paper and Cobleigh, Avrunin and Clarke (TOSEM
2008) say about them: the same tasks, the same properties, two sides that grow as the paper's do. Their numbers of
states are not the paper's.

The dispatcher of Chiron and the monitor of the rover remember a subset of K parties, so each of them has exponentially
many states. `BY_CELLS`, they are the same system with a component for each element of the subset.
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["FILES"]

CHANNEL = """\
// A channel of K hops: Input reads a message, sends it, and reads the next when it is acknowledged. A relay passes
// messages on and acknowledgements back. With one hop this is Fig. 1 of the paper.
const K = 1

INPUT      = (input -> send[1] -> ack[1] -> INPUT).
RELAY(I=1) = (send[I] -> send[I+1] -> ack[I+1] -> ack[I] -> RELAY).
OUTPUT     = (send[K] -> output -> ack[K] -> OUTPUT).

// Wrong: it may acknowledge what it has not delivered yet.
HASTY = (send[K] -> (output -> ack[K] -> HASTY | ack[K] -> output -> HASTY)).

||RELAYS      = (forall[i:1..K-1] RELAY(i)).
||SENDING     = (INPUT).
||DELIVERING  = if K > 1 then (RELAYS || OUTPUT) else OUTPUT.
||HASTY_DELIVERING = if K > 1 then (RELAYS || HASTY) else HASTY.

// What was read is delivered before the next is read.
property ORDER = (input -> output -> ORDER).
"""

GAS_STATION = """\
// A gas station (Helmbold and Luckham) with K customers, two pumps and an operator. A customer prepays for a pump,
// pumps, gets the change and leaves. The operator activates a pump when it is paid for; the pump then serves whoever
// waits for it, and tells the operator whom to charge.
const K = 3
range C = 1..K
range P = 1..2

CUSTOMER = (arrive -> prepay[p:P] -> start[p] -> stop[p] -> change[P] -> leave -> CUSTOMER).

PUMP(I=1) = (activate[I] -> c[i:C].start[I] -> c[i].stop[I] -> charge[i][I] -> PUMP).

// How many have paid for pump 1, and for pump 2. A pump is activated again as long as somebody is waiting for it.
// MUDDLED is wrong: with both pumps in use, the change may be for the other one.
OPERATOR(MUDDLED=0) = OPEN[0][0],
OPEN[n:0..K][m:0..K] =
  ( when (n < K) c[C].prepay[1] -> if n == 0 then (activate[1] -> OPEN[1][m]) else OPEN[n+1][m]
  | when (m < K) c[C].prepay[2] -> if m == 0 then (activate[2] -> OPEN[n][1]) else OPEN[n][m+1]
  | when (n > 0) charge[i:C][1] -> ( c[i].change[1] -> GONE[n-1][m]
                                   | when (MUDDLED && m > 0) c[i].change[2] -> GONE[n-1][m] )
  | when (m > 0) charge[i:C][2] -> c[i].change[2] -> if m > 1 then (activate[2] -> OPEN[n][m-1]) else OPEN[n][0] ),
GONE[n:0..K][m:0..K] = if n > 0 then (activate[1] -> OPEN[n][m]) else OPEN[n][m].

||FORECOURT = (c[C]:CUSTOMER || PUMP(2)).
||OFFICE    = (OPERATOR || PUMP(1)).
||MUDDLED_OFFICE = (OPERATOR(1) || PUMP(1)).

// Property 22 of TOSEM 2008: customer 1 gets the change for the pump that was paid for.
property CHANGE = (c[1].prepay[p:P] -> c[1].change[p] -> CHANGE).
"""

CHIRON = """\
// Chiron, a user interface with a single dispatcher: K artists, their manager, a client that is opened and closed, the
// wrapper of its data, which turns calls into events, and the dispatcher, with whom artists register for two kinds of
// events, and who notifies those that have registered, one by one.
const K = 2
range A = 1..K
range E = 1..2
const ALL = (1 << K) - 1

// It can be notified whenever it is registered for something.
ARTIST   = (start -> register[1] -> COMING),
COMING   = (notify[E] -> draw -> COMING | register[2] -> ready -> ACTIVE),
ACTIVE   = (notify[E] -> draw -> ACTIVE | terminate -> STOPPING),
STOPPING = (notify[E] -> draw -> STOPPING | unregister[1] -> LEAVING),
LEAVING  = (notify[E] -> draw -> LEAVING | unregister[2] -> gone -> ARTIST).

MANAGER = (init -> STARTING[1]),
STARTING[i:A] = (a[i].start -> a[i].ready -> if i < K then STARTING[i+1] else RUNNING),
RUNNING       = (quit -> STOPPING[1]),
STOPPING[i:A] = (a[i].terminate -> a[i].gone -> if i < K then STOPPING[i+1] else (over -> MANAGER)).

CLIENT = (init -> OPEN), OPEN = (call[E] -> return -> OPEN | quit -> over -> CLIENT).

WRAPPER = (call[e:E] -> event[e] -> return -> WRAPPER).

// Who has registered for event 1, and for event 2: a bit for each artist. IMPATIENT is wrong: it drops event 1 where it
// is when event 2 comes. CONFUSED is wrong: the last artist is told of event 1 when it was event 2.
DISPATCHER(IMPATIENT=0, CONFUSED=0) = READY[0][0],
READY[x:0..ALL][y:0..ALL] =
  ( a[i:A].register[1]   -> READY[x | (1 << (i-1))][y]
  | a[i:A].register[2]   -> READY[x][y | (1 << (i-1))]
  | a[i:A].unregister[1] -> READY[x & (ALL ^ (1 << (i-1)))][y]
  | a[i:A].unregister[2] -> READY[x][y & (ALL ^ (1 << (i-1)))]
  | event[1] -> FIRST[1][x][y]
  | event[2] -> SECOND[1][x][y] ),
FIRST[i:1..K+1][x:0..ALL][y:0..ALL] =
  if i > K then READY[x][y]
  else if ((x >> (i-1)) & 1) == 1 then ( a[i].notify[1] -> FIRST[i+1][x][y]
                                       | when (IMPATIENT) event[2] -> SECOND[1][x][y] )
  else FIRST[i+1][x][y],
SECOND[i:1..K+1][x:0..ALL][y:0..ALL] =
  if i > K then READY[x][y]
  else if ((y >> (i-1)) & 1) == 1 then ( when (i < K || !CONFUSED) a[i].notify[2] -> SECOND[i+1][x][y]
                                       | when (i == K && CONFUSED) a[i].notify[1] -> SECOND[i+1][x][y] )
  else SECOND[i+1][x][y].

// The same dispatcher by cells: one for each artist and event, which has the bit, and a walker, which reads bit after
// bit. All these together have states in proportion to K. Only the action `bit` is new.
CELL(I=1, X=1) = HAS[0],
HAS[b:0..1] = (a[I].register[X] -> HAS[1] | a[I].unregister[X] -> HAS[0] | bit[I][X][b] -> HAS[b]).

WALKER(IMPATIENT=0, CONFUSED=0) = READY,
READY = (a[A].register[E] -> READY | a[A].unregister[E] -> READY | event[1] -> FIRST[1] | event[2] -> SECOND[1]),
FIRST[i:1..K+1] =
  if i > K then READY
  else ( bit[i][1][0] -> FIRST[i+1]
       | bit[i][1][1] -> (a[i].notify[1] -> FIRST[i+1] | when (IMPATIENT) event[2] -> SECOND[1]) ),
SECOND[i:1..K+1] =
  if i > K then READY
  else ( bit[i][2][0] -> SECOND[i+1]
       | bit[i][2][1] -> if i == K && CONFUSED then (a[i].notify[1] -> SECOND[i+1])
                         else (a[i].notify[2] -> SECOND[i+1]) ).

||INTERFACE = (a[A]:ARTIST || MANAGER || CLIENT || WRAPPER).
||DISPATCH  = (DISPATCHER).
||IMPATIENT_DISPATCH = (DISPATCHER(1, 0)).
||CONFUSED_DISPATCH  = (DISPATCHER(0, 1)).
||CELLS = (forall[i:A] forall[e:E] CELL(i, e)).
||DISPATCH_BY_CELLS           = (WALKER || CELLS).
||IMPATIENT_DISPATCH_BY_CELLS = (WALKER(1, 0) || CELLS).
||CONFUSED_DISPATCH_BY_CELLS  = (WALKER(0, 1) || CELLS).

// Property 2 of TOSEM 2008: if artist 1 is registered for event 1 and the dispatcher receives it, the dispatcher
// accepts no other event before it has passed that on to artist 1.
property NOTIFIED = OUT,
OUT  = (a[1].register[1] -> IN | {a[1].unregister[1], a[1].notify[1], event[E]} -> OUT),
IN   = ({a[1].register[1], a[1].notify[1], event[2]} -> IN | a[1].unregister[1] -> OUT | event[1] -> OWED),
OWED = (a[1].notify[1] -> IN | a[1].unregister[1] -> OUT | a[1].register[1] -> OWED).

// Property 3: the dispatcher notifies no artist of event 1 before it receives event 1.
property RECEIVED = NO,
NO  = (event[1] -> YES | event[2] -> NO),
YES = ({a[A].notify[1], event[1]} -> YES | event[2] -> NO).
"""

MER = """\
// The resource arbiter of the Mars Exploration Rovers with K users and three resources: the drive (1), the camera (2)
// and the radio (3). Nobody may drive while the camera is in use: whoever wants to drive gets the camera rescinded.
const K = 2
range U = 1..K
range R = 1..3
range HELD = 0..7  // a bit for each resource that a user holds

// It plans to use what it does not hold, asks for it, and gives it back; the camera at once, if it is rescinded.
USER = IDLE[0],
IDLE[h:HELD] =
  ( when ((h & 1) == 0) plan[1] -> READY[1][h] | when ((h & 1) != 0) cancel[1] -> IDLE[h-1]
  | when ((h & 2) == 0) plan[2] -> READY[2][h] | when ((h & 2) != 0) cancel[2] -> IDLE[h-2]
  | when ((h & 4) == 0) plan[3] -> READY[3][h] | when ((h & 4) != 0) cancel[3] -> IDLE[h-4]
  | when ((h & 2) != 0) rescind -> cancel[2] -> IDLE[h-2] ),
READY[r:R][h:HELD] =
  ( request[r] -> WAITING[r][h] | when ((h & 2) != 0) rescind -> cancel[2] -> READY[r][h-2] ),
WAITING[r:R][h:HELD] =
  ( grant[r] -> IDLE[h + (1 << (r-1))] | deny[r] -> IDLE[h]
  | when ((h & 2) != 0) rescind -> cancel[2] -> WAITING[r][h-2] ).

// Who has the drive, the camera and the radio; 0 is nobody. RASH is wrong: it does not wait for the camera to be given
// back before it grants the drive.
ARBITER(RASH=0) = HOLD[0][0][0],
HOLD[d:0..K][c:0..K][x:0..K] =
  ( u[i:U].request[1] ->
      if d > 0 then (u[i].deny[1] -> HOLD[d][c][x])
      else if c > 0 then ( u[c].rescind -> u[c].cancel[2] -> u[i].grant[1] -> HOLD[i][0][x]
                         | u[c].cancel[2] -> u[i].grant[1] -> HOLD[i][0][x]
                         | when (RASH) u[i].grant[1] -> u[c].rescind -> u[c].cancel[2] -> HOLD[i][0][x] )
      else (u[i].grant[1] -> HOLD[i][c][x])
  | u[i:U].request[2] -> if d == 0 && c == 0 then (u[i].grant[2] -> HOLD[d][i][x]) else (u[i].deny[2] -> HOLD[d][c][x])
  | u[i:U].request[3] -> if x == 0 then (u[i].grant[3] -> HOLD[d][c][i]) else (u[i].deny[3] -> HOLD[d][c][x])
  | when (d > 0) u[d].cancel[1] -> HOLD[0][c][x]
  | when (c > 0) u[c].cancel[2] -> HOLD[d][0][x]
  | when (x > 0) u[x].cancel[3] -> HOLD[d][c][0] ).

||USERS      = (u[U]:USER).
||ARBITRATION = (ARBITER).
||RASH_ARBITRATION = (ARBITER(1)).

// The drive and the camera exclude each other, and each has one user at a time.
property EXCLUSION = (u[i:U].grant[r:1..2] -> u[i].cancel[r] -> EXCLUSION).
"""

ROVER = """\
// The executive of a rover and the monitor of its K conditions. The executive runs a plan of steps; before each, it has
// conditions watched and waits. The monitor wakes it up when an event makes a watched condition true, and says which in
// a shared variable, which the executive reads and clears; nothing is watched then. A lock is to keep them apart.
const K = 2
const STEPS = 8
range C = 1..K
range V = 0..K
range STEP = 1..STEPS
const ALL = (1 << K) - 1

// CARELESS is wrong: it gives the lock back before it clears the variable.
EXECUTIVE(CARELESS=0) = NEXT[1],
NEXT[n:STEP] = (exec.lock -> watch[C] -> ASK[n]),
ASK[n:STEP]  = (watch[C] -> ASK[n] | exec.unlock -> WAIT[n]),
WAIT[n:STEP] = (wakeup -> exec.lock -> exec.read[v:V] ->
                  ( when (!CARELESS) exec.clear -> unwatch -> exec.unlock -> DONE[n][v]
                  | when (CARELESS) exec.unlock -> exec.clear -> unwatch -> DONE[n][v] )),
DONE[n:STEP][v:V] = if v == 0 then WAIT[n] else RUN[n],
RUN[n:STEP]  = (act[n] -> (succeed -> if n < STEPS then NEXT[n+1] else NEXT[1] | fail -> abort -> NEXT[1])).

LOCK = (exec.lock -> exec.unlock -> LOCK | monitor.lock -> monitor.unlock -> LOCK).

VARIABLE = HAS[0], HAS[v:V] = ({exec, monitor}.read[v] -> HAS[v] | monitor.write[w:C] -> HAS[w] | exec.clear -> HAS[0]).

// Which conditions are watched: a bit for each.
MONITOR = WATCH[0],
WATCH[s:0..ALL] =
  ( watch[c:C] -> WATCH[s | (1 << (c-1))] | unwatch -> WATCH[0]
  | event[c:C] -> if ((s >> (c-1)) & 1) == 1 then TRUE[s][c] else WATCH[s] ),
TRUE[s:0..ALL][c:C] =
  ( watch[x:C] -> TRUE[s | (1 << (x-1))][c] | unwatch -> WATCH[0]
  | monitor.lock -> monitor.read[v:V] ->
      if v == 0 then (monitor.write[c] -> wakeup -> monitor.unlock -> WATCH[s & (ALL ^ (1 << (c-1)))])
      else (monitor.unlock -> TRUE[s][c]) ).

// The same monitor by cells: one for each condition, which has the bit, and a watcher, which reads the bit when the
// event comes. Only the action `bit` is new.
CELL(I=1) = HAS[0],
HAS[b:0..1] =
  (watch[I] -> HAS[1] | unwatch -> HAS[0] | bit[I][b] -> HAS[b] | when (b == 1) monitor.write[I] -> HAS[0]).

WATCHER = WATCH,
WATCH = ( watch[C] -> WATCH | unwatch -> WATCH
        | event[c:C] -> (bit[c][0] -> WATCH | bit[c][1] -> TRUE[c]) ),
TRUE[c:C] =
  ( watch[C] -> TRUE[c] | unwatch -> WATCH
  | monitor.lock -> monitor.read[v:V] ->
      if v == 0 then (monitor.write[c] -> wakeup -> monitor.unlock -> WATCH) else (monitor.unlock -> TRUE[c]) ).

||EXECUTION  = (EXECUTIVE || LOCK || VARIABLE).
||MONITORING = (MONITOR).
||MONITORING_BY_CELLS = (WATCHER || forall[c:C] CELL(c)).
||CARELESS_EXECUTION = (EXECUTIVE(1) || LOCK || VARIABLE).

// Once the executive has read the variable, the monitor does not read it before the executive has cleared it.
property CLEARED = (exec.read[V] -> exec.clear -> CLEARED | monitor.read[V] -> CLEARED).
"""

FILES: Mapping[str, str] = {
    "channel.lts": CHANNEL,
    "gas_station.lts": GAS_STATION,
    "chiron.lts": CHIRON,
    "mer.lts": MER,
    "rover.lts": ROVER,
}
"""The texts by the names of their files."""
