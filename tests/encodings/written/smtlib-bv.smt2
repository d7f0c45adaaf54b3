; A puzzle of 4 x 4 cells: r1c2 is the cell in row 1, column 2,
; and its bits are the value less one; v5 is the value 5.
(set-option :produce-models true)
(set-logic QF_BV)
(define-fun v1 () (_ BitVec 2) #b00)
(define-fun v2 () (_ BitVec 2) #b01)
(define-fun v3 () (_ BitVec 2) #b10)
(define-fun v4 () (_ BitVec 2) #b11)
(declare-const r1c1 (_ BitVec 2))
(declare-const r1c2 (_ BitVec 2))
(declare-const r1c3 (_ BitVec 2))
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
(declare-const r4c4 (_ BitVec 2))
; each cell has one of its values
(assert (and (bvule r1c1 v3) (not (= r1c1 v2))))
(assert (= r1c2 v2))
(assert (and (bvule r1c3 v3) (not (= r1c3 v2))))
; r4c4 has no value left
(assert false)
; row 1: all different
(assert (distinct r1c1 r1c2 r1c3 r1c4))
; row 1: every value has a place
(assert (or (= r1c1 v1) (= r1c3 v1) (= r1c4 v1)))
(assert (or (= r1c1 v3) (= r1c3 v3) (= r1c4 v3)))
(assert (= r1c4 v4))
; row 2: all different
(assert (distinct r2c1 r2c2 r2c3 r2c4))
; row 2: every value has a place
(assert (or (= r2c1 v1) (= r2c2 v1) (= r2c3 v1) (= r2c4 v1)))
(assert (or (= r2c1 v2) (= r2c2 v2) (= r2c3 v2) (= r2c4 v2)))
(assert (or (= r2c1 v3) (= r2c2 v3) (= r2c3 v3) (= r2c4 v3)))
(assert (or (= r2c1 v4) (= r2c2 v4) (= r2c3 v4) (= r2c4 v4)))
; row 3: all different
(assert (distinct r3c1 r3c2 r3c3 r3c4))
; row 3: every value has a place
(assert (or (= r3c1 v1) (= r3c2 v1) (= r3c3 v1) (= r3c4 v1)))
(assert (or (= r3c1 v2) (= r3c2 v2) (= r3c3 v2) (= r3c4 v2)))
(assert (or (= r3c1 v3) (= r3c2 v3) (= r3c3 v3) (= r3c4 v3)))
(assert (or (= r3c1 v4) (= r3c2 v4) (= r3c3 v4) (= r3c4 v4)))
; row 4: all different
(assert (distinct r4c1 r4c2 r4c3 r4c4))
; row 4: every value has a place
(assert (or (= r4c1 v1) (= r4c2 v1) (= r4c3 v1)))
(assert (or (= r4c1 v2) (= r4c2 v2) (= r4c3 v2)))
(assert (or (= r4c1 v3) (= r4c2 v3) (= r4c3 v3)))
(assert (or (= r4c1 v4) (= r4c2 v4) (= r4c3 v4)))
; column 1: all different
(assert (distinct r1c1 r2c1 r3c1 r4c1))
; column 1: every value has a place
(assert (or (= r1c1 v1) (= r2c1 v1) (= r3c1 v1) (= r4c1 v1)))
(assert (or (= r2c1 v2) (= r3c1 v2) (= r4c1 v2)))
(assert (or (= r1c1 v3) (= r2c1 v3) (= r3c1 v3) (= r4c1 v3)))
(assert (or (= r2c1 v4) (= r3c1 v4) (= r4c1 v4)))
; column 2: all different
(assert (distinct r1c2 r2c2 r3c2 r4c2))
; column 2: every value has a place
(assert (or (= r2c2 v1) (= r3c2 v1) (= r4c2 v1)))
(assert (or (= r2c2 v3) (= r3c2 v3) (= r4c2 v3)))
(assert (or (= r2c2 v4) (= r3c2 v4) (= r4c2 v4)))
; column 3: all different
(assert (distinct r1c3 r2c3 r3c3 r4c3))
; column 3: every value has a place
(assert (or (= r1c3 v1) (= r2c3 v1) (= r3c3 v1) (= r4c3 v1)))
(assert (or (= r2c3 v2) (= r3c3 v2) (= r4c3 v2)))
(assert (or (= r1c3 v3) (= r2c3 v3) (= r3c3 v3) (= r4c3 v3)))
(assert (or (= r2c3 v4) (= r3c3 v4) (= r4c3 v4)))
; column 4: all different
(assert (distinct r1c4 r2c4 r3c4 r4c4))
; column 4: every value has a place
(assert (or (= r1c4 v1) (= r2c4 v1) (= r3c4 v1)))
(assert (or (= r1c4 v2) (= r2c4 v2) (= r3c4 v2)))
(assert (or (= r1c4 v3) (= r2c4 v3) (= r3c4 v3)))
(assert (or (= r1c4 v4) (= r2c4 v4) (= r3c4 v4)))
; box 1: all different
(assert (distinct r1c1 r1c2 r2c1 r2c2))
; box 1: every value has a place
(assert (or (= r1c1 v1) (= r2c1 v1) (= r2c2 v1)))
(assert (or (= r1c1 v3) (= r2c1 v3) (= r2c2 v3)))
(assert (or (= r2c1 v4) (= r2c2 v4)))
; box 2: all different
(assert (distinct r1c3 r1c4 r2c3 r2c4))
; box 2: every value has a place
(assert (or (= r1c3 v1) (= r1c4 v1) (= r2c3 v1) (= r2c4 v1)))
(assert (or (= r1c4 v2) (= r2c3 v2) (= r2c4 v2)))
(assert (or (= r1c3 v3) (= r1c4 v3) (= r2c3 v3) (= r2c4 v3)))
(assert (or (= r1c4 v4) (= r2c3 v4) (= r2c4 v4)))
; box 3: all different
(assert (distinct r3c1 r3c2 r4c1 r4c2))
; box 3: every value has a place
(assert (or (= r3c1 v1) (= r3c2 v1) (= r4c1 v1) (= r4c2 v1)))
(assert (or (= r3c1 v2) (= r3c2 v2) (= r4c1 v2) (= r4c2 v2)))
(assert (or (= r3c1 v3) (= r3c2 v3) (= r4c1 v3) (= r4c2 v3)))
(assert (or (= r3c1 v4) (= r3c2 v4) (= r4c1 v4) (= r4c2 v4)))
; box 4: all different
(assert (distinct r3c3 r3c4 r4c3 r4c4))
; box 4: every value has a place
(assert (or (= r3c3 v1) (= r3c4 v1) (= r4c3 v1)))
(assert (or (= r3c3 v2) (= r3c4 v2) (= r4c3 v2)))
(assert (or (= r3c3 v3) (= r3c4 v3) (= r4c3 v3)))
(assert (or (= r3c3 v4) (= r3c4 v4) (= r4c3 v4)))
; two cells: all different
(assert (distinct r1c1 r2c3))
(check-sat)
(get-value (r1c1 r1c2 r1c3 r1c4
            r2c1 r2c2 r2c3 r2c4
            r3c1 r3c2 r3c3 r3c4
            r4c1 r4c2 r4c3 r4c4))
