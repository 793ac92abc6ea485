(** (b): the verdict is the first reason that holds, and a legal turn makes the game that the rules make. *)
From Coq Require Import List Arith Lia Bool.
From Proof Require Import Statements Program Flood.
Import ListNotations.

Lemma bool_or_not (d : bool) (P : Prop) : (d = true <-> P) -> P \/ ~ P.
Proof. destruct d; intuition congruence. Qed.
Lemma bool_false (d : bool) (P : Prop) : (d = true <-> P) -> d = false -> ~ P.
Proof. intuition congruence. Qed.

Lemma over_iff g : is_over g = true <-> over g.
Proof.
  unfold is_over, over, resigned. rewrite orb_true_iff, existsb_exists, Nat.leb_le.
  apply or_iff_compat_r. split.
  - intros ([e s] & I & E). simpl in E. destruct e as [c [] | |]; try discriminate. eauto.
  - intros (c & s & I). now exists (Took c Resigned, s).
Qed.
Lemma simple_iff g c b : breaks_simple g c b = true <-> simple_bars g c b.
Proof.
  unfold breaks_simple, simple_bars. destruct (latest _ _) as [[c' b'] |]; [| split; discriminate].
  rewrite andb_true_iff, !is_true. intuition congruence.
Qed.
Lemma ko_iff k g c b : breaks_ko k g c b = true <-> ko_bars k g c b.
Proof.
  destruct k; simpl.
  - apply simple_iff.
  - rewrite existsb_exists, in_map_iff. split; intros (s & A & B); exists s; rewrite is_true in *; auto.
  - rewrite existsb_exists. split.
    + intros (s & I & E). apply is_true in E. now subst.
    + intros I. eexists. rewrite is_true. eauto.
  - rewrite existsb_exists. split.
    + intros ([e s] & I & E). simpl in E. destruct e as [c' [] | |]; try discriminate.
      apply andb_true_iff in E. rewrite !is_true in E. destruct E as [-> <-]. exists (side s). now destruct s.
    + intros (s & I). eexists. split; [apply I |]. simpl. rewrite andb_true_iff, !is_true. auto.
Qed.
Lemma suicide_iff G k taken p : lines G -> p < size G ->
  (breaks_suicide G k taken p = true <-> suicide_bars G k taken p).
Proof.
  intros L I. unfold suicide_bars. rewrite <- breathes_iff by trivial.
  destruct k; simpl; rewrite ?andb_true_iff, ?negb_true_iff; destruct (breathes G taken p); try intuition congruence.
  rewrite forallb_forall. split; intros [_ F]; split; try congruence; intros q Q.
  - symmetry. apply Nat.eqb_eq, F. now apply in_flood.
  - apply Nat.eqb_eq. symmetry. apply F. now apply in_flood in Q.
Qed.
Lemma fits_now G g : fits G g -> length (stones (now g)) = size G.
Proof. intros F. apply F. unfold now, positions. destruct (map snd (events g)); simpl; auto. Qed.

Definition settled G R g c m :=
  match verdict G R g c m with Some r => first_to_hold G R g c m r | None => legal G R g c m end.
Ltac not_yet := intros r; destruct r; simpl; intros; try lia; try tauto.

Lemma verdict_settled G R g c m : lines G -> fits G g -> settled G R g c m.
Proof.
  intros L F. apply fits_now in F. unfold settled, verdict, legal, first_to_hold.
  set (b := stones (now g)) in *.
  destruct (is_over g) eqn:O; [apply over_iff in O; split; [exact O | not_yet] |].
  apply (bool_false _ _ (over_iff g)) in O.
  destruct (color_eq c (side (now g))) as [T | T]; simpl; [| split; [exact T | not_yet]].
  destruct m as [p | |]; [| not_yet; firstorder discriminate | not_yet; firstorder discriminate].
  assert (eqp : forall q, Play p = Play q -> p = q) by congruence.
  destruct (Nat.leb_spec (size G) p) as [S | S].
  { split; [now exists p |]. not_yet. }
  assert (S' : ~ exists q, Play p = Play q /\ size G <= q) by (intros (q & E & Q); apply eqp in E; lia).
  destruct (cell_eq (at_ b p) Empty) as [E | E]; simpl; [| split; [now exists p |]; not_yet].
  assert (E' : ~ exists q, Play p = Play q /\ at_ b q <> Empty) by (intros (q & Q & N); apply eqp in Q; congruence).
  assert (C := captured_iff G L b c p). assert (P := played_iff G L b c p).
  assert (K := suicide_iff G (suicide R) (capture G b c p) p L S).
  destruct (breaks_suicide _ _ _ _) eqn:D.
  { split; [| not_yet]. exists p, (capture G b c p). repeat split; [now apply C | now apply K | now apply K]. }
  assert (D' : ~ exists q t, Play p = Play q /\ captured G b c q t /\ suicide_bars G (suicide R) t q).
  { intros (q & t & Q & A & B). apply eqp in Q. subst q. apply C in A; trivial. subst t.
    apply (bool_false _ _ K); trivial. }
  change (settle G (capture G b c p) p) with (play G b c p).
  assert (only : forall (X : board -> Prop), (exists q b', Play p = Play q /\ played G b c q b' /\ X b') <-> X (play G b c p)).
  { intros X. split.
    - intros (q & b' & Q & A & B). apply eqp in Q. subst q. apply P in A; trivial. now subst.
    - intros A. exists p, (play G b c p). repeat split; trivial. now apply P. }
  destruct (breaks_ko _ _ _ _) eqn:B; [apply ko_iff in B | apply (bool_false _ _ (ko_iff _ _ _ _)) in B].
  - destruct (breaks_simple _ _ _) eqn:W; [apply simple_iff in W | apply (bool_false _ _ (simple_iff _ _ _)) in W].
    + split; [now apply only | not_yet].
    + split; [now apply only | not_yet]. intros A. apply only in A. tauto.
  - not_yet; intros A; apply only in A; tauto.
Qed.

Lemma rank_injective r r' : rank r = rank r' -> r = r'.
Proof. destruct r, r'; simpl; congruence. Qed.
Lemma first_unique G R g c m r r' : first_to_hold G R g c m r -> first_to_hold G R g c m r' -> r = r'.
Proof.
  intros [H A] [H' A']. apply rank_injective.
  destruct (lt_eq_lt_dec (rank r) (rank r')) as [[I |] | I]; trivial; [now apply A' in I | now apply A in I].
Qed.

Theorem b_verdict : verdict_is_first_reason verdict.
Proof.
  intros G R g c m L F. assert (S := verdict_settled G R g c m L F). unfold settled in S.
  destruct (verdict G R g c m) as [r |]; split.
  - intros r'. split; [congruence |]. intros H. f_equal. now apply first_unique with G R g c m.
  - split; [discriminate |]. intros H. destruct S as [S _]. now apply H in S.
  - intros r. split; [discriminate |]. intros [H _]. now apply S in H.
  - tauto.
Qed.
Theorem b_turn : turn_is_made turn.
Proof.
  intros G R g c m L F N g'. apply fits_now in F. destruct m as [p | |]; simpl; split.
  - inversion 1; subst. f_equal. f_equal. apply played_iff in H1; trivial.
    apply Nat.lt_nge. intros O. apply (N OffBoard). now exists p.
  - intros ->. constructor. apply played_iff; trivial.
    apply Nat.lt_nge. intros O. apply (N OffBoard). now exists p.
  - now inversion 1.
  - intros ->. constructor.
  - now inversion 1.
  - intros ->. constructor.
Qed.
