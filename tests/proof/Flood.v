(** (a): the flood fill finds chains, a play follows the rules, and leaves every chain a liberty. *)
From Coq Require Import List Arith Lia Bool.
From Proof Require Import Statements Program.
Import ListNotations.

Lemma is_true {A} {a b : A} (d : {a = b} + {a <> b}) : is d = true <-> a = b.
Proof. destruct d; simpl; intuition congruence. Qed.
Lemma has_in q l : has q l = true <-> In q l.
Proof.
  unfold has. rewrite existsb_exists. split.
  - intros (x & I & E). apply Nat.eqb_eq in E. now subst.
  - intros I. exists q. split; [trivial | apply Nat.eqb_refl].
Qed.

(** * Chains *)
Section Chains.
Variables (G : points) (L : lines G).

Lemma chain_color b p q : chain G b p q -> at_ b q = at_ b p.
Proof. induction 1; congruence. Qed.
Lemma chain_trans b p q r : chain G b p q -> chain G b q r -> chain G b p r.
Proof.
  intros A B. induction B as [| s t _ IH N C]; trivial.
  apply joined with s; trivial. rewrite C. now apply chain_color.
Qed.
Lemma chain_sym b p q : chain G b p q -> chain G b q p.
Proof.
  induction 1 as [| q r A IH N C]; [constructor |].
  apply chain_trans with q; trivial. apply joined with r; [constructor | now apply L |].
  rewrite C. now apply chain_color.
Qed.
Lemma chain_inside b p q : p < size G -> chain G b p q -> q < size G.
Proof. intros I. induction 1; trivial. eapply L; eauto. Qed.
Lemma liberty_shared b p q : chain G b p q -> has_liberty G b p -> has_liberty G b q.
Proof.
  intros A (r & s & B & N & E). exists r, s. repeat split; trivial.
  apply chain_trans with p; trivial. now apply chain_sym.
Qed.
Lemma chain_kept b b' p q : (forall r, chain G b p r -> at_ b' r = at_ b r) -> chain G b p q -> chain G b' p q.
Proof.
  intros K. induction 1 as [| q r A IH N C]; [constructor |].
  apply joined with q; trivial. rewrite (K r), (K p); trivial; [constructor |].
  now apply joined with q.
