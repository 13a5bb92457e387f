; Strong simulation by Hall cuts (CAV'12, Def. 5 and Lemma 1).
; CAV'12, Fig. 3: the mass of one outcome needs room in two.
; The question: is L1 below L2? unsat: it is violated.
(set-info :smt-lib-version 2.6)
(set-info :status unsat)
(set-logic QF_UF)

(declare-const |s0 <= t0| Bool)
(declare-const M1 Bool)
(declare-const |s1 <= t1| Bool)
(declare-const |s1 <= t2| Bool)
(declare-const |s2 <= t1| Bool)
(declare-const |s2 <= t2| Bool)
(declare-const |s3 <= t3| Bool)

; the initial states are related
(assert |s0 <= t0|)
; a pair that is related answers every move
(assert (! (=> |s0 <= t0| M1) :named |s0 <= t0 by a|))
(assert (! (=> |s1 <= t1| |s3 <= t3|) :named |s1 <= t1 by b|))
(assert (! (=> |s1 <= t1| |s3 <= t3|) :named |s1 <= t1 by c|))
(assert (! (not |s1 <= t2|) :named |s1 <= t2 by c|))
(assert (! (=> |s2 <= t1| |s3 <= t3|) :named |s2 <= t1 by b|))
(assert (! (=> |s2 <= t2| |s3 <= t3|) :named |s2 <= t2 by b|))

; M1: (1/2 s1 + 1/2 s2) below (1/3 t1 + 2/3 t2)
(assert (=> M1 |s1 <= t2|))
(assert (=> M1 |s2 <= t2|))
(assert (=> M1 (or |s1 <= t1| |s2 <= t1|)))

(check-sat)
