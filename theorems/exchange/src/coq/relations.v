(* Binary relations over a type, omega as infinite paths, are an omega algebra.

   All axioms but the last hold constructively. [(? ind)] says that whoever never gets out by [z] runs through [y] for ever:
   whether somebody gets out is decided by excluded middle, which is an argument of [relations], not an axiom. *)

Section Relations.
Hypothesis excluded_middle : forall Q : Prop, Q \/ ~ Q.
Variable X : Type.
Definition relation := X -> X -> Prop.
Implicit Types r s t : relation.

Definition same r s : Prop := forall a b, r a b <-> s a b.
Definition nothing : relation := fun _ _ => False.
Definition either r s : relation := fun a b => r a b \/ s a b.
Definition after r s : relation := fun a c => exists b, r a b /\ s b c.
Inductive steps r (a : X) : X -> Prop :=
| no_step : steps r a a
| one_more b c : r a b -> steps r b c -> steps r a c.
CoInductive forever r (a : X) : Prop := go_on b : r a b -> forever r b -> forever r a.
(* An infinite path has no last state: whatever stands behind it is never reached, so every state may. *)
Definition endless r : relation := fun a _ => forever r a.

Lemma same_trans r s t : same r s -> same s t -> same r t.
Proof. intros H K a b. exact (iff_trans (H a b) (K a b)). Qed.

Lemma after_same r r' s s' : same r r' -> same s s' -> same (after r s) (after r' s').
Proof.
  intros H K a c. split; intros [b [L M]]; exists b; (split; [apply H | apply K]; assumption).
Qed.

Lemma steps_trans r a b c : steps r a b -> steps r b c -> steps r a c.
Proof. intros H K. induction H as [|a b d H _ IH]; [exact K | exact (one_more r a b c H (IH K))]. Qed.

Lemma steps_unfold r : same (steps r) (either eq (either r (after (steps r) (steps r)))).
Proof.
  intros a b. split.
  - intros H. right. right. exists a. split; [constructor | exact H].
  - intros [E | [H | [c [H K]]]].
    + destruct E. constructor.
    + exact (one_more r a b b H (no_step r b)).
    + exact (steps_trans r a c b H K).
Qed.

Lemma steps_ind_r r s : same (either (after r s) r) r -> same (after r (steps s)) r.
Proof.
  intros H a c. split.
  - intros [b [K L]]. revert a K. induction L as [b | b d c L _ IH]; intros a K; [exact K|].
    apply IH, H. left. exists b. split; assumption.
  - intros K. exists c. split; [exact K | constructor].
Qed.

Lemma steps_ind_l r s : same (either (after r s) s) s -> same (after (steps r) s) s.
Proof.
  intros H a c. split.
  - intros [b [K L]]. induction K as [a | a d b K _ IH]; [exact L|].
    apply H. left. exists d. split; [exact K | exact (IH L)].
  - intros K. exists a. split; [constructor | exact K].
Qed.

Lemma endless_unfold r : same (endless r) (after r (endless r)).
Proof.
  intros a b. split.
  - intros [c H K]. exists c. split; assumption.
  - intros [c [H K]]. exact (go_on r a c H K).
Qed.

Lemma runs_on r s t c : (forall a b, r a b -> either (after s r) t a b) ->
  forall a, r a c -> ~ after (steps s) t a c -> forever s a.
Proof.
  intros H. cofix on. intros a K never. destruct (H a c K) as [[b [L M]] | L].
  - refine (go_on s a b L (on b M _)).
    intros [d [N O]]. apply never. exists d. split; [exact (one_more s a b d L N) | exact O].
  - destruct never. exists a. split; [constructor | exact L].
Qed.

Lemma endless_ind r s t : let loop := either (endless s) (after (steps s) t) in
  same (either r (either (after s r) t)) (either (after s r) t) -> same (either r loop) loop.
Proof.
  intros loop H a c. split; [|intros K; right; exact K].
  intros [K|K]; [|exact K]. destruct (excluded_middle (after (steps s) t a c)) as [out | never].
  - right. exact out.
  - left. apply (runs_on r s t c); [intros b d L; apply H; left; exact L | exact K | exact never].
Qed.

Definition relations : omega_algebra.
Proof.
  refine {| carrier := relation; eqv := same; zero := nothing; one := eq; plus := either; seq := after; star := steps;
            omega := endless; star_unfold := steps_unfold; star_ind_r := steps_ind_r; star_ind_l := steps_ind_l;
            eqv_trans := same_trans; seq_eqv := after_same; omega_unfold := endless_unfold; loop_ind := endless_ind |};
    unfold same, nothing, either, after; firstorder; subst; firstorder.
Defined.

(* A set of states, as the relation that stays in it, is a predicate. *)
Definition stays (Q : X -> Prop) : relation := fun a b => a = b /\ Q a.
Definition states (Q : X -> Prop) : predicate relations.
Proof.
  refine {| element := stays Q : relations; complement := stays (fun a => ~ Q a) : relations |};
    simpl; unfold same, nothing, either, after, stays; intros a b.
  - firstorder; subst; firstorder.
  - firstorder; subst; firstorder.
  - destruct (excluded_middle (Q a)); firstorder.
Defined.
End Relations.

Print Assumptions relations.
Print Assumptions states.
