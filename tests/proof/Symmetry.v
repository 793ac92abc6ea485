(** (d): carrying a game to other points with the same neighbours, or exchanging the colors, changes no verdict. *)
From Coq Require Import List Arith Lia Bool.
From Proof Require Import Statements Program Flood Verdict.
Import ListNotations.

Lemma both_true (a b : bool) : (a = true <-> b = true) -> a = b.
Proof. destruct a, b; intuition congruence. Qed.
Lemma recolor_twice k c : recolor k (recolor k c) = c.
Proof. now destruct k, c. Qed.
Lemma recolor_other k c : recolor k (other c) = other (recolor k c).
Proof. now destruct k, c. Qed.
Lemma recolor_same k c d : recolor k c = recolor k d <-> c = d.
Proof. destruct k, c, d; simpl; split; congruence. Qed.
Definition recolor_cell k x := match x with Empty => Empty | Stone c => Stone (recolor k c) end.
Lemma recolor_cell_same k x y : recolor_cell k x = recolor_cell k y <-> x = y.
Proof. destruct k, x as [| []], y as [| []]; simpl; split; congruence. Qed.
Lemma recolor_cell_twice k x : recolor_cell k (recolor_cell k x) = x.
Proof. destruct x; simpl; now rewrite ?recolor_twice. Qed.

Definition same_shape G G' f f' := lines G /\ lines G' /\ carries G G' f f' /\ carries G' G f' f.
Lemma shape_sym G G' f f' : same_shape G G' f f' -> same_shape G' G f' f.
Proof. unfold same_shape. tauto. Qed.

(** * Chains and liberties *)
Section There.
Variables (G G' : points) (f f' : nat -> nat) (k : bool).
Hypothesis S : same_shape G G' f f'.

Lemma goes p : p < size G <-> f p < size G'.
Proof. apply S. Qed.
Lemma goes_back p : p < size G' -> f' p < size G /\ f (f' p) = p.
Proof. destruct S as (_ & _ & _ & C & D & _). intros I. split; [now apply C | auto]. Qed.
Lemma returns p : p < size G -> f' (f p) = p.
Proof. apply S. Qed.
Lemma length_carried b : length (carry_board G' f' k b) = size G'.
Proof. unfold carry_board. now rewrite map_length, seq_length. Qed.
Lemma at_carried b p : length b = size G -> at_ (carry_board G' f' k b) (f p) = recolor_cell k (at_ b p).
Proof.
  intros N. destruct (lt_dec p (size G)) as [I | I].
  - change (carry_board G' f' k b) with (tabulate (size G') (fun q => recolor_cell k (at_ b (f' q)))).
    rewrite at_tabulate by now apply goes. now rewrite returns.
  - rewrite !at_off; trivial; [lia |]. rewrite length_carried. rewrite goes in I. lia.
Qed.
Lemma chain_carried b p q : length b = size G -> chain G b p q -> chain G' (carry_board G' f' k b) (f p) (f q).
Proof.
  intros N. induction 1 as [| q r A IH B C]; [constructor |]. apply joined with (f q); trivial.
  - destruct S as (_ & _ & (_ & _ & D) & _). now apply D.
  - rewrite !at_carried by trivial. now rewrite C.
Qed.
Lemma liberty_carried b p : length b = size G -> has_liberty G b p -> has_liberty G' (carry_board G' f' k b) (f p).
Proof.
  intros N (q & r & A & B & E). exists (f q), (f r). repeat split.
  - now apply chain_carried.
  - destruct S as (_ & _ & (_ & _ & D) & _). now apply D.
  - rewrite at_carried by trivial. now rewrite E.
Qed.
End There.

Section Both.
Variables (G G' : points) (f f' : nat -> nat) (k : bool).
Hypothesis S : same_shape G G' f f'.
Notation carried := (carry_board G' f' k).

Lemma board_returns b : length b = size G -> carry_board G f k (carried b) = b.
Proof.
  intros N. apply board_ext.
  - rewrite length_carried. auto.
  - intros p. destruct (lt_dec p (size G)) as [I | I].
    + replace p with (f' (f p)) at 1 by now apply returns with G G'.
      rewrite (at_carried G' G f' f k (shape_sym _ _ _ _ S)) by apply length_carried.
      rewrite (at_carried G G' f f' k S) by trivial. apply recolor_cell_twice.
    + rewrite !at_off; trivial; [lia |]. rewrite length_carried. lia.
Qed.
Lemma board_same b b' : length b = size G -> length b' = size G -> (carried b = carried b' <-> b = b').
Proof.
  intros N N'. split; [| congruence]. intros E. rewrite <- (board_returns b), <- (board_returns b'); trivial. now rewrite E.
