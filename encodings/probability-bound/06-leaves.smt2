; An inductive bound of a probability (Park induction; Puterman, 1994, section 7.2).
; A guest who is not heard greets once more, which GreetFirst does not allow: with probability 1/4.
; The question: does Guest satisfy P<=1/5 [ leaves GreetFirst ]? unsat: it does not.
(set-info :smt-lib-version 2.6)
(set-info :status unsat)
(set-logic QF_LRA)

(declare-const |x waiting: new| Real)
(declare-const |x waiting: known| Real)

(assert (>= |x waiting: new| 0.0))
(assert (>= |x waiting: known| 0.0))
; no choice is worth more than its place
(assert (! (<= (* (/ 1.0 4.0) |x waiting: known|) |x waiting: new|) :named |waiting: new by greet|))
(assert (! (<= 1.0 |x waiting: known|) :named |waiting: known by greet|))
; the bound
(assert (<= |x waiting: new| (/ 1.0 5.0)))

(check-sat)
