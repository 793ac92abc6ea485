From Coq Require Import Extraction.
From Proof Require Import Statements Program.
Extraction Language OCaml.
Extract Inductive bool => "bool" ["true" "false"].
Extract Inductive sumbool => "bool" ["true" "false"].
Extract Inductive option => "option" ["Some" "None"].
Extract Inductive list => "list" ["[]" "(::)"].
Extract Inductive prod => "( * )" ["(,)"].
Extraction "referee.ml" grid index verdict turn replay undo lost all_boards all_breathe now.
