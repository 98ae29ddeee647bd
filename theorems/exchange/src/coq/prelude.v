(* Omega algebra, S5 section 3, over an equivalence; predicates; finite index sums; the rules of the kernel.
   Nothing is assumed: what follows is definitions and proved lemmas. *)

Require Import List.

(* The axioms of S5 section 3. [x <= y] abbreviates [x + y == y] and [x ? y] abbreviates [x^w + x^* * y]. Equality is any
   equivalence that sum and product respect; that star and omega respect it follows from their axioms. *)
Record omega_algebra := {
  carrier :> Type;
  eqv : carrier -> carrier -> Prop;
  zero : carrier;
  one : carrier;
  plus : carrier -> carrier -> carrier;
  seq : carrier -> carrier -> carrier;
  star : carrier -> carrier;
  omega : carrier -> carrier;
  eqv_refl : forall x, eqv x x;
  eqv_sym : forall x y, eqv x y -> eqv y x;
  eqv_trans : forall x y z, eqv x y -> eqv y z -> eqv x z;
  plus_eqv : forall x x' y y', eqv x x' -> eqv y y' -> eqv (plus x y) (plus x' y');
  seq_eqv : forall x x' y y', eqv x x' -> eqv y y' -> eqv (seq x y) (seq x' y');
  plus_assoc : forall x y z, eqv (plus (plus x y) z) (plus x (plus y z));
  plus_comm : forall x y, eqv (plus x y) (plus y x);
  plus_idem : forall x, eqv (plus x x) x;
  plus_zero : forall x, eqv (plus zero x) x;
  seq_assoc : forall x y z, eqv (seq x (seq y z)) (seq (seq x y) z);
  zero_seq : forall x, eqv (seq zero x) zero;
  seq_zero : forall x, eqv (seq x zero) zero;
  one_seq : forall x, eqv (seq one x) x;
  seq_one : forall x, eqv (seq x one) x;
  distrib_l : forall x y z, eqv (seq x (plus y z)) (plus (seq x y) (seq x z));
  distrib_r : forall x y z, eqv (seq (plus x y) z) (plus (seq x z) (seq y z));
  star_unfold : forall x, eqv (star x) (plus one (plus x (seq (star x) (star x))));
  star_ind_r : forall x y, eqv (plus (seq x y) x) x -> eqv (seq x (star y)) x;
  star_ind_l : forall x y, eqv (plus (seq x y) y) y -> eqv (seq (star x) y) y;
  omega_unfold : forall x, eqv (omega x) (seq x (omega x));
  loop_ind : forall x y z, let loop := plus (omega y) (seq (star y) z) in
    eqv (plus x (plus (seq y x) z)) (plus (seq y x) z) -> eqv (plus x loop) loop
}.

Arguments eqv {_} _ _.
Arguments zero {_}.
Arguments one {_}.
Arguments plus {_} _ _.
Arguments seq {_} _ _.
Arguments star {_} _.
Arguments omega {_} _.

Declare Scope oa_scope.
Delimit Scope oa_scope with oa.
Bind Scope oa_scope with carrier.
Open Scope oa_scope.
Notation "0" := zero : oa_scope.
Notation "1" := one : oa_scope.
Infix "+" := plus : oa_scope.
Infix "*" := seq : oa_scope.
Notation "x ^*" := (star x) (at level 2, left associativity, format "x ^*") : oa_scope.
Notation "x ^w" := (omega x) (at level 2, left associativity, format "x ^w") : oa_scope.
Notation "x == y" := (eqv x y) (at level 70, no associativity) : oa_scope.
Definition below {A : omega_algebra} (x y : A) : Prop := x + y == y.
Infix "<=" := below : oa_scope.
Definition loop {A : omega_algebra} (x y : A) : A := x^w + x^* * y.
Notation "x ? y" := (loop x y) (at level 40, left associativity) : oa_scope.
Notation "'T'" := (omega one) : oa_scope.

(* The processes: a finite nonempty type with decidable equality. *)
Record processes := {
  process :> Type;
  some_process : process;
  all_processes : list process;
  all_are_listed : forall i : process, In i all_processes;
  same_or_not : forall i j : process, {i = j} + {i <> j}
}.

Section Laws.
Context {A : omega_algebra}.
Implicit Types x y z : A.

