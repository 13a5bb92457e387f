; An inductive bound of a probability (Park induction; Puterman, 1994, section 7.2).
; A link tries to send three times, and fails when all were lost: with probability 1/1000.
; The question: does Link satisfy P<=1/1000 [ F fail ]? sat: it does.
(set-info :smt-lib-version 2.6)
(set-info :status sat)
(set-logic QF_LRA)

(declare-const |x first| Real)
(declare-const |x second| Real)
(declare-const |x third| Real)
(declare-const |x lost| Real)

(assert (>= |x first| 0.0))
(assert (>= |x second| 0.0))
(assert (>= |x third| 0.0))
(assert (>= |x lost| 0.0))
; no choice is worth more than its place
(assert (! (<= (* (/ 1.0 10.0) |x second|) |x first|) :named |first by send|))
(assert (! (<= (* (/ 1.0 10.0) |x third|) |x second|) :named |second by send|))
(assert (! (<= (* (/ 1.0 10.0) |x lost|) |x third|) :named |third by send|))
(assert (! (<= 1.0 |x lost|) :named |lost by fail|))
; the bound
(assert (<= |x first| (/ 1.0 1000.0)))

(check-sat)
