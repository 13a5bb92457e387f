; Strong simulation by Hall cuts, every clause with a name: a core is a counterexample.
; CAV'12, Fig. 1, where the promise is off by a millionth.
; The question: is L1 || L2 below too_good? unsat: it is violated.
; M1: (1/10 (t2,s1) + 9/10 (t2,s2)) below (900001/1000000 u0 + 99999/1000000 u1)
;
; A core from which nothing can be left out:
;   |(t0,s0) <= u0 by input|
;   |(t1,s0) <= u1 by send|
;   |(t2,s1) <= u1 by output|
;   |(t2,s1) <= u0 by output|
;   |M1 cut 1|
;
; The tree that propagation over this core yields (nodes, and in brackets the states that they stand for):
;   → n0 (t0, s0)
;       input → n1 (t1, s0)
;     n1 (t1, s0)
;       send → n2 (t2, s1)
;     n2 (t2, s1)
;       output → 1/10 n3 (t2, s1) + 9/10 n5 (t2, s2)
;     n3 (t2, s1)
;       output → 1/10 n4 (t2, s1) + 9/10 n5 (t2, s2)
;     n4 (t2, s1)
;     n5 (t2, s2)
(set-info :smt-lib-version 2.6)
(set-info :status unsat)
(set-option :produce-unsat-cores true)
(set-logic QF_UF)

(declare-const |(t0,s0) <= u0| Bool)
(declare-const |(t1,s0) <= u1| Bool)
(declare-const |(t2,s1) <= u1| Bool)
(declare-const M1 Bool)
(declare-const |(t2,s1) <= u0| Bool)
(declare-const |(t2,s2) <= u0| Bool)
(declare-const |(t2,s2) <= u1| Bool)
(declare-const |(t0,s0) <= u1| Bool)

(assert |(t0,s0) <= u0|)
(assert (! (=> |(t0,s0) <= u0| |(t1,s0) <= u1|) :named |(t0,s0) <= u0 by input|))
(assert (! (=> |(t1,s0) <= u1| |(t2,s1) <= u1|) :named |(t1,s0) <= u1 by send|))
(assert (! (=> |(t2,s1) <= u1| M1) :named |(t2,s1) <= u1 by output|))
(assert (! (not |(t2,s1) <= u0|) :named |(t2,s1) <= u0 by output|))
(assert (! (=> |(t2,s2) <= u0| |(t0,s0) <= u0|) :named |(t2,s2) <= u0 by ack|))
(assert (! (=> |(t2,s2) <= u1| |(t0,s0) <= u1|) :named |(t2,s2) <= u1 by ack|))
(assert (! (not |(t0,s0) <= u1|) :named |(t0,s0) <= u1 by input|))
(assert (! (=> M1 |(t2,s1) <= u0|) :named |M1 cut 1|))
(assert (! (=> M1 |(t2,s2) <= u0|) :named |M1 cut 2|))
(assert (! (=> M1 (or |(t2,s1) <= u1| |(t2,s2) <= u1|)) :named |M1 cut 3|))

(check-sat)
(get-unsat-core)