Lemma r_refl x : x == x.
Proof. apply eqv_refl. Qed.
Lemma r_sym {x y} : x == y -> y == x.
Proof. apply eqv_sym. Qed.
Lemma r_trans {x y z} : x == y -> y == z -> x == z.
Proof. apply eqv_trans. Qed.
Lemma r_plus {x x' y y'} : x == x' -> y == y' -> x + y == x' + y'.
Proof. apply plus_eqv. Qed.
Lemma r_seq {x x' y y'} : x == x' -> y == y' -> x * y == x' * y'.
Proof. apply seq_eqv. Qed.

(* Equal things are below each other; what is below stays below, whatever equals replace. *)
Lemma r_eq_le {x y} : x == y -> x <= y.
Proof.
  intros H. unfold below. apply (r_trans (r_plus H (r_refl y))). apply plus_idem.
Qed.
Lemma r_trans_le {x y z} : x <= y -> y <= z -> x <= z.
Proof.
  unfold below. intros H K.
  apply (r_trans (r_plus (r_refl x) (r_sym K))). apply (r_trans (r_sym (plus_assoc _ x y z))).
  apply (r_trans (r_plus H (r_refl z))). exact K.
Qed.
Lemma r_trans_eq_le {x y z} : x == y -> y <= z -> x <= z.
Proof. intros H. apply r_trans_le, r_eq_le, H. Qed.
Lemma r_trans_le_eq {x y z} : x <= y -> y == z -> x <= z.
Proof. intros H K. exact (r_trans_le H (r_eq_le K)). Qed.
Lemma r_le_intro {x y} : x + y == y -> x <= y.
Proof. exact (fun H => H). Qed.
Lemma r_le_elim {x y} : x <= y -> x + y == y.
Proof. exact (fun H => H). Qed.
Lemma middle4 x y z t : (x + y) + (z + t) == (x + z) + (y + t).
Proof.
  apply (r_trans (plus_assoc _ x y _)). apply r_sym, (r_trans (plus_assoc _ x z _)), r_plus; [apply r_refl|].
  apply (r_trans (r_sym (plus_assoc _ z y t))), r_sym, (r_trans (r_sym (plus_assoc _ y z t))).
  apply r_plus; [apply plus_comm | apply r_refl].
