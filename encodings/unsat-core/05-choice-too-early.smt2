; Strong simulation by Hall cuts, every clause with a name: a core is a counterexample.
; the specification must choose before it knows what comes.
; The question: is L below P? unsat: it is violated.
;
; A core from which nothing can be left out:
;   |s0 <= p0 by a|
;   |s1 <= p1 by c|
;   |s1 <= p2 by b|
;
; The tree that propagation over this core yields (nodes, and in brackets the states that they stand for):
;   → n0 (s0)
;       a → n1 (s1)
;     n1 (s1)
;       b → n2 (s0)
;       c → n2 (s0)
;     n2 (s0)
(set-info :smt-lib-version 2.6)
(set-info :status unsat)
(set-option :produce-unsat-cores true)
(set-logic QF_UF)

(declare-const |s0 <= p0| Bool)
(declare-const |s1 <= p1| Bool)
(declare-const |s1 <= p2| Bool)

(assert |s0 <= p0|)
(assert (! (=> |s0 <= p0| (or |s1 <= p1| |s1 <= p2|)) :named |s0 <= p0 by a|))
(assert (! (not |s1 <= p1|) :named |s1 <= p1 by c|))
(assert (! (not |s1 <= p2|) :named |s1 <= p2 by b|))

(check-sat)
(get-unsat-core)
