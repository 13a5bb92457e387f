; Strong simulation by weight functions (CAV'12, Def. 4 and 5).
; plain transition systems: one answer to choose for each move.
; The question: is L below P? sat: it holds, and the true pairs are a simulation.
(set-info :smt-lib-version 2.6)
(set-info :status sat)
(set-logic QF_UF)

(declare-const |s0 <= p0| Bool)
(declare-const |s1 <= p1| Bool)
(declare-const |s1 <= p2| Bool)
(declare-const |s2 <= p1| Bool)
(declare-const |s2 <= p2| Bool)

; the initial states are related
(assert |s0 <= p0|)
; a pair that is related answers every move
(assert (! (=> |s0 <= p0| (or |s1 <= p1| |s1 <= p2|)) :named |s0 <= p0 by a 1|))
(assert (! (=> |s0 <= p0| (or |s2 <= p1| |s2 <= p2|)) :named |s0 <= p0 by a 2|))
(assert (! (=> |s1 <= p1| |s0 <= p0|) :named |s1 <= p1 by b|))
(assert (! (not |s1 <= p2|) :named |s1 <= p2 by b|))
(assert (! (not |s2 <= p1|) :named |s2 <= p1 by c|))
(assert (! (=> |s2 <= p2| |s0 <= p0|) :named |s2 <= p2 by c|))

(check-sat)
