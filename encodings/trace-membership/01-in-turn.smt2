; Membership of a trace, bounded (Cobleigh, Giannakopoulou, Pasareanu: Learning assumptions, TACAS 2003).
; CAV'08, Fig. 1, Input and Order; input is hidden. Each output comes in time.
; The interface: ack, output, send. The word: send output ack send output.
; The question: can Input violate Order while the others do that word? sat: it cannot.
(set-info :smt-lib-version 2.6)
(set-info :status sat)
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
(declare-const |letter 3: ack| Bool)
(declare-const |letter 3: output| Bool)
(declare-const |letter 3: send| Bool)
(declare-const |after 3: error| Bool)
(declare-const |after 3: (0,0)| Bool)
(declare-const |after 3: (1,1)| Bool)
(declare-const |safe after 3| Bool)
(declare-const |letter 4: ack| Bool)
(declare-const |letter 4: output| Bool)
(declare-const |letter 4: send| Bool)
(declare-const |after 4: error| Bool)
(declare-const |after 4: (2,1)| Bool)
(declare-const |after 4: (1,0)| Bool)
(declare-const |safe after 4| Bool)
(declare-const |letter 5: ack| Bool)
(declare-const |letter 5: output| Bool)
(declare-const |letter 5: send| Bool)
(declare-const |after 5: error| Bool)
(declare-const |after 5: (0,1)| Bool)
(declare-const |after 5: (2,0)| Bool)
(declare-const |safe after 5| Bool)

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

; letter 3
(assert (! (=> |after 2: error| |after 3: error|) :named |step 3: error -> error for ever|))
(assert (! (=> (and |after 2: (0,1)| |letter 3: output|) |after 3: (0,0)|) :named |step 3: (0,1) -> (0,0) by output|))
(assert (! (=> (and |after 2: (2,0)| |letter 3: ack|) |after 3: (0,0)|) :named |step 3: (2,0) -> (0,0) by ack|))
(assert (! (=> (and |after 2: (2,0)| |letter 3: output|) |after 3: error|) :named |step 3: (2,0) -> error by output|))
(assert (! (=> |after 3: (0,0)| |after 3: (1,1)|) :named |step 3: (0,0) -> (1,1) hidden|))
(assert (or (not |safe after 3|) (not |after 3: error|)))

; letter 4
(assert (! (=> |after 3: error| |after 4: error|) :named |step 4: error -> error for ever|))
(assert (! (=> (and |after 3: (0,0)| |letter 4: output|) |after 4: error|) :named |step 4: (0,0) -> error by output|))
(assert (! (=> (and |after 3: (1,1)| |letter 4: send|) |after 4: (2,1)|) :named |step 4: (1,1) -> (2,1) by send|))
(assert (! (=> (and |after 3: (1,1)| |letter 4: output|) |after 4: (1,0)|) :named |step 4: (1,1) -> (1,0) by output|))
(assert (or (not |safe after 4|) (not |after 4: error|)))

; letter 5
(assert (! (=> |after 4: error| |after 5: error|) :named |step 5: error -> error for ever|))
(assert (! (=> (and |after 4: (2,1)| |letter 5: ack|) |after 5: (0,1)|) :named |step 5: (2,1) -> (0,1) by ack|))
(assert (! (=> (and |after 4: (2,1)| |letter 5: output|) |after 5: (2,0)|) :named |step 5: (2,1) -> (2,0) by output|))
(assert (! (=> (and |after 4: (1,0)| |letter 5: send|) |after 5: (2,0)|) :named |step 5: (1,0) -> (2,0) by send|))
(assert (! (=> (and |after 4: (1,0)| |letter 5: output|) |after 5: error|) :named |step 5: (1,0) -> error by output|))
(assert (! (=> |after 5: (0,1)| |after 5: error|) :named |step 5: (0,1) -> error hidden|))
(assert (or (not |safe after 5|) (not |after 5: error|)))

; the word
(assert |letter 1: send|)
(assert |letter 2: output|)
(assert |letter 3: ack|)
(assert |letter 4: send|)
(assert |letter 5: output|)
; it does not lead to the error
(assert |safe after 5|)

(check-sat)
