; Strong simulation by Hall cuts (CAV'12, Def. 5 and Lemma 1).
; CAV'12, Fig. 1: a sender and a lossy channel keep their promise.
; The question: is L1 || L2 below P? sat: it holds, and the true pairs are a simulation.
(set-info :smt-lib-version 2.6)
(set-info :status sat)
(set-logic QF_UF)

(declare-const |(t0,s0) <= u0| Bool)
(declare-const |(t1,s0) <= u1| Bool)
(declare-const |(t2,s1) <= u1| Bool)
(declare-const M1 Bool)
(declare-const |(t2,s1) <= u0| Bool)
(declare-const |(t2,s2) <= u0| Bool)
(declare-const |(t2,s2) <= u1| Bool)
(declare-const |(t0,s0) <= u1| Bool)

; the initial states are related
(assert |(t0,s0) <= u0|)
; a pair that is related answers every move
(assert (! (=> |(t0,s0) <= u0| |(t1,s0) <= u1|) :named |(t0,s0) <= u0 by input|))
(assert (! (=> |(t1,s0) <= u1| |(t2,s1) <= u1|) :named |(t1,s0) <= u1 by send|))
(assert (! (=> |(t2,s1) <= u1| M1) :named |(t2,s1) <= u1 by output|))
(assert (! (not |(t2,s1) <= u0|) :named |(t2,s1) <= u0 by output|))
(assert (! (=> |(t2,s2) <= u0| |(t0,s0) <= u0|) :named |(t2,s2) <= u0 by ack|))
(assert (! (=> |(t2,s2) <= u1| |(t0,s0) <= u1|) :named |(t2,s2) <= u1 by ack|))
(assert (! (not |(t0,s0) <= u1|) :named |(t0,s0) <= u1 by input|))

; M1: (1/10 (t2,s1) + 9/10 (t2,s2)) below (9/10 u0 + 1/10 u1)
(assert (=> M1 (or |(t2,s1) <= u0| |(t2,s1) <= u1|)))
(assert (=> M1 |(t2,s2) <= u0|))
(assert (=> M1 (or |(t2,s1) <= u1| |(t2,s2) <= u1|)))

(check-sat)
