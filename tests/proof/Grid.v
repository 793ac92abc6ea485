(** The points of the program are a grid, and a row and a column name the right one. *)
From Coq Require Import List Arith Lia Bool ZArith.
From Proof Require Import Statements Program.
Import ListNotations.

Lemma row_col cols row col : col < cols -> (row * cols + col) / cols = row /\ (row * cols + col) mod cols = col.
Proof.
  intros I. assert (cols <> 0) by lia. split.
  - rewrite Nat.div_add_l, Nat.div_small; lia.
  - rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small; lia.
Qed.
Lemma split_point cols p : 0 < cols -> exists row col, p = row * cols + col /\ col < cols.
Proof.
  intros I. exists (p / cols), (p mod cols). split.
  - rewrite Nat.mul_comm. apply Nat.div_mod. lia.
  - apply Nat.mod_upper_bound. lia.
Qed.
Lemma in_if (d : bool) (q x : nat) : In q (if d then [] else [x]) <-> d = false /\ q = x.
Proof. destruct d; simpl; intuition congruence. Qed.
Lemma in_if' (d : bool) (q x : nat) : In q (if d then [x] else []) <-> d = true /\ q = x.
Proof. destruct d; simpl; intuition congruence. Qed.

Lemma near_grid rows cols p q : p < rows * cols ->
  (In q (near (grid rows cols) p) <-> q < rows * cols /\ beside cols p q).
Proof.
  intros P. assert (C : 0 < cols) by (destruct cols; lia).
  unfold grid, near, beside. rewrite (proj2 (Nat.leb_gt _ _) P), !in_app_iff, !in_if, in_if'.
  rewrite !Nat.eqb_neq, Nat.ltb_ge, Nat.ltb_lt.
  destruct (split_point cols p C) as (r & c & -> & I). destruct (row_col cols r c I) as [-> ->].
  destruct (split_point cols q C) as (r' & c' & -> & I'). destruct (row_col cols r' c' I') as [-> ->].
  assert (U : forall a b, b < cols -> r' * cols + c' = a * cols + b -> r' = a /\ c' = b).
  { intros a b B E. destruct (row_col cols r' c' I') as [X Y]. rewrite E in X, Y.
    destruct (row_col cols a b B). lia. }
  assert (S r * cols <= rows * cols) by (apply Nat.mul_le_mono_r; nia). simpl in *.
  split.
  - intros [[D E] | [[D E] | [[D E] | [D E]]]].
    + destruct (U r (c - 1)); lia.
    + destruct (U r (c + 1)); lia.
    + destruct r as [| r]; simpl in *; [lia |]. destruct (U r c); [lia | lia |]. subst. lia.
    + destruct (U (S r) c); [lia | simpl; lia |]. subst. simpl in *. lia.
  - intros [Q [[-> [-> | ->]] | [-> [-> | ->]]]]; simpl in *; try lia.
Qed.
Theorem a_grid : grid_is_grid grid.
Proof.
  intros rows cols. split; [| split; [reflexivity | intros; now apply near_grid]].
  intros p q I. assert (P : p < rows * cols).
  { destruct (le_lt_dec (rows * cols) p) as [O |]; trivial.
    unfold grid, near in I. rewrite (proj2 (Nat.leb_le _ _) O) in I. destruct I. }
  apply near_grid in I; trivial. destruct I as [Q B]. split; trivial. apply near_grid; trivial.
  split; trivial. unfold beside in *. lia.
Qed.
Theorem a_index : index_is_point index.
Proof.
  intros rows cols row col. unfold index, on_board.
  destruct (_ && _)%bool eqn:D.
  - rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt in D. destruct D as [[[A B] C] E].
    destruct (row_col cols (Z.to_nat row) (Z.to_nat col)) as [-> ->]; [lia |].
    split; [lia |]. split; [| lia]. intros _. nia.
  - rewrite !andb_false_iff, !Z.leb_gt, !Z.ltb_ge in D. lia.
Qed.
