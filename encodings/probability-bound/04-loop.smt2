; An inductive bound of a probability (Park induction; Puterman, 1994, section 7.2).
; A link that tries for ever delivers with probability 1.
; The question: does Link satisfy P<=99/100 [ F deliver ]? unsat: it does not.
(set-info :smt-lib-version 2.6)
(set-info :status unsat)
(set-logic QF_LRA)

(declare-const |x first| Real)
(declare-const |x sent| Real)
(declare-const |x second| Real)
(declare-const |x third| Real)
(declare-const |x lost| Real)

(assert (>= |x first| 0.0))
(assert (>= |x sent| 0.0))
(assert (>= |x second| 0.0))
(assert (>= |x third| 0.0))
(assert (>= |x lost| 0.0))
; no choice is worth more than its place
(assert (! (<= (+ (* (/ 9.0 10.0) |x sent|) (* (/ 1.0 10.0) |x second|)) |x first|) :named |first by send|))
(assert (! (<= 1.0 |x sent|) :named |sent by deliver|))
(assert (! (<= (+ (* (/ 9.0 10.0) |x sent|) (* (/ 1.0 10.0) |x third|)) |x second|) :named |second by send|))
(assert (! (<= (+ (* (/ 9.0 10.0) |x sent|) (* (/ 1.0 10.0) |x lost|)) |x third|) :named |third by send|))
(assert (! (<= |x first| |x lost|) :named |lost by retry|))
; the bound
(assert (<= |x first| (/ 99.0 100.0)))

(check-sat)
