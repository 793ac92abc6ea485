(** (c): how many plays there are until a superko rule forbids all others. *)
From Coq Require Import List Arith Lia Bool.
From Proof Require Import Statements Program Flood.
Import ListNotations.

Lemma length_all_boards n : length (all_boards n) = 3 ^ n.
Proof.
  induction n as [| n IH]; trivial. simpl all_boards. rewrite flat_map_concat_map.
  change (3 ^ S n) with (3 * 3 ^ n). rewrite <- IH. generalize (all_boards n) as l.
  induction l as [| b l IHl]; simpl in *; lia.
Qed.
Lemma in_all_boards b : forall n, length b = n -> In b (all_boards n).
Proof.
  induction b as [| k b IH]; intros n <-; simpl; auto.
  apply in_flat_map. exists b. split; [now apply IH |]. destruct k as [| []]; simpl; auto.
Qed.
Lemma few_boards n (l : list board) : NoDup l -> (forall b, In b l -> length b = n) -> length l <= 3 ^ n.
Proof.
  intros D A. rewrite <- length_all_boards. apply NoDup_incl_length; trivial.
  intros b I. now apply in_all_boards, A.
Qed.
Lemma few_pairs n (l : list (color * board)) : NoDup l -> (forall b, In b l -> length (snd b) = n) ->
  length l <= 2 * 3 ^ n.
Proof.
  intros D A. rewrite <- length_all_boards.
  replace (2 * _) with (length (list_prod [Black; White] (all_boards n))) by now rewrite prod_length.
  apply NoDup_incl_length; trivial. intros [c b] I. apply in_prod.
  - destruct c; simpl; auto.
  - apply in_all_boards. now apply (A (c, b)).
Qed.

(** The plays of a game: who made which board. *)
Fixpoint made (es : list (event * position)) : list (color * board) :=
  match es with
  | [] => []
  | (Took c Placed, s) :: es => (c, stones s) :: made es
  | _ :: es => made es
  end.
Lemma length_made g : number_of is_play g = length (made (events g)).
Proof.
  unfold number_of. induction (events g) as [| [e s] es IH]; trivial.
  destruct e as [c [] | |]; simpl; auto.
