; Membership of a trace, bounded (Cobleigh, Giannakopoulou, Pasareanu: Learning assumptions, TACAS 2003).
; CAV'08, Fig. 1, Input and Order; input is hidden. No output, and the next input may come.
; The interface: ack, output, send. The word: send ack.
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
(declare-const |letter 2: ack| Bool)
(declare-const |letter 2: output| Bool)
(declare-const |letter 2: send| Bool)
(declare-const |after 2: error| Bool)
(declare-const |after 2: (0,1)| Bool)
(declare-const |after 2: (2,0)| Bool)
(declare-const |safe after 2| Bool)

; in the beginning
(assert |after 0: (0,0)|)
(assert (! (=> |after 0: (0,0)| |after 0: (1,1)|) :named |step 0: (0,0) -> (1,1) hidden|))

; letter 1
(assert (! (=> (and |after 0: (0,0)| |letter 1: output|) |after 1: error|) :named |step 1: (0,0) -> error by output|))
(assert (! (=> (and |after 0: (1,1)| |letter 1: send|) |after 1: (2,1)|) :named |step 1: (1,1) -> (2,1) by send|))
(assert (! (=> (and |after 0: (1,1)| |letter 1: output|) |after 1: (1,0)|) :named |step 1: (1,1) -> (1,0) by output|))
(assert (or (not |safe after 1|) (not |after 1: error|)))

; letter 2
(assert (! (=> |after 1: error| |after 2: error|) :named |step 2: error -> error for ever|))
(assert (! (=> (and |after 1: (2,1)| |letter 2: ack|) |after 2: (0,1)|) :named |step 2: (2,1) -> (0,1) by ack|))
(assert (! (=> (and |after 1: (2,1)| |letter 2: output|) |after 2: (2,0)|) :named |step 2: (2,1) -> (2,0) by output|))
(assert (! (=> (and |after 1: (1,0)| |letter 2: send|) |after 2: (2,0)|) :named |step 2: (1,0) -> (2,0) by send|))
(assert (! (=> (and |after 1: (1,0)| |letter 2: output|) |after 2: error|) :named |step 2: (1,0) -> error by output|))
(assert (! (=> |after 2: (0,1)| |after 2: error|) :named |step 2: (0,1) -> error hidden|))
(assert (or (not |safe after 2|) (not |after 2: error|)))

; the word
(assert |letter 1: send|)
(assert |letter 2: ack|)
; it does not lead to the error
(assert |safe after 2|)

(check-sat)
