; Strong simulation by Hall cuts, every clause with a name: a core is a counterexample.
; CAV'12, Lemma 4: no counterexample is fully probabilistic.
; The question: is R1 below R2? unsat: it is violated.
; M1: (1/2 r11 + 1/2 r12) below (1/3 r21 + 1/3 r22 + 1/3 r23)
;
; A core from which nothing can be left out:
;   |r10 <= r20 by x|
;   |r11 <= r21 by z|
;   |r11 <= r23 by y|
;   |M1 cut 2|
;
; The tree that propagation over this core yields (nodes, and in brackets the states that they stand for):
;   → n0 (r10)
;       x → 1/2 n1 (r11) + 1/2 n2 (r12)
;     n1 (r11)
;       y → n4 (r13)
;       z → n3 (r14)
;     n2 (r12)
;     n3 (r14)
;     n4 (r13)
(set-info :smt-lib-version 2.6)
(set-info :status unsat)
(set-option :produce-unsat-cores true)
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

(assert |r10 <= r20|)
(assert (! (=> |r10 <= r20| M1) :named |r10 <= r20 by x|))
(assert (! (not |r11 <= r21|) :named |r11 <= r21 by z|))
(assert (! (=> |r11 <= r22| |r13 <= r25|) :named |r11 <= r22 by y|))
(assert (! (=> |r11 <= r22| |r14 <= r26|) :named |r11 <= r22 by z|))
(assert (! (not |r11 <= r23|) :named |r11 <= r23 by y|))
(assert (! (=> M1 (or |r11 <= r21| |r11 <= r22|)) :named |M1 cut 1|))
(assert (! (=> M1 (or |r11 <= r21| |r11 <= r23|)) :named |M1 cut 2|))
(assert (! (=> M1 (or |r11 <= r22| |r11 <= r23|)) :named |M1 cut 3|))
(assert (! (=> M1 (or |r12 <= r21| |r12 <= r22|)) :named |M1 cut 4|))
(assert (! (=> M1 (or |r12 <= r21| |r12 <= r23|)) :named |M1 cut 5|))
(assert (! (=> M1 (or |r12 <= r22| |r12 <= r23|)) :named |M1 cut 6|))
(assert (! (=> M1 (or |r11 <= r21| |r12 <= r21|)) :named |M1 cut 7|))
(assert (! (=> M1 (or |r11 <= r22| |r12 <= r22|)) :named |M1 cut 8|))
(assert (! (=> M1 (or |r11 <= r23| |r12 <= r23|)) :named |M1 cut 9|))

(check-sat)
(get-unsat-core)
