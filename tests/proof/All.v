(** All that is proven, of the functions that [Extract.v] extracts. *)
From Proof Require Import Statements Program Flood Grid Verdict Bounds Symmetry Benson.

Theorem proven :
  flood_is_reachability flood /\ play_follows_rules play /\ liberties_remain /\ games_have_liberties /\ capture_is_no_suicide /\
  grid_is_grid grid /\ index_is_point index /\
  games_fit /\ verdict_is_first_reason verdict /\ turn_is_made turn /\
  positional_plays /\ positional_turns /\ situational_plays /\
  verdict_is_symmetric verdict /\ turn_is_symmetric turn /\
  benson_is_safe.
Proof.
  exact (conj a_flood (conj a_play (conj a_liberties (conj a_games (conj a_no_suicide (conj a_grid (conj a_index (conj b_fits
    (conj b_verdict (conj b_turn (conj c_positional_plays (conj c_positional_turns (conj c_situational_plays
    (conj d_verdict (conj d_turn e_benson))))))))))))))).
Qed.