Qed.
Lemma chain_iff b p q : length b = size G -> p < size G -> q < size G ->
  (chain G' (carried b) (f p) (f q) <-> chain G b p q).
Proof.
  intros N P Q. split; [| now apply chain_carried with (G := G)]. intros A.
  apply (chain_carried G' G f' f k (shape_sym _ _ _ _ S)) in A; [| apply length_carried].
  rewrite board_returns, !(returns G G' f f' S) in A; trivial.
Qed.
Lemma liberty_iff b p : length b = size G -> p < size G -> (has_liberty G' (carried b) (f p) <-> has_liberty G b p).
Proof.
  intros N P. split; [| now apply liberty_carried with (G := G)]. intros A.
  apply (liberty_carried G' G f' f k (shape_sym _ _ _ _ S)) in A; [| apply length_carried].
  rewrite board_returns, (returns G G' f f' S) in A; trivial.
Qed.

(** * Plays *)
Lemma emptied_carried (P P' : nat -> Prop) b b' : length b = size G ->
  (forall q, q < size G -> P' (f q) <-> P q) -> emptied P b b' -> emptied P' (carried b) (carried b').
Proof.
  intros N I (N' & E). split; [now rewrite !length_carried |]. intros q. destruct (lt_dec q (size G')) as [Q | Q].
  - destruct (goes_back G G' f f' S q Q) as [B <-]. rewrite !(at_carried G G' f f' k S), (I _ B) by congruence.
    destruct (E (f' q)) as [X Y]. split; intros A; [now rewrite X | now rewrite Y].
  - rewrite !at_off; auto; rewrite length_carried; lia.
Qed.
Lemma placed_carried b c p b' : length b = size G -> p < size G ->
  placed b c p b' -> placed (carried b) (recolor k c) (f p) (carried b').
Proof.
  intros N P (N' & A & B). repeat split.
  - now rewrite !length_carried.
  - rewrite (at_carried G G' f f' k S) by congruence. now rewrite A.
  - intros q D. destruct (lt_dec q (size G')) as [Q | Q].
    + destruct (goes_back G G' f f' S q Q) as [I E]. rewrite <- E in *.
      rewrite !(at_carried G G' f f' k S), B by congruence. trivial.
    + rewrite !at_off; auto; rewrite length_carried; lia.
Qed.
Lemma capture_carried b c p : length b = size G -> p < size G ->
  capture G' (carried b) (recolor k c) (f p) = carried (capture G b c p).
Proof.
  intros N P. symmetry. assert (L := S). destruct L as (L & L' & _).
  apply captured_iff; trivial; [apply length_carried | now apply (goes G G' f f' S) |].
  destruct (proj2 (captured_iff G L b c p _ N P) eq_refl) as (full & A & E).
  exists (carried full). split; [now apply placed_carried |]. revert E.
  assert (F : length full = size G) by (rewrite (proj1 A); trivial). apply emptied_carried; trivial.
  intros q Q. rewrite (at_carried G G' f f' k S), liberty_iff by trivial.
  rewrite <- recolor_other. apply and_iff_compat_r. apply (recolor_cell_same k (at_ full q) (Stone (other c))).
Qed.
Lemma settle_carried b p : length b = size G -> p < size G -> settle G' (carried b) (f p) = carried (settle G b p).
Proof.
  intros N P. symmetry. assert (L := S). destruct L as (L & L' & _).
  apply settle_iff; trivial; [apply length_carried | now apply (goes G G' f f' S) |].
  apply emptied_carried with (P := fun q => chain G b p q /\ ~ has_liberty G b p); trivial; [| apply settle_iff; trivial].
  intros q Q. now rewrite chain_iff, liberty_iff.
Qed.
Lemma suicide_carried r b p : length b = size G -> p < size G ->
  breaks_suicide G' r (carried b) (f p) = breaks_suicide G r b p.
Proof.
  intros N P. assert (L := S). destruct L as (L & L' & _). assert (P' := proj1 (goes G G' f f' S p) P).
  apply both_true. rewrite !suicide_iff by trivial. unfold suicide_bars. rewrite liberty_iff by trivial.
  apply and_iff_compat_l. destruct r; try tauto. split; intros A q Q.
  - assert (I : q < size G) by now apply chain_inside in Q.
    apply (chain_carried G G' f f' k S) in Q; trivial. apply A in Q.
    rewrite <- (returns G G' f f' S q I), Q. now apply (returns G G' f f' S).
  - assert (I : q < size G') by now apply chain_inside in Q.
    destruct (goes_back G G' f f' S q I) as [J E]. rewrite <- E in Q |- *. f_equal. apply A. apply chain_iff in Q; trivial.
Qed.

(** * Games *)
Notation there := (carry_position G' f' k).
Notation carried_game := (carry_game G' f' k).
Notation carried_event := (fun e => (carry_event k (fst e), there (snd e))).

Lemma positions_carried g : positions (carried_game g) = map there (positions g).
Proof. unfold positions. rewrite map_app. simpl. now rewrite !map_map. Qed.
Lemma now_carried g : now (carried_game g) = there (now g).
Proof. unfold now. simpl. now destruct (events g). Qed.
Lemma passes_carried es : passes (map carried_event es) = passes es.
Proof. induction es as [| [e s] es IH]; trivial. destruct e as [c [] | |]; simpl; auto. Qed.
Lemma exists_carried {A B} (h : A -> B) P Q l : (forall x, In x l -> P (h x) = Q x) -> existsb P (map h l) = existsb Q l.
Proof. induction l as [| x l IH]; simpl; intros E; trivial. rewrite E, IH; auto. Qed.
Lemma over_carried g : is_over (carried_game g) = is_over g.
Proof.
  unfold is_over. f_equal.
  - apply exists_carried. intros [e s] _. now destruct e as [c [] | |].
  - simpl. now rewrite passes_carried.
Qed.
Lemma latest_carried o es : latest (there o) (map carried_event es) =
  match latest o es with Some (c, b) => Some (recolor k c, carried b) | None => None end.
Proof.
  induction es as [| [e s] es IH]; trivial. destruct e as [c t | |]; simpl; trivial.
  change (Game (there o) (map carried_event es)) with (carried_game (Game o es)). now rewrite now_carried.
Qed.
Lemma latest_fits o es c b : fits G (Game o es) -> latest o es = Some (c, b) -> length b = size G.
Proof.
  induction es as [| [e s] es IH]; [discriminate |]. intros F.
  assert (F' : fits G (Game o es)) by (intros t I; apply F; now right).
  destruct e; simpl; auto. intros E. inversion E; subst. now apply fits_now.
Qed.
Lemma board_is b b' : length b = size G -> length b' = size G -> is (board_eq (carried b) (carried b')) = is (board_eq b b').
Proof. intros. apply both_true. rewrite !is_true. now apply board_same. Qed.
Lemma color_is c d : is (color_eq (recolor k c) (recolor k d)) = is (color_eq c d).
Proof. apply both_true. rewrite !is_true. apply recolor_same. Qed.
Lemma simple_carried g c b : fits G g -> length b = size G ->
  breaks_simple (carried_game g) (recolor k c) (carried b) = breaks_simple g c b.
Proof.
  intros F N. unfold breaks_simple. simpl. rewrite latest_carried.
  destruct (latest _ _) as [[c' b'] |] eqn:E; trivial. destruct g as [o es]. apply latest_fits in E; trivial.
  now rewrite board_is, <- recolor_other, color_is.
Qed.
Lemma ko_carried r g c b : fits G g -> length b = size G ->
  breaks_ko r (carried_game g) (recolor k c) (carried b) = breaks_ko r g c b.
Proof.
  intros F N. destruct r; simpl.
  - now apply simple_carried.
  - rewrite positions_carried. apply exists_carried. intros s I. now apply board_is; [apply F |].
  - rewrite positions_carried. apply exists_carried. intros s I. apply F in I. apply both_true.
    rewrite !is_true, <- recolor_other. unfold carry_position. destruct s as [d a]. simpl in *. split; intros E.
    + injection E as C B. apply recolor_same in C. rewrite board_same in B by trivial. congruence.
    + congruence.
  - apply exists_carried. intros [e s] I. simpl. destruct e as [d [] | |]; simpl; trivial.
    rewrite color_is, board_is; trivial. apply F. destruct g. simpl in *. apply in_app_iff. left. now apply (in_map snd) in I.
Qed.

Lemma verdict_carried R g c m : fits G g ->
  verdict G' R (carried_game g) (recolor k c) (carry_move f m) = verdict G R g c m.
Proof.
  intros F. assert (N := fits_now G g F). unfold verdict. rewrite over_carried, now_carried. simpl. rewrite color_is.
  destruct m as [p | |]; simpl; trivial. destruct (is_over g); trivial. destruct (negb _); trivial.
  assert (I := goes G G' f f' S p).
  destruct (Nat.leb_spec (size G') (f p)), (Nat.leb_spec (size G) p); trivial; try lia.
  rewrite (at_carried G G' f f' k S) by trivial.
  replace (is (cell_eq (recolor_cell _ _) _)) with (is (cell_eq (at_ (stones (now g)) p) Empty))
    by (apply both_true; rewrite !is_true; symmetry; apply (recolor_cell_same k _ Empty)).
  destruct (negb _); trivial. rewrite capture_carried by trivial.
  assert (C := length_capture G (stones (now g)) c p). rewrite suicide_carried by trivial.
  destruct (breaks_suicide _ _ _ _); trivial. rewrite settle_carried by trivial.
  assert (D := length_settle G _ p C). now rewrite ko_carried, simple_carried.
Qed.
Lemma turn_carried R g c m : fits G g -> legal G R g c m ->
  turn G' (carried_game g) (recolor k c) (carry_move f m) = carried_game (turn G g c m).
Proof.
  intros F A. assert (N := fits_now G g F).
  destruct m as [p | |]; simpl; rewrite now_carried; unfold add, carry_game, carry_position; simpl;
    rewrite recolor_other; trivial.
  assert (P : p < size G) by (apply Nat.lt_nge; intros O; apply (A OffBoard); now exists p).
  unfold play. rewrite capture_carried, settle_carried; trivial. apply length_capture.
Qed.
End Both.

Theorem d_verdict : verdict_is_symmetric verdict.
Proof. intros G G' f f' k R g c m L L' C C'. apply verdict_carried. unfold same_shape. auto. Qed.
Theorem d_turn : turn_is_symmetric turn.
Proof. intros G G' f f' k R g c m L L' C C'. apply turn_carried. unfold same_shape. auto. Qed.