Qed.
Lemma r_plus_le {x x' y y'} : x <= x' -> y <= y' -> x + y <= x' + y'.
Proof. unfold below. intros H K. exact (r_trans (middle4 x y x' y') (r_plus H K)). Qed.
Lemma seq_le_r {x y y'} : y <= y' -> x * y <= x * y'.
Proof. unfold below. intros H. exact (r_trans (r_sym (distrib_l _ x y y')) (r_seq (r_refl x) H)). Qed.
Lemma seq_le_l {x x' y} : x <= x' -> x * y <= x' * y.
Proof. unfold below. intros H. exact (r_trans (r_sym (distrib_r _ x x' y)) (r_seq H (r_refl y))). Qed.
Lemma r_seq_le {x x' y y'} : x <= x' -> y <= y' -> x * y <= x' * y'.
Proof. intros H K. exact (r_trans_le (seq_le_l H) (seq_le_r K)). Qed.
(* A term before or behind the two sides. *)
Lemma r_seq_before x {y y'} : y == y' -> x * y == x * y'.
Proof. exact (r_seq (r_refl x)). Qed.
Lemma r_seq_behind {x x'} y : x == x' -> x * y == x' * y.
Proof. intros H. exact (r_seq H (r_refl y)). Qed.
Lemma r_plus_before x {y y'} : y == y' -> x + y == x + y'.
Proof. exact (r_plus (r_refl x)). Qed.
Lemma r_plus_behind {x x'} y : x == x' -> x + y == x' + y.
Proof. intros H. exact (r_plus H (r_refl y)). Qed.
Lemma r_seq_before_le x {y y'} : y <= y' -> x * y <= x * y'.
Proof. apply seq_le_r. Qed.
Lemma r_seq_behind_le {x x'} y : x <= x' -> x * y <= x' * y.
Proof. apply seq_le_l. Qed.
Lemma r_plus_before_le x {y y'} : y <= y' -> x + y <= x + y'.
Proof. exact (r_plus_le (r_eq_le (r_refl x))). Qed.
Lemma r_plus_behind_le {x x'} y : x <= x' -> x + y <= x' + y.
Proof. intros H. exact (r_plus_le H (r_eq_le (r_refl y))). Qed.
Lemma r_star_ind_r {x y} : x * y <= x -> x * y^* == x.
Proof. apply star_ind_r. Qed.
Lemma r_star_ind_l {x y} : x * y <= y -> x^* * y == y.
Proof. apply star_ind_l. Qed.
Lemma r_loop_ind {x y z} : x <= y * x + z -> x <= y ? z.
Proof. apply loop_ind. Qed.
Lemma r_loop_def x y : x ? y == x^w + x^* * y.
Proof. apply r_refl. Qed.

Lemma le_refl x : x <= x.
Proof. apply r_eq_le, r_refl. Qed.
Lemma le_zero x : 0 <= x.
Proof. apply plus_zero. Qed.
Lemma le_left x y : x <= x + y.
Proof. unfold below. apply (r_trans (r_sym (plus_assoc _ x x y))), r_plus; [apply plus_idem | apply r_refl]. Qed.
Lemma le_right x y : y <= x + y.
Proof. apply (r_trans_le_eq (le_left y x)), plus_comm. Qed.
Lemma plus_least x y z : x <= z -> y <= z -> x + y <= z.
Proof. intros H K. exact (r_trans_le_eq (r_plus_le H K) (plus_idem _ z)). Qed.
Lemma le_antisym x y : x <= y -> y <= x -> x == y.
Proof. unfold below. intros H K. apply (r_trans (r_sym K)). exact (r_trans (plus_comm _ y x) H). Qed.
End Laws.

(* Flattening: what holds by associativity, units, zero, distribution, and commutativity and idempotence of sums
   is computed. A term is a sum of words of atoms, and [x <= y] holds when every word of [x] is one of [y]. In a term that
   has the place of a fact, a proved [s <= t], the left side or the right side stands there. *)
Inductive flat_term :=
| f_zero | f_one | f_atom (n : nat) | f_fact (n : nat) | f_plus (s t : flat_term) | f_seq (s t : flat_term).

Definition words_seq (k l : list (list nat)) : list (list nat) := flat_map (fun v => map (fun w => v ++ w) l) k.
Fixpoint words_with (fact : nat -> list (list nat)) (t : flat_term) : list (list nat) :=
  match t with
  | f_zero => nil
  | f_one => nil :: nil
  | f_atom n => (n :: nil) :: nil
  | f_fact n => fact n
  | f_plus s t => words_with fact s ++ words_with fact t
  | f_seq s t => words_seq (words_with fact s) (words_with fact t)
  end.
Definition words : flat_term -> list (list nat) := words_with (fun _ => nil).

Fixpoint same_number (m n : nat) : bool :=
  match m, n with O, O => true | S m, S n => same_number m n | _, _ => false end.
Fixpoint same_word (v w : list nat) : bool :=
  match v, w with
  | nil, nil => true
  | m :: v, n :: w => if same_number m n then same_word v w else false
  | _, _ => false
  end.
Fixpoint has_word (v : list nat) (l : list (list nat)) : bool :=
  match l with nil => false | w :: l => if same_word v w then true else has_word v l end.
Fixpoint has_words (k l : list (list nat)) : bool :=
  match k with nil => true | v :: k => if has_word v l then has_words k l else false end.

(* Terms with places of facts, one after the other. *)
Inductive flat_terms := f_end | f_then (t : flat_term) (l : flat_terms).

Section Flattening.
Variable A : omega_algebra.
Definition atoms := list A.
Definition f_nil : atoms := nil.
Definition f_cons (x : A) (l : atoms) : atoms := x :: l.
Variable l : atoms.

Fixpoint value (t : flat_term) : A :=
  match t with
  | f_zero | f_fact _ => 0
  | f_one => 1
  | f_atom n => nth n l 0
  | f_plus s t => value s + value t
  | f_seq s t => value s * value t
  end.
Definition of_word (v : list nat) : A := fold_right (fun n x => nth n l 0 * x) 1 v.
Definition of_words (k : list (list nat)) : A := fold_right (fun v x => of_word v + x) 0 k.

Lemma of_words_app j k : of_words (j ++ k) == of_words j + of_words k.
Proof.
  induction j as [|v j IH]; simpl; [apply r_sym, plus_zero|].
  exact (r_trans (r_plus (r_refl _) IH) (r_sym (plus_assoc _ _ _ _))).
Qed.
Lemma of_word_app v w : of_word (v ++ w) == of_word v * of_word w.
Proof.
  induction v as [|n v IH]; simpl; [apply r_sym, one_seq|].
  exact (r_trans (r_seq (r_refl _) IH) (seq_assoc _ _ _ _)).
Qed.
Lemma of_words_map v k : of_words (map (fun w => v ++ w) k) == of_word v * of_words k.
Proof.
  induction k as [|w k IH]; simpl; [apply r_sym, seq_zero|].
  exact (r_trans (r_plus (of_word_app v w) IH) (r_sym (distrib_l _ _ _ _))).
Qed.
Lemma of_words_seq j k : of_words (words_seq j k) == of_words j * of_words k.
Proof.
  induction j as [|v j IH]; simpl; [apply r_sym, zero_seq|].
  apply (r_trans (of_words_app _ _)), (r_trans (r_plus (of_words_map v k) IH)), r_sym, distrib_r.
Qed.
Lemma value_words t : value t == of_words (words t).
Proof.
  induction t as [| |n|n|s IHs t IHt|s IHs t IHt]; try apply r_refl.
  - apply r_sym, (r_trans (plus_comm _ _ _)), plus_zero.
  - apply r_sym, (r_trans (plus_comm _ _ _)), (r_trans (plus_zero _ _)), seq_one.
  - exact (r_trans (r_plus IHs IHt) (r_sym (of_words_app _ _))).
  - exact (r_trans (r_seq IHs IHt) (r_sym (of_words_seq _ _))).
Qed.
Lemma same_number_eq m : forall n, same_number m n = true -> m = n.
Proof. induction m; destruct n; simpl; intros H; try discriminate; [|apply f_equal, IHm]; auto. Qed.
Lemma same_word_eq v : forall w, same_word v w = true -> v = w.
Proof.
  induction v as [|m v IH]; destruct w as [|n w]; simpl; intros H; try discriminate; [reflexivity|].
  destruct (same_number m n) eqn:E; [|discriminate]. apply same_number_eq in E. apply IH in H. subst. reflexivity.
Qed.
Lemma has_word_le v k : has_word v k = true -> of_word v <= of_words k.
Proof.
  induction k as [|w k IH]; simpl; intros H; [discriminate|]. destruct (same_word v w) eqn:E.
  - apply same_word_eq in E. subst. apply le_left.
  - apply (r_trans_le (IH H)), le_right.
Qed.
Lemma has_words_le j k : has_words j k = true -> of_words j <= of_words k.
Proof.
  induction j as [|v j IH]; simpl; intros H; [apply le_zero|].
  destruct (has_word v k) eqn:E; [|discriminate]. exact (plus_least _ _ _ (has_word_le v k E) (IH H)).
Qed.

(* Proved facts. An equation has two places: from left to right, and back. *)
Inductive facts :=
| no_fact
| fact_le (s t : flat_term) (H : value s <= value t) (F : facts)
| fact_eq (s t : flat_term) (H : value s == value t) (F : facts).

Fixpoint fact_left (F : facts) (n : nat) : list (list nat) :=
  match F, n with
  | no_fact, _ => nil
  | fact_le s _ _ _, O | fact_eq s _ _ _, O => words s
  | fact_le _ _ _ F, S n | fact_eq _ _ _ F, S (S n) => fact_left F n
  | fact_eq _ t _ _, S O => words t
  end.
Fixpoint fact_right (F : facts) (n : nat) : list (list nat) :=
  match F, n with
  | no_fact, _ => nil
  | fact_le _ t _ _, O | fact_eq _ t _ _, O => words t
  | fact_le _ _ _ F, S n | fact_eq _ _ _ F, S (S n) => fact_right F n
  | fact_eq s _ _ _, S O => words s
  end.

(* The words that are below [y] by the terms [c], from the last one: in each, facts are applied at their places. *)
Definition and_below (F : facts) (t : flat_term) (k : list (list nat)) : list (list nat) :=
  if has_words (words_with (fact_right F) t) k then words_with (fact_left F) t ++ k else k.
Fixpoint all_below (F : facts) (c : flat_terms) (y : list (list nat)) : list (list nat) :=
  match c with f_end => y | f_then t c => and_below F t (all_below F c y) end.

Lemma words_le s t : value s <= value t -> of_words (words s) <= of_words (words t).
Proof. intros H. exact (r_trans_eq_le (r_sym (value_words s)) (r_trans_le_eq H (value_words t))). Qed.
Lemma fact_holds F : forall n, of_words (fact_left F n) <= of_words (fact_right F n).
Proof.
  induction F as [|s t H F IH|s t H F IH]; intros n.
  - apply le_refl.
  - destruct n as [|n]; [exact (words_le s t H) | exact (IH n)].
  - destruct n as [|[|n]].
    + exact (words_le s t (r_eq_le H)).
    + exact (words_le t s (r_eq_le (r_sym H))).
    + exact (IH n).
Qed.
Lemma in_place_le F t : of_words (words_with (fact_left F) t) <= of_words (words_with (fact_right F) t).
Proof.
  induction t as [| |n|n|s IHs t IHt|s IHs t IHt].
  - apply le_refl.
  - apply le_refl.
  - apply le_refl.
  - exact (fact_holds F n).
  - exact (r_trans_eq_le (of_words_app _ _) (r_trans_le_eq (r_plus_le IHs IHt) (r_sym (of_words_app _ _)))).
  - exact (r_trans_eq_le (of_words_seq _ _) (r_trans_le_eq (r_seq_le IHs IHt) (r_sym (of_words_seq _ _)))).
Qed.
Lemma all_below_le F c y : of_words (all_below F c y) <= of_words y.
Proof.
  induction c as [|t c IH]; simpl; [apply le_refl|]. unfold and_below.
  destruct (has_words (words_with (fact_right F) t) (all_below F c y)) eqn:E; [|exact IH].
  apply (r_trans_eq_le (of_words_app _ _)), plus_least; [|exact IH].
  exact (r_trans_le (in_place_le F t) (r_trans_le (has_words_le _ _ E) IH)).
Qed.

(* The rules: their last argument is [computed]. *)
Definition computes_le F s c t : bool := has_words (words s) (all_below F c (words t)).
Definition computes_eq F s c d t : bool := if computes_le F s c t then computes_le F t d s else false.
Lemma link_le F s c t : computes_le F s c t = true -> value s <= value t.
Proof.
  intros H. apply (r_trans_eq_le (value_words s)), r_trans_le_eq with (2 := r_sym (value_words t)).
  exact (r_trans_le (has_words_le _ _ H) (all_below_le F c _)).
Qed.
Lemma link_eq F s c d t : computes_eq F s c d t = true -> value s == value t.
Proof.
  unfold computes_eq. destruct (computes_le F s c t) eqn:E; [|discriminate].
  intros H. exact (le_antisym _ _ (link_le F s c t E) (link_le F t d s H)).
Qed.
End Flattening.

Definition computed : true = true := eq_refl.

Definition at_0 := f_atom 0.
Definition at_1 := f_atom 1.
Definition at_2 := f_atom 2.
Definition at_3 := f_atom 3.
Definition at_4 := f_atom 4.
Definition at_5 := f_atom 5.
Definition at_6 := f_atom 6.
Definition at_7 := f_atom 7.
Definition at_8 := f_atom 8.
Definition at_9 := f_atom 9.
Definition at_10 := f_atom 10.
Definition at_11 := f_atom 11.
Definition at_12 := f_atom 12.
Definition at_13 := f_atom 13.
Definition at_14 := f_atom 14.
Definition at_15 := f_atom 15.
Definition at_16 := f_atom 16.
Definition at_17 := f_atom 17.
Definition at_18 := f_atom 18.
Definition at_19 := f_atom 19.
Definition at_20 := f_atom 20.
Definition at_21 := f_atom 21.
Definition at_22 := f_atom 22.
Definition at_23 := f_atom 23.
Definition at_24 := f_atom 24.
Definition at_25 := f_atom 25.
Definition at_26 := f_atom 26.
Definition at_27 := f_atom 27.
Definition at_28 := f_atom 28.
Definition at_29 := f_atom 29.
Definition at_30 := f_atom 30.
Definition at_31 := f_atom 31.
Definition by_0 := f_fact 0.
Definition by_1 := f_fact 1.
Definition by_2 := f_fact 2.
Definition by_3 := f_fact 3.
Definition by_4 := f_fact 4.
Definition by_5 := f_fact 5.
Definition by_6 := f_fact 6.
Definition by_7 := f_fact 7.
Definition by_8 := f_fact 8.
Definition by_9 := f_fact 9.
Definition by_10 := f_fact 10.
Definition by_11 := f_fact 11.
Definition by_12 := f_fact 12.
Definition by_13 := f_fact 13.
Definition by_14 := f_fact 14.
Definition by_15 := f_fact 15.
Definition by_16 := f_fact 16.
Definition by_17 := f_fact 17.
Definition by_18 := f_fact 18.
Definition by_19 := f_fact 19.
Definition by_20 := f_fact 20.
Definition by_21 := f_fact 21.
Definition by_22 := f_fact 22.
Definition by_23 := f_fact 23.
Definition by_24 := f_fact 24.
Definition by_25 := f_fact 25.
Definition by_26 := f_fact 26.
Definition by_27 := f_fact 27.
Definition by_28 := f_fact 28.
Definition by_29 := f_fact 29.
Definition by_30 := f_fact 30.
Definition by_31 := f_fact 31.

(* A predicate is an element with a complement. *)
Record predicate (A : omega_algebra) := {
  element :> A;
  complement : A;
  meets_not : element * complement == 0;
  not_meets : complement * element == 0;
  covers : element + complement == 1
}.
Arguments element {_} _.
Arguments complement {_} _.
Declare Scope predicate_scope.
Delimit Scope predicate_scope with predicate.
Bind Scope predicate_scope with predicate.

Section Predicates.
Context {A : omega_algebra}.
Implicit Types p q r : predicate A.

Lemma below_one p : p <= 1.
Proof. apply (r_trans_le_eq (le_left _ _) (covers _ p)). Qed.
Lemma complement_below_one p : complement p <= 1.
Proof. apply (r_trans_le_eq (le_right _ _) (covers _ p)). Qed.
Lemma seq_below_l p (x : A) : p * x <= x.
Proof. apply (r_trans_le_eq (seq_le_l (below_one p))), one_seq. Qed.
Lemma seq_below_r p (x : A) : x * p <= x.
Proof. apply (r_trans_le_eq (seq_le_r (below_one p))), seq_one. Qed.

Definition p_not p : predicate A :=
  {| element := complement p; complement := p; meets_not := not_meets _ p; not_meets := meets_not _ p;
     covers := r_trans (plus_comm _ _ _) (covers _ p) |}.

Program Definition p_zero : predicate A := {| element := 0; complement := 1 |}.
Next Obligation. apply zero_seq. Qed.
Next Obligation. apply seq_zero. Qed.
Next Obligation. apply plus_zero. Qed.

Definition p_one : predicate A := p_not p_zero.

(* What lies below both of two elements whose products with it vanish. *)
Lemma seq_comm p q : p * q == q * p.
Proof.
  assert (K : forall p q : predicate A, p * q <= q * p).
  { clear p q. intros p q.
    apply (r_trans_eq_le (r_sym (seq_one _ _))).
    apply (r_trans_eq_le (r_seq (r_refl _) (r_sym (covers _ p)))).
    apply (r_trans_eq_le (distrib_l _ _ _ _)), plus_least.
    - apply seq_le_l, seq_below_l.
    - apply (r_trans_le (y := p * complement p)).
      + apply seq_le_l, seq_below_r.
      + apply (r_trans_eq_le (meets_not _ p)), le_zero. }
  apply le_antisym; apply K.
Qed.

Lemma vanish_l p q (x : A) : p * x == 0 -> (p * q) * x == 0.
Proof.
  intros H. apply (r_trans (r_seq (seq_comm p q) (r_refl _))), (r_trans (r_sym (seq_assoc _ _ _ _))).
  apply (r_trans (r_seq (r_refl _) H)), seq_zero.
Qed.

Program Definition p_seq p q : predicate A := {| element := p * q; complement := p_not p + p_not q |}.
Next Obligation.
  apply (r_trans (distrib_l _ _ _ _)), (r_trans (r_plus (vanish_l p q _ (meets_not _ p)) (r_refl _))).
  apply (r_trans (plus_zero _ _)), (r_trans (r_sym (seq_assoc _ _ _ _))).
  apply (r_trans (r_seq (r_refl _) (meets_not _ q))), seq_zero.
Qed.
Next Obligation.
  apply (r_trans (distrib_r _ _ _ _)), (r_trans (r_plus (seq_assoc _ _ _ _) (r_seq (r_refl _) (seq_comm p q)))).
  apply (r_trans (r_plus (r_seq (not_meets _ p) (r_refl _)) (seq_assoc _ _ _ _))).
  apply (r_trans (r_plus (zero_seq _ _) (r_seq (not_meets _ q) (r_refl _)))).
  apply (r_trans (plus_zero _ _)), zero_seq.
Qed.
Next Obligation.
  apply le_antisym.
  - apply plus_least; [|apply plus_least]; [|apply complement_below_one|apply complement_below_one].
    apply (r_trans_le (seq_below_l p q)), below_one.
  - apply (r_trans_eq_le (r_sym (covers _ p))), plus_least.
    + apply (r_trans_eq_le (r_sym (seq_one _ _))), (r_trans_eq_le (r_seq (r_refl _) (r_sym (covers _ q)))).
      apply (r_trans_eq_le (distrib_l _ _ _ _)), r_plus_le; [apply le_refl|].
      apply (r_trans_le (seq_below_l p _)), le_right.
    + apply (r_trans_le (le_left _ (complement q))), le_right.
Qed.

Program Definition p_plus p q : predicate A := {| element := p + q; complement := p_seq (p_not p) (p_not q) |}.
Next Obligation. exact (not_meets _ (p_seq (p_not p) (p_not q))). Qed.
Next Obligation. exact (meets_not _ (p_seq (p_not p) (p_not q))). Qed.
Next Obligation. exact (r_trans (plus_comm _ _ _) (covers _ (p_seq (p_not p) (p_not q)))). Qed.

Lemma r_meets_not p : p * p_not p == 0.
Proof. apply meets_not. Qed.
Lemma r_not_meets p : p_not p * p == 0.
Proof. apply not_meets. Qed.
Lemma r_covers p : p + p_not p == 1.
Proof. apply covers. Qed.
End Predicates.

Notation "0" := p_zero : predicate_scope.
Notation "1" := p_one : predicate_scope.
Infix "+" := p_plus : predicate_scope.
Infix "*" := p_seq : predicate_scope.
Notation "! p" := (p_not p%predicate) (at level 1, format "! p") : oa_scope.
Notation "! p" := (p_not p) (at level 1, format "! p") : predicate_scope.

(* Sums over the processes, and products of predicates. *)
Section Families.
Context {A : omega_algebra} {P : processes}.

Definition sum (x : P -> A) : A := fold_right (fun i s => x i + s) 0 (all_processes P).

Lemma sum_list_upper (x : P -> A) j l : In j l -> x j <= fold_right (fun i s => x i + s) 0 l.
Proof.
  induction l as [|i l IH]; simpl; [intros []|]. intros [E|I].
  - destruct E. apply le_left.
  - apply (r_trans_le (IH I)), le_right.
Qed.
Lemma r_sum_upper (x : P -> A) j : x j <= sum x.
Proof. apply sum_list_upper, all_are_listed. Qed.
Lemma r_sum_least {x : P -> A} {y : A} : (forall i, x i <= y) -> sum x <= y.
Proof. intros H. unfold sum. induction (all_processes P); simpl; [apply le_zero | apply plus_least; auto]. Qed.
Lemma r_sum_distrib_l (x : A) (y : P -> A) : x * sum y == sum (fun i => x * y i).
Proof.
  unfold sum. induction (all_processes P) as [|i l IH]; simpl; [apply seq_zero|].
  exact (r_trans (distrib_l _ _ _ _) (r_plus (r_refl _) IH)).
Qed.
Lemma r_sum_distrib_r (x : P -> A) (y : A) : sum x * y == sum (fun i => x i * y).
Proof.
  unfold sum. induction (all_processes P) as [|i l IH]; simpl; [apply zero_seq|].
  exact (r_trans (distrib_r _ _ _ _) (r_plus (r_refl _) IH)).
Qed.

Definition p_product (p : P -> predicate A) : predicate A :=
  fold_right (fun i r => p_seq (p i) r) p_one (all_processes P).

Lemma product_list_lower (p : P -> predicate A) j l :
  In j l -> fold_right (fun i r => p_seq (p i) r) p_one l <= p j.
Proof.
  induction l as [|i l IH]; simpl; [intros []|]. intros [E|I].
  - destruct E. apply seq_below_r.
  - apply r_trans_le with (2 := IH I), seq_below_l.
Qed.
Lemma r_product_lower (p : P -> predicate A) j : p_product p <= p j.
Proof. apply product_list_lower, all_are_listed. Qed.
Lemma r_product_greatest {r : predicate A} {p : P -> predicate A} : (forall i, r <= p i) -> r <= p_product p.
Proof.
  intros H. unfold p_product. induction (all_processes P) as [|i l IH]; simpl; [apply below_one|].
  assert (E : r == r * r).
  { apply r_sym, (r_trans (r_sym (plus_zero _ _))), (r_trans (plus_comm _ _ _)).
    apply (r_trans (r_plus (r_refl _) (r_sym (meets_not _ r)))), (r_trans (r_sym (distrib_l _ _ _ _))).
    apply (r_trans (r_seq (r_refl _) (covers _ r))), seq_one. }
  exact (r_trans_eq_le E (r_seq_le (H i) IH)).
Qed.

(* A sum of predicates is a predicate: its complement is the product of the complements. *)
Lemma sum_list_not (p : P -> predicate A) l :
  fold_right (fun i s => p i + s) 0 l == complement (fold_right (fun i r => p_seq (p_not (p i)) r) p_one l).
Proof.
  induction l as [|i l IH]; simpl; [apply r_refl|]. exact (r_plus (r_refl _) IH).
Qed.
Program Definition p_sum (p : P -> predicate A) : predicate A :=
  {| element := sum (fun i => p i); complement := p_product (fun i => p_not (p i)) |}.
Next Obligation. exact (r_trans (r_seq (sum_list_not p _) (r_refl _)) (not_meets _ (p_product _))). Qed.
Next Obligation. exact (r_trans (r_seq (r_refl _) (sum_list_not p _)) (meets_not _ (p_product _))). Qed.
Next Obligation.
  apply (r_trans (plus_comm _ _ _)), (r_trans (r_plus (r_refl _) (sum_list_not p _))), (covers _ (p_product _)).
Qed.
End Families.

(* The case split on equality of two processes. *)
Lemma r_cases {P : processes} (F : P -> Prop) (i j : P) : F j -> (i <> j -> F i) -> F i.
Proof.
  exact (fun equal apart =>
    match same_or_not P i j with
    | left e => match eq_sym e in _ = k return F k with eq_refl => equal end
    | right n => apart n
    end).
Qed.
Lemma r_apart_sym {P : processes} {i j : P} : i <> j -> j <> i.
Proof. exact (fun n e => n (eq_sym e)). Qed.

Notation "'Sum' i , x" := (sum (fun i => x)) (at level 200, i name, right associativity) : oa_scope.
Notation "'Sum' i 'of' P , x" := (sum (fun i : process P => x)) (at level 200, i name, right associativity) : oa_scope.
Notation "'Product' i , p" := (p_product (fun i => p%predicate)) (at level 200, i name, right associativity) : oa_scope.
Notation "'Product' i 'of' P , p" := (p_product (fun i : process P => p%predicate)) (at level 200, i name, right associativity) : oa_scope.
Notation "'Sum' i , p" := (p_sum (fun i => p)) (at level 200, i name, right associativity) : predicate_scope.
Notation "'Sum' i 'of' P , p" := (p_sum (fun i : process P => p)) (at level 200, i name, right associativity) : predicate_scope.
Notation "'Product' i , p" := (p_product (fun i => p)) (at level 200, i name, right associativity) : predicate_scope.
Notation "'Product' i 'of' P , p" := (p_product (fun i : process P => p)) (at level 200, i name, right associativity) : predicate_scope.
