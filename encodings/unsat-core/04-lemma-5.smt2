; Strong simulation by Hall cuts, every clause with a name: a core is a counterexample.
; CAV'12, Lemma 5: no counterexample is reactive.
; The question: is L below R? unsat: it is violated.
; M1: (1/2 l11 + 1/2 l12) below (1/3 r21 + 1/3 r22 + 1/3 r23)
;
; A core from which nothing can be left out:
;   |l10 <= r20 by x|
;   |l11 <= r21 by y 2|
;   |l11 <= r23 by y 1|
;   |lw <= rz by w|
;   |lz <= rw by z|
;   |M1 cut 2|
;
; The tree that propagation over this core yields (nodes, and in brackets the states that they stand for):
;   → n0 (l10)
;       x → 1/2 n1 (l11) + 1/2 n2 (l12)
;     n1 (l11)
;       y → n3 (lw)
;       y → n4 (lz)
;     n2 (l12)
;     n3 (lw)
;       w → n5 (end)
;     n4 (lz)
;       z → n5 (end)
;     n5 (end)
(set-info :smt-lib-version 2.6)
(set-info :status unsat)
(set-option :produce-unsat-cores true)
(set-logic QF_UF)

(declare-const |l10 <= r20| Bool)
(declare-const M1 Bool)
(declare-const |l11 <= r21| Bool)
(declare-const |l11 <= r22| Bool)
(declare-const |l11 <= r23| Bool)
(declare-const |l12 <= r21| Bool)
(declare-const |l12 <= r22| Bool)
(declare-const |l12 <= r23| Bool)
(declare-const |lz <= rz| Bool)
(declare-const |lw <= rz| Bool)
(declare-const |lz <= rzw| Bool)
(declare-const |lw <= rzw| Bool)
(declare-const |lz <= rw| Bool)
(declare-const |lw <= rw| Bool)
(declare-const |end <= end| Bool)

(assert |l10 <= r20|)
(assert (! (=> |l10 <= r20| M1) :named |l10 <= r20 by x|))
(assert (! (=> |l11 <= r21| |lz <= rz|) :named |l11 <= r21 by y 1|))
(assert (! (=> |l11 <= r21| |lw <= rz|) :named |l11 <= r21 by y 2|))
(assert (! (=> |l11 <= r22| |lz <= rzw|) :named |l11 <= r22 by y 1|))
(assert (! (=> |l11 <= r22| |lw <= rzw|) :named |l11 <= r22 by y 2|))
(assert (! (=> |l11 <= r23| |lz <= rw|) :named |l11 <= r23 by y 1|))
(assert (! (=> |l11 <= r23| |lw <= rw|) :named |l11 <= r23 by y 2|))
(assert (! (=> |lz <= rz| |end <= end|) :named |lz <= rz by z|))
(assert (! (not |lw <= rz|) :named |lw <= rz by w|))
(assert (! (=> |lz <= rzw| |end <= end|) :named |lz <= rzw by z|))
(assert (! (=> |lw <= rzw| |end <= end|) :named |lw <= rzw by w|))
(assert (! (not |lz <= rw|) :named |lz <= rw by z|))
(assert (! (=> |lw <= rw| |end <= end|) :named |lw <= rw by w|))
(assert (! (=> M1 (or |l11 <= r21| |l11 <= r22|)) :named |M1 cut 1|))
(assert (! (=> M1 (or |l11 <= r21| |l11 <= r23|)) :named |M1 cut 2|))
(assert (! (=> M1 (or |l11 <= r22| |l11 <= r23|)) :named |M1 cut 3|))
(assert (! (=> M1 (or |l12 <= r21| |l12 <= r22|)) :named |M1 cut 4|))
(assert (! (=> M1 (or |l12 <= r21| |l12 <= r23|)) :named |M1 cut 5|))
(assert (! (=> M1 (or |l12 <= r22| |l12 <= r23|)) :named |M1 cut 6|))
(assert (! (=> M1 (or |l11 <= r21| |l12 <= r21|)) :named |M1 cut 7|))
(assert (! (=> M1 (or |l11 <= r22| |l12 <= r22|)) :named |M1 cut 8|))
(assert (! (=> M1 (or |l11 <= r23| |l12 <= r23|)) :named |M1 cut 9|))

(check-sat)
(get-unsat-core)
