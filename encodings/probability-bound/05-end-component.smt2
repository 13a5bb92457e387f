; An inductive bound of a probability (Park induction; Puterman, 1994, section 7.2).
; A player may wait for ever, in a cycle that leads nowhere: the least solution counts, and it is 1/2.
; The question: does Player satisfy P<=1/2 [ F win ]? sat: it does.
(set-info :smt-lib-version 2.6)
(set-info :status sat)
(set-logic QF_LRA)

(declare-const |x idle| Real)
(declare-const |x busy| Real)
(declare-const |x won| Real)

(assert (>= |x idle| 0.0))
(assert (>= |x busy| 0.0))
(assert (>= |x won| 0.0))
; no choice is worth more than its place
(assert (! (<= |x busy| |x idle|) :named |idle by wait|))
(assert (! (<= (* (/ 1.0 2.0) |x won|) |x idle|) :named |idle by try|))
(assert (! (<= |x idle| |x busy|) :named |busy by wait|))
(assert (! (<= 1.0 |x won|) :named |won by win|))
; the bound
(assert (<= |x idle| (/ 1.0 2.0)))

(check-sat)
