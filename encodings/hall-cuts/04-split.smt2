; The same question by Hall cuts (CAV'12, Lemma 1).
; sat: there is one; unsat: there is none.
(set-info :smt-lib-version 2.6)
(set-info :status sat)
(set-logic QF_UF)

(declare-const M1 Bool)
(declare-const |x1 <= y1| Bool)
(declare-const |x1 <= y2| Bool)
(declare-const |x1 <= y3| Bool)
(declare-const |x2 <= y1| Bool)
(declare-const |x2 <= y2| Bool)
(declare-const |x2 <= y3| Bool)

; the relation
(assert |x1 <= y1|)
(assert |x1 <= y2|)
(assert (not |x1 <= y3|))
(assert (not |x2 <= y1|))
(assert |x2 <= y2|)
(assert |x2 <= y3|)

; M1: (1/2 x1 + 1/2 x2) below (1/3 y1 + 1/3 y2 + 1/3 y3)
(assert (=> M1 (or |x1 <= y1| |x1 <= y2|)))
(assert (=> M1 (or |x1 <= y1| |x1 <= y3|)))
(assert (=> M1 (or |x1 <= y2| |x1 <= y3|)))
(assert (=> M1 (or |x2 <= y1| |x2 <= y2|)))
(assert (=> M1 (or |x2 <= y1| |x2 <= y3|)))
(assert (=> M1 (or |x2 <= y2| |x2 <= y3|)))
(assert (=> M1 (or |x1 <= y1| |x2 <= y1|)))
(assert (=> M1 (or |x1 <= y2| |x2 <= y2|)))
(assert (=> M1 (or |x1 <= y3| |x2 <= y3|)))

; is there a weight function?
(assert M1)

(check-sat)
