; Strong simulation by weight functions (CAV'12, Def. 4 and 5).
; the specification must choose before it knows what comes.
; The question: is L below P? unsat: it is violated.
(set-info :smt-lib-version 2.6)
(set-info :status unsat)
(set-logic QF_UF)

(declare-const |s0 <= p0| Bool)
(declare-const |s1 <= p1| Bool)
(declare-const |s1 <= p2| Bool)

; the initial states are related
(assert |s0 <= p0|)
; a pair that is related answers every move
(assert (! (=> |s0 <= p0| (or |s1 <= p1| |s1 <= p2|)) :named |s0 <= p0 by a|))
(assert (! (not |s1 <= p1|) :named |s1 <= p1 by c|))
(assert (! (not |s1 <= p2|) :named |s1 <= p2 by b|))

(check-sat)
