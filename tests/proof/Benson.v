(** (e): a chain that Benson's criterion calls alive is never taken while its owner passes and suicide is forbidden. *)
From Coq Require Import List Arith Lia.
From Proof Require Import Statements Program Flood Bounds.
Import ListNotations.

Section Safe.
Variables (G : points) (o : board) (c : color) (X E : nat -> Prop).
Hypothesis L : lines G.
Hypothesis free : all_have_liberties G o.
Hypothesis B : benson G o c X E.
Notation region := (region G o c).

Lemma X_stone p : X p -> at_ o p = Stone c.
Proof. apply B. Qed.
Lemma X_chain p q : X p -> chain G o p q -> X q.
Proof. intros I. now apply B. Qed.
Lemma E_near p q : E p -> In q (near G p) -> E q \/ X q.
Proof. intros I. now apply B. Qed.
Lemma region_E r q : E r -> region r q -> E q.
Proof.
  intros I. induction 1 as [| q s _ IH N O]; trivial.
  destruct (E_near q s IH N) as [|A]; trivial. now apply X_stone in A.
Qed.
Lemma region_end r q : region r q -> at_ o q <> Stone c.
Proof. now destruct 1. Qed.
Lemma region_trans p q r : region p q -> region q r -> region p r.
Proof. intros A C. induction C as [| s t _ IH N O]; trivial. now apply grows with s. Qed.
Lemma region_sym p q : region p q -> region q p.
Proof.
  induction 1 as [O | q r A IH N O]; [now constructor |]. apply region_trans with q; trivial.
  apply grows with r; [now constructor | now apply L | now apply region_end in A].
Qed.

(** What stays true: the chains stand, nothing comes off in the regions, and each of these has an empty point. *)
Definition safe (b : board) := length b = size G /\ (forall p, X p -> at_ b p = Stone c) /\
  (forall p, E p -> at_ b p <> Stone c /\ (at_ b p = Empty -> at_ o p = Empty)) /\
  forall r, E r -> exists e, region r e /\ at_ b e = Empty.

Lemma safe_first : length o = size G -> safe o.
Proof.
  intros N. split; trivial. split; [apply X_stone |]. split; [intros p I; split; trivial; now apply B |].
  intros r I. destruct (cell_eq (at_ o r) Empty) as [O | O].
  - exists r. split; trivial. constructor. congruence.
  - destruct (proj1 (proj2 B) r I) as (J & S & _). destruct (free r J O) as (q & e & A & M & H). exists e. split; trivial.
    apply grows with q; trivial; [| congruence]. clear M.
    induction A as [| q s A IH M C]; [now constructor | apply grows with q; trivial; congruence].
Qed.
Lemma safe_play b p taken b' : safe b -> p < size G -> at_ b p = Empty -> captured G b (other c) p taken ->
  has_liberty G taken p -> emptied (fun q => chain G taken p q /\ ~ has_liberty G taken p) taken b' -> safe b'.
Proof.
  intros (N & SX & SE & SR) I O (full & P & T) H T'. destruct P as (NF & FP & F).
  replace (other (other c)) with c in T by now destruct c.
  assert (D : Stone (other c) <> Stone c) by now destruct c.
  assert (FX : forall x, X x -> at_ full x = Stone c).
  { intros x A. rewrite F; auto. intros ->. rewrite SX in O by trivial. discriminate. }
  assert (lives : forall x, X x -> at_ taken x = Stone c).
  { intros x A. rewrite <- (FX x A). apply T. intros [_ W]. apply W. clear W.
    assert (from : forall r e, E r -> vital G o c x r -> region r e -> at_ b e = Empty -> e <> p -> has_liberty G full x).
    { intros r e Y V Z W U. assert (K := region_E r e Y Z). destruct (V e Z) as (s & C & M); [now apply SE |].
      exists s, e. repeat split; trivial; [| now rewrite F]. apply chain_kept with o; trivial.
      intros t C'. rewrite FX, X_stone; trivial; now apply X_chain with x. }
    destruct (proj2 (proj2 B) x A) as (r & r' & Y & Y' & U & V & V').
    destruct (SR r Y) as (e & Z & W), (SR r' Y') as (e' & Z' & W').
    destruct (Nat.eq_dec e p) as [-> |]; [| now apply from with r e].
    apply from with r' e'; trivial. intros ->. apply U. apply region_trans with p; trivial. now apply region_sym. }
  assert (kept : forall q, at_ full q <> Stone c -> at_ taken q = at_ full q) by (intros q A; apply T; tauto).
  assert (after : forall q, at_ b' q = at_ taken q) by (intros q; apply T'; tauto).
  assert (TP : at_ taken p = Stone (other c)) by (rewrite kept; congruence).
  split; [rewrite (proj1 T'), (proj1 T); congruence |]. split; [intros x A; rewrite after; auto |]. split.
  - intros q A. rewrite after. destruct (Nat.eq_dec q p) as [-> | U]; [rewrite TP; split; congruence |].
    rewrite kept, F; auto. rewrite F by trivial. now apply SE.
  - intros r A. destruct (SR r A) as (e & Z & W). destruct (Nat.eq_dec e p) as [-> | U].
    + destruct H as (q & s & C & M & H). exists s. rewrite after. split; trivial.
      assert (Q : region r q).
      { clear M. induction C as [| q t C IH M K]; trivial. apply grows with q; trivial.
        destruct (E_near q t (region_E r q A IH) M) as [V | V]; [now apply B |]. rewrite lives in K by trivial. congruence. }
      destruct (E_near q s (region_E r q A Q) M) as [V | V]; [apply grows with q; trivial; now apply B |].
      rewrite lives in H by trivial. discriminate.
    + exists e. split; trivial. rewrite after, kept, F; trivial. rewrite F, W; [discriminate | trivial].
Qed.
End Safe.

Theorem e_benson : benson_is_safe.
Proof.
  intros G R o g c X E p L A S F B I N. enough (H : safe G (stones o) c X E (stones (now g))) by now apply H.
  clear p I. induction A as [| g d m g' A IH J M | g d A IH | g d A IH]; simpl in *.
  - now apply safe_first.
  - assert (N' : forall s, ~ In (Took c Placed, s) (events g)).
    { intros s K. apply (N s). destruct M; simpl; auto. }
    specialize (IH N'). destruct M as [p b (taken & T & T') | |]; simpl in *; trivial.
    assert (d = other c).
    { destruct d, c; trivial; exfalso; eapply N; left; reflexivity. }
    subst d. assert (P : p < size G) by (apply Nat.lt_nge; intros O; apply (J OffBoard); now exists p).
    apply safe_play with (stones (now g)) p taken; trivial.
    + destruct (cell_eq (at_ (stones (now g)) p) Empty) as [| O]; trivial. exfalso. apply (J Occupied). now exists p.
    + destruct (liberty_or_not G L taken p P) as [| O]; trivial. exfalso. apply (J Suicide).
      exists p, taken. unfold suicide_bars. rewrite S. auto.
  - apply IH. intros s K. apply (N s). auto.
  - apply IH. intros s K. apply (N s). auto.
Qed.

(** The criterion can be met: one stone in the middle of a line of three points. *)
Example two_eyes : benson (grid 1 3) [Empty; Stone Black; Empty] Black (eq 1) (fun p => p = 0 \/ p = 2).
Proof.
  assert (K : forall p, p = 0 \/ p = 2 -> forall q, region (grid 1 3) [Empty; Stone Black; Empty] Black p q -> q = p).
  { intros p I. induction 1 as [| q r _ IH N O]; trivial. subst q.
    destruct I as [-> | ->]; simpl in N; destruct N as [<- | []]; now destruct O. }
  split; [| split].
  - intros p <-. split; trivial. induction 1 as [| q r _ IH N O]; trivial. subst q.
    simpl in N. destruct N as [<- | [<- | []]]; trivial; discriminate.
  - intros p I. split; [simpl; lia |]. destruct I as [-> | ->]; (split; [discriminate |]); intros q N; simpl in N;
      destruct N as [<- | []]; auto.
  - intros p <-. assert (V : forall r, r = 0 \/ r = 2 -> vital (grid 1 3) [Empty; Stone Black; Empty] Black 1 r).
    { intros r I q A _. apply K in A; trivial. subst q. exists 1. split; [constructor |]. simpl. lia. }
    exists 0, 2. repeat split; auto. intros A. apply K in A; auto. discriminate.
Qed.