Qed.
Lemma in_made c b es : In (c, b) (made es) <-> exists s, In (Took c Placed, s) es /\ stones s = b.
Proof.
  induction es as [| [e s] es IH]; simpl.
  - split; [tauto | firstorder].
  - transitivity ((e = Took c Placed /\ stones s = b) \/ In (c, b) (made es)).
    + destruct e as [c' [] | |]; simpl; intuition congruence.
    + rewrite IH. split.
      * intros [[-> <-] | (t & I & E)]; eauto.
      * intros (t & [I | I] & E); [left | right; eauto]. now inversion I; subst.
Qed.
Lemma in_positions s e es o : In (e, s) es -> In s (positions (Game o es)).
Proof. intros I. unfold positions. apply in_app_iff. left. now apply (in_map snd) in I. Qed.

Section Games.
Variables (G : points) (R : rules) (o : position).

Lemma opening_kept g : game_from G R o g -> opening g = o.
Proof. induction 1 as [| g c m g' _ IH _ M | |]; trivial. now destruct M. Qed.
Lemma game_fits g : game_from G R o g -> fits G g.
Proof.
  assert (N : forall g, fits G g -> length (stones (now g)) = size G).
  { intros h F. apply F. unfold now, positions. destruct (map snd (events h)); simpl; auto. }
  assert (A : forall g e s, fits G g -> length (stones s) = size G -> fits G (add g e s)).
  { intros h e s F E t [<- | I]; trivial. now apply F. }
  induction 1 as [N' | g c m g' _ IH _ M | |]; [intros s [<- | []]; trivial | | apply A; simpl; auto | apply A; simpl; auto].
  destruct M as [p b (taken & (full & P & E) & E') | |]; apply A; simpl; auto.
  rewrite (proj1 E'), (proj1 E), (proj1 P). auto.
Qed.
(** Every play adds a board that the rule did not forbid. *)
Lemma play_not_barred g c p b : legal G R g c (Play p) -> played G (stones (now g)) c p b -> ~ ko_bars (ko R) g c b.
Proof.
  intros N P B. assert (D : simple_bars g c b \/ ~ simple_bars g c b).
  { unfold simple_bars. destruct (latest _ _) as [[c' b'] |]; [| right; discriminate].
    destruct (color_eq c' (other c)), (board_eq b' b); subst; auto; right; congruence. }
  destruct D; [apply (N Ko) | apply (N Superko)]; exists p, b; auto.
Qed.
Lemma made_boards g c b : game_from G R o g -> In (c, b) (made (events g)) -> length b = size G.
Proof.
  intros A I. apply in_made in I. destruct I as (s & I & <-). apply (game_fits g A).
  destruct g. now apply in_positions with (Took c Placed).
Qed.

Lemma positional_new g : game_from G R o g -> ko R = Positional -> NoDup (stones o :: map snd (made (events g))).
Proof.
  intros A K. induction A as [| g c m g' A IH N M | |]; simpl; trivial; [repeat constructor; tauto |].
  destruct M as [p b P | |]; simpl; trivial.
  apply play_not_barred with (b := b) in N; trivial. rewrite K in N. simpl in N.
  inversion IH as [| ? ? O D]; subst.
  assert (U : In b (map snd (made (events g))) -> In b (map stones (positions g))).
  { intros I. apply in_map_iff in I. destruct I as ([c' b'] & <- & I). apply in_made in I. destruct I as (s & I & <-).
    simpl. apply in_map. destruct g. eapply in_positions, I. }
  constructor; [| constructor; auto]. intros [-> | I]; [| tauto]. apply N, in_map, in_app_iff. right.
  rewrite (opening_kept g A). simpl. auto.
Qed.
Lemma pairs_new g : game_from G R o g -> ko R = Situational \/ ko R = Natural -> NoDup (made (events g)).
Proof.
  intros A K. induction A as [| g c m g' A IH N M | |]; simpl; trivial; [constructor |].
  destruct M as [p b P | |]; simpl; trivial. constructor; trivial. intros I.
  apply play_not_barred with (b := b) in N; trivial. apply N. clear N. apply in_made in I. destruct I as ([d b'] & I & E).
  simpl in E. subst b'. destruct K as [-> | ->]; simpl; eauto.
  assert (S : d = other c); [| subst; destruct g; eapply in_positions, I].
  clear -A I. induction A as [| g c' m g' A IH N M | |]; simpl in *; [tauto | | | ];
    try (destruct I as [I |]; [discriminate | auto]).
  destruct M; simpl in *; destruct I as [I |]; auto; congruence.
Qed.
End Games.

Theorem a_games : games_have_liberties.
Proof.
  intros G R o g L A O. induction A as [| g c m g' A IH N M | |]; simpl; trivial.
  destruct M as [p b P | |]; simpl; trivial. apply a_liberties with (stones (now g)) c p; trivial.
  - apply game_fits in A. apply A. unfold now, positions. destruct (map snd (events g)); simpl; auto.
  - apply Nat.lt_nge. intros S. apply (N OffBoard). now exists p.
  - destruct (cell_eq (at_ (stones (now g)) p) Empty) as [| S]; trivial. exfalso. apply (N Occupied). now exists p.
Qed.
Theorem b_fits : games_fit.
Proof. exact game_fits. Qed.
Theorem c_positional_plays : positional_plays.
Proof.
  intros G R o g A K. rewrite length_made. assert (D := positional_new G R o g A K). apply few_boards with (n := size G) in D.
  - simpl in D. rewrite map_length in D. lia.
  - intros b [<- | I].
    + apply (game_fits G R o g A). apply in_app_iff. right. rewrite (opening_kept G R o g A). simpl. auto.
    + apply in_map_iff in I. destruct I as ([c b'] & <- & I). eapply made_boards; eauto.
Qed.
Theorem c_situational_plays : situational_plays.
Proof.
  intros G R o g A K. rewrite length_made. apply few_pairs; [eapply pairs_new; eauto |].
  intros [c b] I. eapply made_boards; eauto.
Qed.

(** Without handing over and resuming, at most one pass goes before each play, and two turns that are no plays end the
    game. *)
Lemma few_turns G R o g : game_from G R o g -> number_of is_turn g = length (events g) ->
  length (events g) <= 2 * number_of is_play g + 2 /\
  (~ over g -> length (events g) <= 2 * number_of is_play g + passes (events g)).
Proof.
  assert (F : forall es : list (event * position), length (filter (fun e => is_turn (fst e)) es) <= length es).
  { induction es as [| e es IH]; simpl; [lia |]. destruct (is_turn (fst e)); simpl; lia. }
  intros A T. unfold number_of in *. induction A as [| g c m g' A IH N M | g c A IH | g c A IH]; simpl in *.
  - lia.
  - assert (O : ~ over g) by exact (N GameOver).
    assert (P : passes (events g) <= 1) by (unfold over in O; destruct (le_lt_dec 2 (passes (events g))); tauto || lia).
    destruct M; simpl in *; destruct IH as [_ IH]; try lia; specialize (IH O); split; try lia.
    intros O'. exfalso. apply O'. left. exists c. eexists. left. reflexivity.
  - specialize (F (events g)). lia.
  - specialize (F (events g)). lia.
Qed.
Theorem c_positional_turns : positional_turns.
Proof.
  intros G R o g A K T. apply (few_turns G R o g A) in T. assert (P := c_positional_plays G R o g A K).
  assert (3 ^ size G <> 0) by now apply Nat.pow_nonzero. lia.
Qed.
