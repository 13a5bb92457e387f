; Strong simulation by weight functions (CAV'12, Def. 4 and 5).
; CAV'12, Fig. 3: the mass of one outcome needs room in two.
; The question: is L1 below L2? unsat: it is violated.
(set-info :smt-lib-version 2.6)
(set-info :status unsat)
(set-logic QF_LRA)

(declare-const |s0 <= t0| Bool)
(declare-const M1 Bool)
(declare-const |s1 <= t1| Bool)
(declare-const |s1 <= t2| Bool)
(declare-const |s2 <= t1| Bool)
(declare-const |s2 <= t2| Bool)
(declare-const |s3 <= t3| Bool)
(declare-const |M1: s1 -> t1| Real)
(declare-const |M1: s1 -> t2| Real)
(declare-const |M1: s2 -> t1| Real)
(declare-const |M1: s2 -> t2| Real)

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
(assert (=> M1 (= (+ |M1: s1 -> t1| |M1: s1 -> t2|) (/ 1.0 2.0))))
(assert (=> M1 (= (+ |M1: s2 -> t1| |M1: s2 -> t2|) (/ 1.0 2.0))))
(assert (=> M1 (= (+ |M1: s1 -> t1| |M1: s2 -> t1|) (/ 1.0 3.0))))
(assert (=> M1 (= (+ |M1: s1 -> t2| |M1: s2 -> t2|) (/ 2.0 3.0))))
(assert (and (>= |M1: s1 -> t1| 0.0) (=> (> |M1: s1 -> t1| 0.0) |s1 <= t1|)))
(assert (and (>= |M1: s1 -> t2| 0.0) (=> (> |M1: s1 -> t2| 0.0) |s1 <= t2|)))
(assert (and (>= |M1: s2 -> t1| 0.0) (=> (> |M1: s2 -> t1| 0.0) |s2 <= t1|)))
(assert (and (>= |M1: s2 -> t2| 0.0) (=> (> |M1: s2 -> t2| 0.0) |s2 <= t2|)))

(check-sat)
