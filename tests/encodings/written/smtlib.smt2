; For one solution: z3 FILE, or cvc5 FILE
(set-option :produce-models true)
(set-logic QF_LIA)

(declare-const r1c1 Int)  (assert (or (= r1c1 1) (= r1c1 3)))
(declare-const r1c2 Int)  (assert (= r1c2 2))
(declare-const r1c3 Int)  (assert (or (= r1c3 1) (= r1c3 3)))
(declare-const r1c4 Int)  (assert (or (= r1c4 1) (= r1c4 2) (= r1c4 3) (= r1c4 4)))
(declare-const r2c1 Int)  (assert (or (= r2c1 1) (= r2c1 2) (= r2c1 3) (= r2c1 4)))
(declare-const r2c2 Int)  (assert (or (= r2c2 1) (= r2c2 2) (= r2c2 3) (= r2c2 4)))
(declare-const r2c3 Int)  (assert (or (= r2c3 1) (= r2c3 2) (= r2c3 3) (= r2c3 4)))
(declare-const r2c4 Int)  (assert (or (= r2c4 1) (= r2c4 2) (= r2c4 3) (= r2c4 4)))
(declare-const r3c1 Int)  (assert (or (= r3c1 1) (= r3c1 2) (= r3c1 3) (= r3c1 4)))
(declare-const r3c2 Int)  (assert (or (= r3c2 1) (= r3c2 2) (= r3c2 3) (= r3c2 4)))
(declare-const r3c3 Int)  (assert (or (= r3c3 1) (= r3c3 2) (= r3c3 3) (= r3c3 4)))
(declare-const r3c4 Int)  (assert (or (= r3c4 1) (= r3c4 2) (= r3c4 3) (= r3c4 4)))
(declare-const r4c1 Int)  (assert (or (= r4c1 1) (= r4c1 2) (= r4c1 3) (= r4c1 4)))
(declare-const r4c2 Int)  (assert (or (= r4c2 1) (= r4c2 2) (= r4c2 3) (= r4c2 4)))
(declare-const r4c3 Int)  (assert (or (= r4c3 1) (= r4c3 2) (= r4c3 3) (= r4c3 4)))
(declare-const r4c4 Int)  (assert false)

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
(assert (or (= r1c1 1) (= r1c3 1) (= r1c4 1)))
(assert (or (= r1c1 3) (= r1c3 3) (= r1c4 3)))
(assert (= r1c4 4))

; row 2: every value has a place
(assert (or (= r2c1 1) (= r2c2 1) (= r2c3 1) (= r2c4 1)))
(assert (or (= r2c1 2) (= r2c2 2) (= r2c3 2) (= r2c4 2)))
(assert (or (= r2c1 3) (= r2c2 3) (= r2c3 3) (= r2c4 3)))
(assert (or (= r2c1 4) (= r2c2 4) (= r2c3 4) (= r2c4 4)))

; row 3: every value has a place
(assert (or (= r3c1 1) (= r3c2 1) (= r3c3 1) (= r3c4 1)))
(assert (or (= r3c1 2) (= r3c2 2) (= r3c3 2) (= r3c4 2)))
(assert (or (= r3c1 3) (= r3c2 3) (= r3c3 3) (= r3c4 3)))
(assert (or (= r3c1 4) (= r3c2 4) (= r3c3 4) (= r3c4 4)))

; row 4: every value has a place
(assert (or (= r4c1 1) (= r4c2 1) (= r4c3 1)))
(assert (or (= r4c1 2) (= r4c2 2) (= r4c3 2)))
(assert (or (= r4c1 3) (= r4c2 3) (= r4c3 3)))
(assert (or (= r4c1 4) (= r4c2 4) (= r4c3 4)))

; column 1: every value has a place
(assert (or (= r1c1 1) (= r2c1 1) (= r3c1 1) (= r4c1 1)))
(assert (or (= r2c1 2) (= r3c1 2) (= r4c1 2)))
(assert (or (= r1c1 3) (= r2c1 3) (= r3c1 3) (= r4c1 3)))
(assert (or (= r2c1 4) (= r3c1 4) (= r4c1 4)))

; column 2: every value has a place
(assert (or (= r2c2 1) (= r3c2 1) (= r4c2 1)))
(assert (or (= r2c2 3) (= r3c2 3) (= r4c2 3)))
(assert (or (= r2c2 4) (= r3c2 4) (= r4c2 4)))

; column 3: every value has a place
(assert (or (= r1c3 1) (= r2c3 1) (= r3c3 1) (= r4c3 1)))
(assert (or (= r2c3 2) (= r3c3 2) (= r4c3 2)))
(assert (or (= r1c3 3) (= r2c3 3) (= r3c3 3) (= r4c3 3)))
(assert (or (= r2c3 4) (= r3c3 4) (= r4c3 4)))

; column 4: every value has a place
(assert (or (= r1c4 1) (= r2c4 1) (= r3c4 1)))
(assert (or (= r1c4 2) (= r2c4 2) (= r3c4 2)))
(assert (or (= r1c4 3) (= r2c4 3) (= r3c4 3)))
(assert (or (= r1c4 4) (= r2c4 4) (= r3c4 4)))

; box 1: every value has a place
(assert (or (= r1c1 1) (= r2c1 1) (= r2c2 1)))
(assert (or (= r1c1 3) (= r2c1 3) (= r2c2 3)))
(assert (or (= r2c1 4) (= r2c2 4)))

; box 2: every value has a place
(assert (or (= r1c3 1) (= r1c4 1) (= r2c3 1) (= r2c4 1)))
(assert (or (= r1c4 2) (= r2c3 2) (= r2c4 2)))
(assert (or (= r1c3 3) (= r1c4 3) (= r2c3 3) (= r2c4 3)))
(assert (or (= r1c4 4) (= r2c3 4) (= r2c4 4)))

; box 3: every value has a place
(assert (or (= r3c1 1) (= r3c2 1) (= r4c1 1) (= r4c2 1)))
(assert (or (= r3c1 2) (= r3c2 2) (= r4c1 2) (= r4c2 2)))
(assert (or (= r3c1 3) (= r3c2 3) (= r4c1 3) (= r4c2 3)))
(assert (or (= r3c1 4) (= r3c2 4) (= r4c1 4) (= r4c2 4)))

; box 4: every value has a place
(assert (or (= r3c3 1) (= r3c4 1) (= r4c3 1)))
(assert (or (= r3c3 2) (= r3c4 2) (= r4c3 2)))
(assert (or (= r3c3 3) (= r3c4 3) (= r4c3 3)))
(assert (or (= r3c3 4) (= r3c4 4) (= r4c3 4)))

(check-sat)
(get-value (r1c1 r1c2 r1c3 r1c4
            r2c1 r2c2 r2c3 r2c4
            r3c1 r3c2 r3c3 r3c4
            r4c1 r4c2 r4c3 r4c4))
