; For one solution: z3 FILE, or cvc5 FILE
(set-option :produce-models true)
(set-logic QF_NIA)
(define-fun quotient ((x Int) (y Int)) Int (ite (>= x 0) (div x y) (- (div (- x) y))))
(define-fun maximum ((x Int) (y Int)) Int (ite (>= x y) x y))

(declare-const x Int)  (assert (<= (- 2) x 5))
(declare-const |orange juice| Int)  (assert (or (<= 0 |orange juice| 2) (= |orange juice| 7)))
(declare-const E Int)  (assert (<= 1 E 3))
(declare-const first_fail Int)  (assert (= first_fail 1000000))

; three differ
(assert (distinct x |orange juice| E))

; all-different, decomposed
(assert (or (distinct x |orange juice|) (= x 0)))

; a sum\nof three
(assert (<= (+ (* 2 x) (* 5 E)) (+ |orange juice| first_fail)))

; a table -- short
(assert (or (and (= x 1) (= |orange juice| 2)) (= x 3)))

(assert (not (and (= |orange juice| 0) (= E 1))))
(assert (not (= |orange juice| 2)))

; an element
(assert (or (and (= E 1) (= x 5)) (and (= E 2) (= x x)) (and (= E 3) (= x 2))))

(assert (=> (and (< (quotient x |orange juice|) 3) (distinct |orange juice| 0)) (let ((value (maximum x 4))) (or (= value 4) (= value 7)))))

(check-sat)
(get-value (x |orange juice| E first_fail))
