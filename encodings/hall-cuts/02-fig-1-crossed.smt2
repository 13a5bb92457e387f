; The same question by Hall cuts (CAV'12, Lemma 1).
; sat: there is one; unsat: there is none.
(set-info :smt-lib-version 2.6)
(set-info :status unsat)
(set-logic QF_UF)

(declare-const M1 Bool)
(declare-const |x1 <= y1| Bool)
(declare-const |x1 <= y2| Bool)
(declare-const |x2 <= y1| Bool)
(declare-const |x2 <= y2| Bool)

; the relation
(assert |x1 <= y1|)
(assert |x1 <= y2|)
(assert |x2 <= y1|)
(assert (not |x2 <= y2|))

; M1: (1/10 x1 + 9/10 x2) below (1/10 y1 + 9/10 y2)
(assert (=> M1 (or |x1 <= y1| |x1 <= y2|)))
(assert (=> M1 |x2 <= y2|))
(assert (=> M1 (or |x1 <= y1| |x2 <= y1|)))

; is there a weight function?
(assert M1)

(check-sat)
