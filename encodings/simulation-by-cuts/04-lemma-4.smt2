; Strong simulation by Hall cuts (CAV'12, Def. 5 and Lemma 1).
; CAV'12, Lemma 4: no counterexample is fully probabilistic.
; The question: is R1 below R2? unsat: it is violated.
(set-info :smt-lib-version 2.6)
(set-info :status unsat)
(set-logic QF_UF)

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

; the initial states are related
(assert |r10 <= r20|)
; a pair that is related answers every move
(assert (! (=> |r10 <= r20| M1) :named |r10 <= r20 by x|))
(assert (! (not |r11 <= r21|) :named |r11 <= r21 by z|))
(assert (! (=> |r11 <= r22| |r13 <= r25|) :named |r11 <= r22 by y|))
(assert (! (=> |r11 <= r22| |r14 <= r26|) :named |r11 <= r22 by z|))
(assert (! (not |r11 <= r23|) :named |r11 <= r23 by y|))

; M1: (1/2 r11 + 1/2 r12) below (1/3 r21 + 1/3 r22 + 1/3 r23)
(assert (=> M1 (or |r11 <= r21| |r11 <= r22|)))
(assert (=> M1 (or |r11 <= r21| |r11 <= r23|)))
(assert (=> M1 (or |r11 <= r22| |r11 <= r23|)))
(assert (=> M1 (or |r12 <= r21| |r12 <= r22|)))
(assert (=> M1 (or |r12 <= r21| |r12 <= r23|)))
(assert (=> M1 (or |r12 <= r22| |r12 <= r23|)))
(assert (=> M1 (or |r11 <= r21| |r12 <= r21|)))
(assert (=> M1 (or |r11 <= r22| |r12 <= r22|)))
(assert (=> M1 (or |r11 <= r23| |r12 <= r23|)))

(check-sat)
