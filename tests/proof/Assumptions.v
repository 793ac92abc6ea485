(** Each theorem must be closed under the global context: no axioms, nothing admitted. *)
From Proof Require Import Statements Program Flood Grid Verdict Bounds Symmetry.
Print Assumptions a_flood.
Print Assumptions a_play.
Print Assumptions a_liberties.
Print Assumptions a_no_suicide.
Print Assumptions a_grid.
Print Assumptions a_index.
Print Assumptions b_verdict.
Print Assumptions b_turn.
Print Assumptions c_positional_plays.
Print Assumptions c_positional_turns.
Print Assumptions c_situational_plays.
Print Assumptions d_verdict.
Print Assumptions d_turn.
