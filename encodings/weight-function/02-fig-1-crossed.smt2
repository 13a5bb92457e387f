; A weight function for two distributions and a relation (CAV'12, Def. 4).
; sat: there is one; unsat: there is none.
(set-info :smt-lib-version 2.6)
(set-info :status unsat)
(set-logic QF_LRA)

(declare-const M1 Bool)
(declare-const |x1 <= y1| Bool)
(declare-const |x1 <= y2| Bool)
(declare-const |x2 <= y1| Bool)
(declare-const |x2 <= y2| Bool)
(declare-const |M1: x1 -> y1| Real)
(declare-const |M1: x1 -> y2| Real)
(declare-const |M1: x2 -> y1| Real)
(declare-const |M1: x2 -> y2| Real)

; the relation
(assert |x1 <= y1|)
(assert |x1 <= y2|)
(assert |x2 <= y1|)
(assert (not |x2 <= y2|))

; M1: (1/10 x1 + 9/10 x2) below (1/10 y1 + 9/10 y2)
(assert (=> M1 (= (+ |M1: x1 -> y1| |M1: x1 -> y2|) (/ 1.0 10.0))))
(assert (=> M1 (= (+ |M1: x2 -> y1| |M1: x2 -> y2|) (/ 9.0 10.0))))
(assert (=> M1 (= (+ |M1: x1 -> y1| |M1: x2 -> y1|) (/ 1.0 10.0))))
(assert (=> M1 (= (+ |M1: x1 -> y2| |M1: x2 -> y2|) (/ 9.0 10.0))))
(assert (and (>= |M1: x1 -> y1| 0.0) (=> (> |M1: x1 -> y1| 0.0) |x1 <= y1|)))
(assert (and (>= |M1: x1 -> y2| 0.0) (=> (> |M1: x1 -> y2| 0.0) |x1 <= y2|)))
(assert (and (>= |M1: x2 -> y1| 0.0) (=> (> |M1: x2 -> y1| 0.0) |x2 <= y1|)))
(assert (and (>= |M1: x2 -> y2| 0.0) (=> (> |M1: x2 -> y2| 0.0) |x2 <= y2|)))

; is there a weight function?
(assert M1)

(check-sat)
