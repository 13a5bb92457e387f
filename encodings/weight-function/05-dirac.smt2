; A weight function for two distributions and a relation (CAV'12, Def. 4).
; sat: there is one; unsat: there is none.
(set-info :smt-lib-version 2.6)
(set-info :status sat)
(set-logic QF_UF)

(declare-const M1 Bool)
(declare-const |x1 <= y1| Bool)
(declare-const |x1 <= y2| Bool)
(declare-const |x1 <= y3| Bool)

; the relation
(assert |x1 <= y1|)
(assert |x1 <= y2|)
(assert |x1 <= y3|)

; M1: (x1) below (1/3 y1 + 1/3 y2 + 1/3 y3)
(assert (=> M1 |x1 <= y1|))
(assert (=> M1 |x1 <= y2|))
(assert (=> M1 |x1 <= y3|))

; is there a weight function?
(assert M1)

(check-sat)
