; A weight function for two distributions and a relation (CAV'12, Def. 4).
; sat: there is one; unsat: there is none.
(set-info :smt-lib-version 2.6)
(set-info :status sat)
(set-logic QF_LRA)

(declare-const M1 Bool)
(declare-const |x1 <= y1| Bool)
(declare-const |x1 <= y2| Bool)
(declare-const |x1 <= y3| Bool)
(declare-const |x2 <= y1| Bool)
(declare-const |x2 <= y2| Bool)
(declare-const |x2 <= y3| Bool)
(declare-const |M1: x1 -> y1| Real)
(declare-const |M1: x1 -> y2| Real)
(declare-const |M1: x1 -> y3| Real)
(declare-const |M1: x2 -> y1| Real)
(declare-const |M1: x2 -> y2| Real)
(declare-const |M1: x2 -> y3| Real)

; the relation
(assert |x1 <= y1|)
(assert |x1 <= y2|)
(assert (not |x1 <= y3|))
(assert (not |x2 <= y1|))
(assert |x2 <= y2|)
(assert |x2 <= y3|)

; M1: (1/2 x1 + 1/2 x2) below (1/3 y1 + 1/3 y2 + 1/3 y3)
(assert (=> M1 (= (+ |M1: x1 -> y1| |M1: x1 -> y2| |M1: x1 -> y3|) (/ 1.0 2.0))))
(assert (=> M1 (= (+ |M1: x2 -> y1| |M1: x2 -> y2| |M1: x2 -> y3|) (/ 1.0 2.0))))
(assert (=> M1 (= (+ |M1: x1 -> y1| |M1: x2 -> y1|) (/ 1.0 3.0))))
(assert (=> M1 (= (+ |M1: x1 -> y2| |M1: x2 -> y2|) (/ 1.0 3.0))))
(assert (=> M1 (= (+ |M1: x1 -> y3| |M1: x2 -> y3|) (/ 1.0 3.0))))
(assert (and (>= |M1: x1 -> y1| 0.0) (=> (> |M1: x1 -> y1| 0.0) |x1 <= y1|)))
(assert (and (>= |M1: x1 -> y2| 0.0) (=> (> |M1: x1 -> y2| 0.0) |x1 <= y2|)))
(assert (and (>= |M1: x1 -> y3| 0.0) (=> (> |M1: x1 -> y3| 0.0) |x1 <= y3|)))
(assert (and (>= |M1: x2 -> y1| 0.0) (=> (> |M1: x2 -> y1| 0.0) |x2 <= y1|)))
(assert (and (>= |M1: x2 -> y2| 0.0) (=> (> |M1: x2 -> y2| 0.0) |x2 <= y2|)))
(assert (and (>= |M1: x2 -> y3| 0.0) (=> (> |M1: x2 -> y3| 0.0) |x2 <= y3|)))

; is there a weight function?
(assert M1)

(check-sat)
