; An inductive bound of a probability (Park induction; Puterman, 1994, section 7.2).
; Probabilities over 7, 11 and 13, and the exact value.
; The question: does Primes satisfy P<=93/203 [ F win ]? sat: it does.
(set-info :smt-lib-version 2.6)
(set-info :status sat)
(set-logic QF_LRA)

(declare-const |x x| Real)
(declare-const |x y| Real)
(declare-const |x z| Real)
(declare-const |x won| Real)

(assert (>= |x x| 0.0))
(assert (>= |x y| 0.0))
(assert (>= |x z| 0.0))
(assert (>= |x won| 0.0))
; no choice is worth more than its place
(assert (! (<= (+ (* (/ 1.0 7.0) |x y|) (* (/ 6.0 7.0) |x z|)) |x x|) :named |x by a|))
(assert (! (<= (+ (* (/ 2.0 11.0) |x x|) (* (/ 9.0 11.0) |x won|)) |x y|) :named |y by a|))
(assert (! (<= (+ (* (/ 5.0 13.0) |x x|) (* (/ 3.0 13.0) |x y|)) |x z|) :named |z by a|))
(assert (! (<= 1.0 |x won|) :named |won by win|))
; the bound
(assert (<= |x x| (/ 93.0 203.0)))

(check-sat)
