; Strong simulation by weight functions (CAV'12, Def. 4 and 5).
; CAV'12, Lemma 4: no counterexample is fully probabilistic.
; The question: is R1 below R2? unsat: it is violated.
(set-info :smt-lib-version 2.6)
(set-info :status unsat)
(set-logic QF_LRA)

(declare-const |r10 <= r20| Bool)
(declare-const M1 Bool)
(declare-const |r11 <= r21| Bool)
(declare-const |r11 <= r22| Bool)
(declare-const |r11 <= r23| Bool)
(declare-const |r12 <= r21| Bool)
(declare-const |r12 <= r22| Bool)
(declare-const |r12 <= r23| Bool)
(declare-const |r13 <= r25| Bool)
(declare-const |r14 <= r26| Bool)
(declare-const |M1: r11 -> r21| Real)
(declare-const |M1: r11 -> r22| Real)
(declare-const |M1: r11 -> r23| Real)
(declare-const |M1: r12 -> r21| Real)
(declare-const |M1: r12 -> r22| Real)
(declare-const |M1: r12 -> r23| Real)

; the initial states are related
(assert |r10 <= r20|)
; a pair that is related answers every move
(assert (! (=> |r10 <= r20| M1) :named |r10 <= r20 by x|))
(assert (! (not |r11 <= r21|) :named |r11 <= r21 by z|))
(assert (! (=> |r11 <= r22| |r13 <= r25|) :named |r11 <= r22 by y|))
(assert (! (=> |r11 <= r22| |r14 <= r26|) :named |r11 <= r22 by z|))
(assert (! (not |r11 <= r23|) :named |r11 <= r23 by y|))

; M1: (1/2 r11 + 1/2 r12) below (1/3 r21 + 1/3 r22 + 1/3 r23)
(assert (=> M1 (= (+ |M1: r11 -> r21| |M1: r11 -> r22| |M1: r11 -> r23|) (/ 1.0 2.0))))
(assert (=> M1 (= (+ |M1: r12 -> r21| |M1: r12 -> r22| |M1: r12 -> r23|) (/ 1.0 2.0))))
(assert (=> M1 (= (+ |M1: r11 -> r21| |M1: r12 -> r21|) (/ 1.0 3.0))))
(assert (=> M1 (= (+ |M1: r11 -> r22| |M1: r12 -> r22|) (/ 1.0 3.0))))
(assert (=> M1 (= (+ |M1: r11 -> r23| |M1: r12 -> r23|) (/ 1.0 3.0))))
(assert (and (>= |M1: r11 -> r21| 0.0) (=> (> |M1: r11 -> r21| 0.0) |r11 <= r21|)))
(assert (and (>= |M1: r11 -> r22| 0.0) (=> (> |M1: r11 -> r22| 0.0) |r11 <= r22|)))
(assert (and (>= |M1: r11 -> r23| 0.0) (=> (> |M1: r11 -> r23| 0.0) |r11 <= r23|)))
(assert (and (>= |M1: r12 -> r21| 0.0) (=> (> |M1: r12 -> r21| 0.0) |r12 <= r21|)))
(assert (and (>= |M1: r12 -> r22| 0.0) (=> (> |M1: r12 -> r22| 0.0) |r12 <= r22|)))
(assert (and (>= |M1: r12 -> r23| 0.0) (=> (> |M1: r12 -> r23| 0.0) |r12 <= r23|)))

(check-sat)