Qed.
Lemma liberty_kept b b' p : (forall r, chain G b p r -> at_ b' r = at_ b r) ->
  (forall r, at_ b r = Empty -> at_ b' r = Empty) -> has_liberty G b p -> has_liberty G b' p.
Proof. intros K E (q & r & A & N & O). exists q, r. eauto using chain_kept. Qed.

(** * The flood fill *)
Lemma in_fresh b k l : forall seen q, In q (fresh b k seen l) <-> In q l /\ at_ b q = k /\ ~ In q seen.
Proof.
  induction l as [| x l IH]; intros seen q; simpl; [tauto |].
  destruct (is (cell_eq (at_ b x) k)) eqn:C; [apply is_true in C |]; simpl.
  - destruct (has x seen) eqn:S; simpl.
    + apply has_in in S. rewrite IH. intuition congruence.
    + assert (~ In x seen) by (rewrite <- has_in; congruence).
      rewrite IH. simpl. destruct (Nat.eq_dec x q); [subst |]; tauto.
  - assert (at_ b x <> k) by (rewrite <- is_true, C; discriminate).
    rewrite IH. intuition congruence.
Qed.
Lemma fresh_once b k l : forall seen, NoDup (fresh b k seen l).
Proof.
  induction l as [| x l IH]; intros seen; simpl; [constructor |].
  destruct (_ && _); trivial. constructor; trivial. rewrite in_fresh. simpl. tauto.
Qed.
Lemma once_app (l m : list nat) : NoDup l -> NoDup m -> (forall q, In q l -> ~ In q m) -> NoDup (l ++ m).
Proof.
  induction 1 as [| x l N _ IH]; intros M D; simpl; trivial.
  constructor; [| apply IH; auto; intros; apply D; now right].
  rewrite in_app_iff. intros [|]; [tauto |]. now apply (D x); [left |].
Qed.

Section Fill.
Variables (b : board) (k : cell) (from : list nat).
Hypothesis inside : forall p, In p from -> p < size G /\ at_ b p = k.
Definition reached q := exists p, In p from /\ chain G b p q.

Lemma in_fill rounds : forall todo seen, incl todo seen -> NoDup seen -> incl from seen ->
  (forall q, In q seen -> reached q) ->
  (forall q r, In q seen -> ~ In q todo -> In r (near G q) -> at_ b r = k -> In r seen) ->
  size G + length todo <= length seen + rounds ->
  forall q, In q (fill G b k rounds todo seen) <-> reached q.
Proof.
  assert (done : forall seen, incl from seen -> (forall q, In q seen -> reached q) ->
    (forall q r, In q seen -> ~ In q [] -> In r (near G q) -> at_ b r = k -> In r seen) ->
    forall q, In q seen <-> reached q).
  { intros seen P S C q. split; [apply S |]. intros (p & F & A).
    induction A as [| q r A IH N E]; [now apply P |]. apply C with q; auto.
    rewrite E. now apply inside. }
  induction rounds as [| rounds IH]; intros todo seen T D P S C M q; simpl.
  - assert (length seen <= size G).
    { rewrite <- (seq_length (size G) 0). apply NoDup_incl_length; trivial.
      intros r I. apply in_seq. split; [lia |]. apply S in I. destruct I as (p & F & A).
      apply chain_inside in A; trivial. now apply inside. }
    destruct todo; simpl in M; [now apply done | lia].
  - destruct todo as [| x todo]; [now apply done |].
    assert (X : In x seen) by (apply T; now left).
    set (new := fresh b k seen (near G x)).
    assert (N : forall r, In r new <-> In r (near G x) /\ at_ b r = k /\ ~ In r seen)
      by (intros; apply in_fresh).
    apply IH.
    + intros r. rewrite !in_app_iff. intros [|]; [now left | right; apply T; now right].
    + apply once_app; trivial; [apply fresh_once |]. intros r I. now apply N in I.
    + intros r I. apply in_app_iff. right. now apply P.
    + intros r. rewrite in_app_iff. intros [I |]; auto. apply N in I. destruct (S x X) as (p & F & A).
      exists p. split; trivial. apply joined with x; [trivial | tauto |].
      destruct (inside p F) as [_ ->]. tauto.
    + intros r s. rewrite !in_app_iff. intros I O A B. destruct I as [|I]; [tauto |].
      destruct (in_dec Nat.eq_dec s seen); [now right |]. left. apply N. repeat split; trivial.
      destruct (Nat.eq_dec r x) as [| E]; [now subst |]. exfalso. apply n. apply C with r; trivial.
      simpl. intros [|]; [congruence | tauto].
    + rewrite !app_length. simpl in M. lia.
Qed.
Lemma in_fill_all q : NoDup from -> In q (fill G b k (size G) from from) <-> reached q.
Proof.
  intros N. apply in_fill; auto using incl_refl; [| tauto | lia].
  intros r I. exists r. split; [trivial | constructor].
Qed.
End Fill.

Lemma opens_iff b p : opens_at G b p = true <-> exists r, In r (near G p) /\ at_ b r = Empty.
Proof.
  unfold opens_at. rewrite existsb_exists. split; intros (r & R & E); exists r; rewrite is_true in *; auto.
Qed.
Section One.
Variables (b : board) (p : nat).
Hypothesis inside : p < size G.
Lemma in_flood q : In q (flood G b p) <-> chain G b p q.
Proof.
  unfold flood. rewrite in_fill_all.
  - split; [intros (r & [<- | []] & A); trivial | exists p; simpl; auto].
  - intros r [<- | []]. auto.
  - repeat constructor. tauto.
Qed.
Lemma breathes_iff : breathes G b p = true <-> has_liberty G b p.
Proof.
  unfold breathes, has_liberty. rewrite existsb_exists. split.
  - intros (q & Q & E). apply opens_iff in E. destruct E as (r & R & E). apply in_flood in Q. eauto.
  - intros (q & r & Q & R & E). exists q. split; [now apply in_flood | apply opens_iff; eauto].
Qed.
Lemma liberty_or_not : has_liberty G b p \/ ~ has_liberty G b p.
Proof. rewrite <- breathes_iff. destruct (breathes G b p); auto. Qed.
Lemma chain_or_not q : chain G b p q \/ ~ chain G b p q.
Proof. rewrite <- in_flood. destruct (in_dec Nat.eq_dec q (flood G b p)); auto. Qed.
End One.
Lemma in_living b k q : k <> Empty -> at_ b q = k -> length b = size G -> (In q (living G b k) <-> has_liberty G b q).
Proof.
  intros K C N. unfold living. rewrite in_fill_all.
  - split.
    + intros (p & I & A). apply filter_In in I. rewrite andb_true_iff, opens_iff in I.
      destruct I as (_ & _ & r & R & E). apply liberty_shared with p; trivial.
      exists p, r. repeat split; trivial. constructor.
    + intros (p & r & A & R & E). exists p. split; [| now apply chain_sym].
      assert (at_ b p = k) by (rewrite <- C; now apply chain_color).
      apply filter_In. rewrite andb_true_iff, opens_iff, is_true. repeat split; eauto.
      apply in_seq. split; [lia |]. apply L in R. eapply L. apply R.
  - intros p I. apply filter_In in I. rewrite in_seq, andb_true_iff, is_true in I. intuition lia.
  - apply NoDup_filter, seq_NoDup.
Qed.

(** * Boards *)
Lemma at_off b q : length b <= q -> at_ b q = Empty.
Proof. apply nth_overflow. Qed.
Lemma stone_inside b q : at_ b q <> Empty -> q < length b.
Proof. intros S. destruct (le_lt_dec (length b) q) as [O |]; trivial. now apply at_off in O. Qed.
Lemma board_ext (b b' : board) : length b = length b' -> (forall q, at_ b q = at_ b' q) -> b = b'.
Proof. intros N E. apply nth_ext with Empty Empty; trivial. intros q _. apply E. Qed.
Lemma length_tabulate n f : length (tabulate n f) = n.
Proof. unfold tabulate. now rewrite map_length, seq_length. Qed.
Lemma at_tabulate n f q : q < n -> at_ (tabulate n f) q = f q.
Proof.
  intros I. unfold at_, tabulate. rewrite (nth_indep _ Empty (f 0)) by (now rewrite map_length, seq_length).
  rewrite map_nth, seq_nth; trivial.
Qed.

Lemma placed_iff b c p b' : length b = size G -> p < size G -> (placed b c p b' <-> b' = place G b c p).
Proof.
  intros N I. unfold place. split.
  - intros (N' & P & Q). apply board_ext; [now rewrite length_tabulate, N' |]. intros q.
    destruct (lt_dec q (size G)).
    + rewrite at_tabulate by trivial. destruct (Nat.eqb_spec q p); [now subst | auto].
    + rewrite !at_off; trivial; [rewrite length_tabulate; lia | lia].
  - intros ->. repeat split.
    + now rewrite length_tabulate.
    + rewrite at_tabulate, Nat.eqb_refl; trivial.
    + intros q D. destruct (lt_dec q (size G)).
      * rewrite at_tabulate by trivial. destruct (Nat.eqb_spec q p); congruence.
      * rewrite !at_off; trivial; [lia | rewrite length_tabulate; lia].
Qed.
Lemma emptied_iff (P : nat -> Prop) f b b' : length b = size G -> (forall q, q < size G -> f q = true <-> P q) ->
  (emptied P b b' <-> b' = tabulate (size G) (fun q => if f q then Empty else at_ b q)).
Proof.
  intros N F. split.
  - intros (N' & E). apply board_ext; [now rewrite length_tabulate, N' |]. intros q.
    destruct (lt_dec q (size G)) as [I |].
    + rewrite at_tabulate by trivial. specialize (F q I). destruct (E q) as [Y O]. destruct (f q).
      * now apply Y, F.
      * apply O. rewrite <- F. discriminate.
    + rewrite !at_off; trivial; [rewrite length_tabulate; lia | lia].
  - intros ->. split; [now rewrite length_tabulate |]. intros q. destruct (lt_dec q (size G)) as [I |].
    + rewrite at_tabulate by trivial. specialize (F q I). split; intros A.
      * apply F in A. now rewrite A.
      * rewrite <- F in A. now destruct (f q).
    + rewrite !at_off; auto; [lia | rewrite length_tabulate; lia].
Qed.
Lemma captured_iff b c p b' : length b = size G -> p < size G -> (captured G b c p b' <-> b' = capture G b c p).
Proof.
  intros N I. unfold captured, capture.
  assert (E : forall b', emptied (fun q => at_ (place G b c p) q = Stone (other c) /\ ~ has_liberty G (place G b c p) q)
    (place G b c p) b' <-> b' = capture G b c p).
  { intros b''. apply emptied_iff; [apply length_tabulate |]. intros q Q.
    rewrite andb_true_iff, is_true, negb_true_iff. split; intros [C A]; split; trivial.
    - rewrite <- in_living, <- has_in; eauto; [congruence | discriminate | apply length_tabulate].
    - destruct (has q _) eqn:H; trivial. apply has_in in H. apply in_living in H; trivial; [tauto | discriminate |].
      apply length_tabulate. }
  split.
  - intros (full & P & Q). apply placed_iff in P; trivial. subst. now apply E.
  - intros ->. exists (place G b c p). split; [now apply placed_iff | now apply E].
Qed.
Lemma settle_iff taken p b' : length taken = size G -> p < size G ->
  (emptied (fun q => chain G taken p q /\ ~ has_liberty G taken p) taken b' <-> b' = settle G taken p).
Proof.
  intros N I. unfold settle. destruct (breathes G taken p) eqn:B.
  - apply breathes_iff in B; trivial. split.
    + intros (N' & E). apply board_ext; trivial. intros q. apply E. tauto.
    + intros ->. split; trivial. intros q. tauto.
  - assert (~ has_liberty G taken p) by (rewrite <- breathes_iff by trivial; congruence).
    apply emptied_iff; trivial. intros q _. rewrite has_in, in_flood by trivial. tauto.
Qed.
Lemma length_capture b c p : length (capture G b c p) = size G.
Proof. apply length_tabulate. Qed.
Lemma length_settle b p : length b = size G -> length (settle G b p) = size G.
Proof. intros N. unfold settle. destruct breathes; trivial. apply length_tabulate. Qed.
Lemma played_iff b c p b' : length b = size G -> p < size G -> (played G b c p b' <-> b' = play G b c p).
Proof.
  intros N I. unfold played, play. split.
  - intros (taken & C & E). apply captured_iff in C; trivial. subst.
    apply settle_iff in E; trivial. apply length_capture.
  - intros ->. exists (capture G b c p). split; [now apply captured_iff |].
    apply settle_iff; trivial. apply length_capture.
Qed.

(** * Liberties after a play *)
Section Play.
Variables (b : board) (c : color) (p : nat) (full taken : board).
Hypothesis size_b : length b = size G.
Hypothesis inside : p < size G.
Hypothesis empty : at_ b p = Empty.
Hypothesis free : all_have_liberties G b.
Hypothesis P : placed b c p full.
Hypothesis E : emptied (fun q => at_ full q = Stone (other c) /\ ~ has_liberty G full q) full taken.

Lemma differ : Stone c <> Stone (other c).
Proof. now destruct c. Qed.
Lemma not_p q : at_ b q <> Empty -> at_ full q = at_ b q.
Proof. intros S. apply P. congruence. Qed.
Lemma own_kept q : at_ full q <> Stone (other c) -> at_ taken q = at_ full q.
Proof. intros O. apply E. tauto. Qed.
Lemma chain_of_b q r : at_ b q <> Empty -> chain G b q r -> at_ full r = at_ b r.
Proof. intros S A. apply not_p. apply chain_color in A. congruence. Qed.

Lemma taken_free q : q < size G -> at_ taken q <> Empty -> has_liberty G taken q \/ chain G taken p q.
Proof.
  intros Q S. destruct (cell_eq (at_ full q) (Stone (other c))) as [T | T].
  - left. destruct (liberty_or_not full q Q) as [H | H].
    + revert H. apply liberty_kept.
      * intros r A. apply E. intros [_ O]. apply O.
        destruct (liberty_or_not full q Q) as [H |]; [now apply liberty_shared in A |].
        exfalso. apply S. apply E. tauto.
      * intros r O. rewrite own_kept; trivial. now rewrite O.
    + exfalso. apply S. apply E. tauto.
  - rewrite own_kept in S by trivial.
    destruct (Nat.eq_dec q p) as [-> | D]; [right; constructor |].
    assert (F : at_ full q = at_ b q) by now apply P.
    assert (O : at_ full q = Stone c).
    { destruct (at_ full q) as [| []]; [congruence | |]; destruct c; simpl in *; congruence. }
    assert (B : at_ b q <> Empty) by congruence.
    destruct (free q Q B) as (r & s & A & N & H).
    assert (A' : chain G taken q r).
    { apply chain_kept with full.
      - intros t C. apply own_kept. apply chain_color in C. rewrite C, O. apply differ.
      - apply chain_kept with b; trivial. intros t C. now apply chain_of_b with q. }
    destruct (Nat.eq_dec s p) as [-> |].
    + right. apply chain_sym. apply joined with r; trivial.
      rewrite !own_kept; trivial; destruct P as (_ & -> & _); [congruence | apply differ].
    + left. exists r, s. repeat split; trivial.
      assert (at_ full s = Empty) by (rewrite <- H; now apply P).
      rewrite own_kept; congruence.
Qed.
Lemma after_free b' : emptied (fun q => chain G taken p q /\ ~ has_liberty G taken p) taken b' ->
  all_have_liberties G b'.
Proof.
  intros E' q Q S. destruct (liberty_or_not taken p inside) as [H | H].
  - assert (K : forall r, at_ b' r = at_ taken r) by (intros r; apply E'; tauto).
    rewrite K in S. apply liberty_kept with taken; auto.
    + intros r. now rewrite K.
    + destruct (taken_free q Q S); trivial. now apply liberty_shared with p.
  - assert (D : ~ chain G taken p q) by (intros C; apply S, E'; tauto).
    assert (K : at_ b' q = at_ taken q) by (apply E'; tauto).
    rewrite K in S. destruct (taken_free q Q S) as [T |]; [| tauto]. revert T. apply liberty_kept.
    + intros r A. apply E'. intros [C _]. apply D. apply chain_trans with r; trivial. now apply chain_sym.
    + intros r O. destruct (chain_or_not taken p inside r).
      * apply E'. tauto.
      * rewrite <- O. apply E'. tauto.
Qed.
Lemma capture_breathes q : at_ b q = Stone (other c) -> at_ taken q = Empty -> has_liberty G taken p.
Proof.
  intros B T. assert (S : at_ b q <> Empty) by congruence.
  assert (Q : q < size G) by (rewrite <- size_b; now apply stone_inside).
  assert (F : at_ full q = Stone (other c)) by (rewrite <- B; now apply not_p).
  assert (H : ~ has_liberty G full q).
  { intros H. assert (at_ taken q = at_ full q) by (apply E; tauto). congruence. }
  destruct (free q Q S) as (r & s & A & N & O).
  assert (A' : chain G full q r) by (apply chain_kept with b; trivial; intros; now apply chain_of_b with q).
  destruct (Nat.eq_dec s p) as [-> | D].
  - exists p, r. repeat split; [constructor | now apply L |]. apply E. split.
    + rewrite <- F. now apply chain_color.
    + intros R. apply H. apply liberty_shared with r; trivial. now apply chain_sym.
  - exfalso. apply H. exists r, s. repeat split; trivial. rewrite <- O. now apply P.
Qed.
End Play.
End Chains.

Theorem a_flood : flood_is_reachability flood.
Proof. intros G b p q L I. now apply in_flood. Qed.
Theorem a_play : play_follows_rules play.
Proof. intros G b c p L N I _ b'. now apply played_iff. Qed.
Theorem a_liberties : liberties_remain.
Proof. intros G b c p b' L N I O F (taken & (full & P & E) & E'). exact (after_free G L b c p full taken I O F P E b' E'). Qed.
Theorem a_no_suicide : capture_is_no_suicide.
Proof. intros G b c p taken L N I O F (full & P & E) (q & B & T). exact (capture_breathes G L b c p full taken N O F P E q B T). Qed.
