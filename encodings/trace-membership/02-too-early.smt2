; Membership of a trace, bounded (Cobleigh, Giannakopoulou, Pasareanu: Learning assumptions, TACAS 2003).
; CAV'08, Fig. 1, Input and Order; input is hidden. An output, and no input needs to have happened.
; The interface: ack, output, send. The word: output.
; The question: can Input violate Order while the others do that word? unsat: it can.
(set-info :smt-lib-version 2.6)
(set-info :status unsat)
(set-logic QF_UF)

(declare-const |after 0: (0,0)| Bool)
(declare-const |after 0: (1,1)| Bool)
(declare-const |safe after 0| Bool)
(declare-const |letter 1: ack| Bool)
(declare-const |letter 1: output| Bool)
(declare-const |letter 1: send| Bool)
(declare-const |after 1: error| Bool)
(declare-const |after 1: (2,1)| Bool)
(declare-const |after 1: (1,0)| Bool)
(declare-const |safe after 1| Bool)

; in the beginning
(assert |after 0: (0,0)|)
(assert (! (=> |after 0: (0,0)| |after 0: (1,1)|) :named |step 0: (0,0) -> (1,1) hidden|))

; letter 1
(assert (! (=> (and |after 0: (0,0)| |letter 1: output|) |after 1: error|) :named |step 1: (0,0) -> error by output|))
(assert (! (=> (and |after 0: (1,1)| |letter 1: send|) |after 1: (2,1)|) :named |step 1: (1,1) -> (2,1) by send|))
(assert (! (=> (and |after 0: (1,1)| |letter 1: output|) |after 1: (1,0)|) :named |step 1: (1,1) -> (1,0) by output|))
(assert (or (not |safe after 1|) (not |after 1: error|)))

; the word
(assert |letter 1: output|)
; it does not lead to the error
(assert |safe after 1|)

(check-sat)
