; Strong simulation by Hall cuts, every clause with a name: a core is a counterexample.
; CAV'12, Fig. 3: the mass of one outcome needs room in two.
; The question: is L1 below L2? unsat: it is violated.
; M1: (1/2 s1 + 1/2 s2) below (1/3 t1 + 2/3 t2)
;
; A core from which nothing can be left out:
;   |s0 <= t0 by a|
;   |s1 <= t2 by c|
;   |M1 cut 1|
;
; The tree that propagation over this core yields (nodes, and in brackets the states that they stand for):
;   → n0 (s0)
;       a → 1/2 n1 (s1) + 1/2 n2 (s2)
;     n1 (s1)
;       c → n3 (s3)
;     n2 (s2)
;     n3 (s3)
(set-info :smt-lib-version 2.6)
(set-info :status unsat)
(set-option :produce-unsat-cores true)
(set-logic QF_UF)

(declare-const |s0 <= t0| Bool)
(declare-const M1 Bool)
(declare-const |s1 <= t1| Bool)
(declare-const |s1 <= t2| Bool)
(declare-const |s2 <= t1| Bool)
(declare-const |s2 <= t2| Bool)
(declare-const |s3 <= t3| Bool)

(assert |s0 <= t0|)
(assert (! (=> |s0 <= t0| M1) :named |s0 <= t0 by a|))
(assert (! (=> |s1 <= t1| |s3 <= t3|) :named |s1 <= t1 by b|))
(assert (! (=> |s1 <= t1| |s3 <= t3|) :named |s1 <= t1 by c|))
(assert (! (not |s1 <= t2|) :named |s1 <= t2 by c|))
(assert (! (=> |s2 <= t1| |s3 <= t3|) :named |s2 <= t1 by b|))
(assert (! (=> |s2 <= t2| |s3 <= t3|) :named |s2 <= t2 by b|))
(assert (! (=> M1 |s1 <= t2|) :named |M1 cut 1|))
(assert (! (=> M1 |s2 <= t2|) :named |M1 cut 2|))
(assert (! (=> M1 (or |s1 <= t1| |s2 <= t1|)) :named |M1 cut 3|))

(check-sat)
(get-unsat-core)
