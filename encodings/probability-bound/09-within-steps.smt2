; An inductive bound of a probability (Park induction; Puterman, 1994, section 7.2).
; Four steps are enough for three tries: an unknown for each place and number of steps.
; The question: does Link satisfy P<=999/1000 [ F<=4 deliver ]? sat: it does.
(set-info :smt-lib-version 2.6)
(set-info :status sat)
(set-logic QF_LRA)

(declare-const |x first: 4 left| Real)
(declare-const |x sent: 3 left| Real)
(declare-const |x second: 3 left| Real)
(declare-const |x sent: 2 left| Real)
(declare-const |x third: 2 left| Real)
(declare-const |x sent: 1 left| Real)
(declare-const |x lost: 1 left| Real)

(assert (>= |x first: 4 left| 0.0))
(assert (>= |x sent: 3 left| 0.0))
(assert (>= |x second: 3 left| 0.0))
(assert (>= |x sent: 2 left| 0.0))
(assert (>= |x third: 2 left| 0.0))
(assert (>= |x sent: 1 left| 0.0))
(assert (>= |x lost: 1 left| 0.0))
; no choice is worth more than its place
(assert (! (<= (+ (* (/ 9.0 10.0) |x sent: 3 left|) (* (/ 1.0 10.0) |x second: 3 left|)) |x first: 4 left|) :named |first: 4 left by send|))
(assert (! (<= 1.0 |x sent: 3 left|) :named |sent: 3 left by deliver|))
(assert (! (<= (+ (* (/ 9.0 10.0) |x sent: 2 left|) (* (/ 1.0 10.0) |x third: 2 left|)) |x second: 3 left|) :named |second: 3 left by send|))
(assert (! (<= 1.0 |x sent: 2 left|) :named |sent: 2 left by deliver|))
(assert (! (<= (+ (* (/ 9.0 10.0) |x sent: 1 left|) (* (/ 1.0 10.0) |x lost: 1 left|)) |x third: 2 left|) :named |third: 2 left by send|))
(assert (! (<= 1.0 |x sent: 1 left|) :named |sent: 1 left by deliver|))
; the bound
(assert (<= |x first: 4 left| (/ 999.0 1000.0)))

(check-sat)
