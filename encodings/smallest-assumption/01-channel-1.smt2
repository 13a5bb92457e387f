; A smallest assumption, by its bounds (Fietzke 2006; Neider, ATVA 2012).
; Input and Output, in turn.
; The interface: ack, output, send.
; The question: is there an assumption of 1 state about Output, under which Input keeps Order? unsat: there is none.
(set-info :smt-lib-version 2.6)
(set-info :status unsat)
(set-logic QF_UF)

(declare-const |0 to 0 on ack| Bool)
(declare-const |0 to 0 on output| Bool)
(declare-const |0 to 0 on send| Bool)
(declare-const |low 0 at 0| Bool)
(declare-const |low 1 at 0| Bool)
(declare-const |low 2 at 0| Bool)
(declare-const |up 0 at 0| Bool)
(declare-const |up 1 at 0| Bool)
(declare-const |up 2 at 0| Bool)

; low 0 leads to low 1 by send
; low 1 leads to low 2 by output
; low 2 leads to low 0 by ack
; up 0 leads to the error by output
; up 0 leads to up 1 by send
; up 1 leads to the error by ack
; up 1 leads to up 2 by output
; up 2 leads to up 0 by ack
; up 2 leads to the error by output

(assert |low 0 at 0|)
(assert |up 0 at 0|)
(assert (=> |low 0 at 0| |0 to 0 on send|))
(assert (=> (and |low 0 at 0| |0 to 0 on send|) |low 1 at 0|))
(assert (=> |low 1 at 0| |0 to 0 on output|))
(assert (=> (and |low 1 at 0| |0 to 0 on output|) |low 2 at 0|))
(assert (=> |low 2 at 0| |0 to 0 on ack|))
(assert (=> (and |low 2 at 0| |0 to 0 on ack|) |low 0 at 0|))
(assert (or (not |up 0 at 0|) (not |0 to 0 on output|)))
(assert (=> (and |up 0 at 0| |0 to 0 on send|) |up 1 at 0|))
(assert (or (not |up 1 at 0|) (not |0 to 0 on ack|)))
(assert (=> (and |up 1 at 0| |0 to 0 on output|) |up 2 at 0|))
(assert (=> (and |up 2 at 0| |0 to 0 on ack|) |up 0 at 0|))
(assert (or (not |up 2 at 0|) (not |0 to 0 on output|)))

(check-sat)
