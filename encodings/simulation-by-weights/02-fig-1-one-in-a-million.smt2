; Strong simulation by weight functions (CAV'12, Def. 4 and 5).
; CAV'12, Fig. 1, where the promise is off by a millionth.
; The question: is L1 || L2 below too_good? unsat: it is violated.
(set-info :smt-lib-version 2.6)
(set-info :status unsat)
(set-logic QF_LRA)

(declare-const |(t0,s0) <= u0| Bool)
(declare-const |(t1,s0) <= u1| Bool)
(declare-const |(t2,s1) <= u1| Bool)
(declare-const M1 Bool)
(declare-const |(t2,s1) <= u0| Bool)
(declare-const |(t2,s2) <= u0| Bool)
(declare-const |(t2,s2) <= u1| Bool)
(declare-const |(t0,s0) <= u1| Bool)
(declare-const |M1: (t2,s1) -> u0| Real)
(declare-const |M1: (t2,s1) -> u1| Real)
(declare-const |M1: (t2,s2) -> u0| Real)
(declare-const |M1: (t2,s2) -> u1| Real)

; the initial states are related
(assert |(t0,s0) <= u0|)
; a pair that is related answers every move
(assert (! (=> |(t0,s0) <= u0| |(t1,s0) <= u1|) :named |(t0,s0) <= u0 by input|))
(assert (! (=> |(t1,s0) <= u1| |(t2,s1) <= u1|) :named |(t1,s0) <= u1 by send|))
(assert (! (=> |(t2,s1) <= u1| M1) :named |(t2,s1) <= u1 by output|))
(assert (! (not |(t2,s1) <= u0|) :named |(t2,s1) <= u0 by output|))
(assert (! (=> |(t2,s2) <= u0| |(t0,s0) <= u0|) :named |(t2,s2) <= u0 by ack|))
(assert (! (=> |(t2,s2) <= u1| |(t0,s0) <= u1|) :named |(t2,s2) <= u1 by ack|))
(assert (! (not |(t0,s0) <= u1|) :named |(t0,s0) <= u1 by input|))

; M1: (1/10 (t2,s1) + 9/10 (t2,s2)) below (900001/1000000 u0 + 99999/1000000 u1)
(assert (=> M1 (= (+ |M1: (t2,s1) -> u0| |M1: (t2,s1) -> u1|) (/ 1.0 10.0))))
(assert (=> M1 (= (+ |M1: (t2,s2) -> u0| |M1: (t2,s2) -> u1|) (/ 9.0 10.0))))
(assert (=> M1 (= (+ |M1: (t2,s1) -> u0| |M1: (t2,s2) -> u0|) (/ 900001.0 1000000.0))))
(assert (=> M1 (= (+ |M1: (t2,s1) -> u1| |M1: (t2,s2) -> u1|) (/ 99999.0 1000000.0))))
(assert (and (>= |M1: (t2,s1) -> u0| 0.0) (=> (> |M1: (t2,s1) -> u0| 0.0) |(t2,s1) <= u0|)))
(assert (and (>= |M1: (t2,s1) -> u1| 0.0) (=> (> |M1: (t2,s1) -> u1| 0.0) |(t2,s1) <= u1|)))
(assert (and (>= |M1: (t2,s2) -> u0| 0.0) (=> (> |M1: (t2,s2) -> u0| 0.0) |(t2,s2) <= u0|)))
(assert (and (>= |M1: (t2,s2) -> u1| 0.0) (=> (> |M1: (t2,s2) -> u1| 0.0) |(t2,s2) <= u1|)))

(check-sat)
