; For one solution: z3 FILE, or cvc5 FILE
; #b00 is the value 1, and one more is the next
(set-option :produce-models true)
(set-logic QF_BV)

(declare-const r1c1 (_ BitVec 2))  (assert (or (= r1c1 #b00) (= r1c1 #b10)))
(declare-const r1c2 (_ BitVec 2))  (assert (= r1c2 #b01))
(declare-const r1c3 (_ BitVec 2))  (assert (or (= r1c3 #b00) (= r1c3 #b10)))
(declare-const r1c4 (_ BitVec 2))
(declare-const r2c1 (_ BitVec 2))
(declare-const r2c2 (_ BitVec 2))
(declare-const r2c3 (_ BitVec 2))
(declare-const r2c4 (_ BitVec 2))
(declare-const r3c1 (_ BitVec 2))
(declare-const r3c2 (_ BitVec 2))
(declare-const r3c3 (_ BitVec 2))
(declare-const r3c4 (_ BitVec 2))
(declare-const r4c1 (_ BitVec 2))
(declare-const r4c2 (_ BitVec 2))
(declare-const r4c3 (_ BitVec 2))
(declare-const r4c4 (_ BitVec 2))  (assert false)

; row 1
(assert (distinct r1c1 r1c2 r1c3 r1c4))

; row 2
(assert (distinct r2c1 r2c2 r2c3 r2c4))

; row 3
(assert (distinct r3c1 r3c2 r3c3 r3c4))

; row 4
(assert (distinct r4c1 r4c2 r4c3 r4c4))

; column 1
(assert (distinct r1c1 r2c1 r3c1 r4c1))

; column 2
(assert (distinct r1c2 r2c2 r3c2 r4c2))

; column 3
(assert (distinct r1c3 r2c3 r3c3 r4c3))

; column 4
(assert (distinct r1c4 r2c4 r3c4 r4c4))

; box 1
(assert (distinct r1c1 r1c2 r2c1 r2c2))

; box 2
(assert (distinct r1c3 r1c4 r2c3 r2c4))

; box 3
(assert (distinct r3c1 r3c2 r4c1 r4c2))

; box 4
(assert (distinct r3c3 r3c4 r4c3 r4c4))

; two cells
(assert (distinct r1c1 r2c3))

; row 1: every value has a place
(assert (or (= r1c1 #b00) (= r1c3 #b00) (= r1c4 #b00)))
(assert (or (= r1c1 #b10) (= r1c3 #b10) (= r1c4 #b10)))
(assert (= r1c4 #b11))

; row 2: every value has a place
(assert (or (= r2c1 #b00) (= r2c2 #b00) (= r2c3 #b00) (= r2c4 #b00)))
(assert (or (= r2c1 #b01) (= r2c2 #b01) (= r2c3 #b01) (= r2c4 #b01)))
(assert (or (= r2c1 #b10) (= r2c2 #b10) (= r2c3 #b10) (= r2c4 #b10)))
(assert (or (= r2c1 #b11) (= r2c2 #b11) (= r2c3 #b11) (= r2c4 #b11)))

; row 3: every value has a place
(assert (or (= r3c1 #b00) (= r3c2 #b00) (= r3c3 #b00) (= r3c4 #b00)))
(assert (or (= r3c1 #b01) (= r3c2 #b01) (= r3c3 #b01) (= r3c4 #b01)))
(assert (or (= r3c1 #b10) (= r3c2 #b10) (= r3c3 #b10) (= r3c4 #b10)))
(assert (or (= r3c1 #b11) (= r3c2 #b11) (= r3c3 #b11) (= r3c4 #b11)))

; row 4: every value has a place
(assert (or (= r4c1 #b00) (= r4c2 #b00) (= r4c3 #b00)))
(assert (or (= r4c1 #b01) (= r4c2 #b01) (= r4c3 #b01)))
(assert (or (= r4c1 #b10) (= r4c2 #b10) (= r4c3 #b10)))
(assert (or (= r4c1 #b11) (= r4c2 #b11) (= r4c3 #b11)))

; column 1: every value has a place
(assert (or (= r1c1 #b00) (= r2c1 #b00) (= r3c1 #b00) (= r4c1 #b00)))
(assert (or (= r2c1 #b01) (= r3c1 #b01) (= r4c1 #b01)))
(assert (or (= r1c1 #b10) (= r2c1 #b10) (= r3c1 #b10) (= r4c1 #b10)))
(assert (or (= r2c1 #b11) (= r3c1 #b11) (= r4c1 #b11)))

; column 2: every value has a place
(assert (or (= r2c2 #b00) (= r3c2 #b00) (= r4c2 #b00)))
(assert (or (= r2c2 #b10) (= r3c2 #b10) (= r4c2 #b10)))
(assert (or (= r2c2 #b11) (= r3c2 #b11) (= r4c2 #b11)))

; column 3: every value has a place
(assert (or (= r1c3 #b00) (= r2c3 #b00) (= r3c3 #b00) (= r4c3 #b00)))
(assert (or (= r2c3 #b01) (= r3c3 #b01) (= r4c3 #b01)))
(assert (or (= r1c3 #b10) (= r2c3 #b10) (= r3c3 #b10) (= r4c3 #b10)))
(assert (or (= r2c3 #b11) (= r3c3 #b11) (= r4c3 #b11)))

; column 4: every value has a place
(assert (or (= r1c4 #b00) (= r2c4 #b00) (= r3c4 #b00)))
(assert (or (= r1c4 #b01) (= r2c4 #b01) (= r3c4 #b01)))
(assert (or (= r1c4 #b10) (= r2c4 #b10) (= r3c4 #b10)))
(assert (or (= r1c4 #b11) (= r2c4 #b11) (= r3c4 #b11)))

; box 1: every value has a place
(assert (or (= r1c1 #b00) (= r2c1 #b00) (= r2c2 #b00)))
(assert (or (= r1c1 #b10) (= r2c1 #b10) (= r2c2 #b10)))
(assert (or (= r2c1 #b11) (= r2c2 #b11)))

; box 2: every value has a place
(assert (or (= r1c3 #b00) (= r1c4 #b00) (= r2c3 #b00) (= r2c4 #b00)))
(assert (or (= r1c4 #b01) (= r2c3 #b01) (= r2c4 #b01)))
(assert (or (= r1c3 #b10) (= r1c4 #b10) (= r2c3 #b10) (= r2c4 #b10)))
(assert (or (= r1c4 #b11) (= r2c3 #b11) (= r2c4 #b11)))

; box 3: every value has a place
(assert (or (= r3c1 #b00) (= r3c2 #b00) (= r4c1 #b00) (= r4c2 #b00)))
(assert (or (= r3c1 #b01) (= r3c2 #b01) (= r4c1 #b01) (= r4c2 #b01)))
(assert (or (= r3c1 #b10) (= r3c2 #b10) (= r4c1 #b10) (= r4c2 #b10)))
(assert (or (= r3c1 #b11) (= r3c2 #b11) (= r4c1 #b11) (= r4c2 #b11)))

; box 4: every value has a place
(assert (or (= r3c3 #b00) (= r3c4 #b00) (= r4c3 #b00)))
(assert (or (= r3c3 #b01) (= r3c4 #b01) (= r4c3 #b01)))
(assert (or (= r3c3 #b10) (= r3c4 #b10) (= r4c3 #b10)))
(assert (or (= r3c3 #b11) (= r3c4 #b11) (= r4c3 #b11)))

(check-sat)
(get-value (r1c1 r1c2 r1c3 r1c4
            r2c1 r2c2 r2c3 r2c4
            r3c1 r3c2 r3c3 r3c4
            r4c1 r4c2 r4c3 r4c4))
