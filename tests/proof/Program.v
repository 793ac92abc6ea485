(** The referee as a program. [Main.ml] reads and writes the lines. *)
From Coq Require Import List Arith ZArith Bool.
From Proof Require Import Statements.
Import ListNotations.

Definition color_eq (a b : color) : {a = b} + {a <> b}.
Proof. decide equality. Defined.
Definition cell_eq (a b : cell) : {a = b} + {a <> b}.
Proof. decide equality; apply color_eq. Defined.
Definition board_eq : forall a b : board, {a = b} + {a <> b} := list_eq_dec cell_eq.
Definition position_eq (a b : position) : {a = b} + {a <> b}.
Proof. decide equality; [apply board_eq | apply color_eq]. Defined.
Definition is {A} {a b : A} (d : {a = b} + {a <> b}) : bool := if d then true else false.

Definition grid (rows cols : nat) : points :=
  let n := rows * cols in
  Points n (fun p =>
    if n <=? p then [] else
    let col := p mod cols in
    (if col =? 0 then [] else [p - 1]) ++ (if S col =? cols then [] else [p + 1]) ++
    (if p <? cols then [] else [p - cols]) ++ (if p + cols <? n then [p + cols] else [])).
(** The number of a row and a column, or one that is off the board. *)
Definition index (rows cols : nat) (row col : Z) : nat :=
  if ((0 <=? row) && (row <? Z.of_nat rows) && (0 <=? col) && (col <? Z.of_nat cols))%Z%bool
  then Z.to_nat row * cols + Z.to_nat col else rows * cols.

Definition tabulate (n : nat) (f : nat -> cell) : board := map f (seq 0 n).
Definition has (q : nat) (l : list nat) : bool := existsb (Nat.eqb q) l.

Fixpoint fresh (b : board) (k : cell) (seen l : list nat) : list nat :=
  match l with
  | [] => []
  | q :: l =>
      if is (cell_eq (at_ b q) k) && negb (has q seen) then q :: fresh b k (q :: seen) l else fresh b k seen l
  end.
(** Each point is put on the list [todo] once, so [size G] rounds are enough. *)
Fixpoint fill (G : points) (b : board) (k : cell) (rounds : nat) (todo seen : list nat) : list nat :=
  match rounds, todo with
  | S rounds, p :: todo =>
      let new := fresh b k seen (near G p) in fill G b k rounds (new ++ todo) (new ++ seen)
  | _, _ => seen
  end.
Definition flood (G : points) (b : board) (p : nat) : list nat := fill G b (at_ b p) (size G) [p] [p].
Definition opens_at (G : points) (b : board) (p : nat) : bool :=
  existsb (fun q => is (cell_eq (at_ b q) Empty)) (near G p).
Definition breathes (G : points) (b : board) (p : nat) : bool := existsb (opens_at G b) (flood G b p).
Definition all_breathe (G : points) (b : board) : bool :=
  forallb (fun p => is (cell_eq (at_ b p) Empty) || breathes G b p) (seq 0 (size G)).

Definition place (G : points) (b : board) (c : color) (p : nat) : board :=
  tabulate (size G) (fun q => if q =? p then Stone c else at_ b q).
(** The stones of [k] that have a liberty. *)
Definition living (G : points) (b : board) (k : cell) : list nat :=
  let border := filter (fun q => is (cell_eq (at_ b q) k) && opens_at G b q) (seq 0 (size G)) in
  fill G b k (size G) border border.
Definition capture (G : points) (b : board) (c : color) (p : nat) : board :=
  let full := place G b c p in
  let enemy := Stone (other c) in
  let stay := living G full enemy in
  tabulate (size G) (fun q => if is (cell_eq (at_ full q) enemy) && negb (has q stay) then Empty else at_ full q).
Definition settle (G : points) (taken : board) (p : nat) : board :=
  if breathes G taken p then taken else
  let own := flood G taken p in
  tabulate (size G) (fun q => if has q own then Empty else at_ taken q).
Definition play (G : points) (b : board) (c : color) (p : nat) : board := settle G (capture G b c p) p.

Definition is_over (g : game) : bool :=
  existsb (fun e => match fst e with Took _ Resigned => true | _ => false end) (events g)
  || (2 <=? passes (events g)).
Definition breaks_simple (g : game) (c : color) (b : board) : bool :=
  match latest (opening g) (events g) with
  | Some (c', b') => is (color_eq c' (other c)) && is (board_eq b' b)
  | None => false
  end.
Definition breaks_ko (k : ko_rule) (g : game) (c : color) (b : board) : bool :=
  match k with
  | Simple => breaks_simple g c b
  | Positional => existsb (fun s => is (board_eq (stones s) b)) (positions g)
  | Situational => existsb (fun s => is (position_eq s (Position (other c) b))) (positions g)
  | Natural => existsb (fun e =>
      match fst e with
      | Took c' Placed => is (color_eq c' c) && is (board_eq (stones (snd e)) b)
      | _ => false
      end) (events g)
  end.
Definition breaks_suicide (G : points) (k : suicide_rule) (taken : board) (p : nat) : bool :=
  match k with
  | Forbidden => negb (breathes G taken p)
  | MultiStone => negb (breathes G taken p) && forallb (Nat.eqb p) (flood G taken p)
  | Allowed => false
  end.

Definition verdict (G : points) (R : rules) (g : game) (c : color) (m : move) : option reason :=
  if is_over g then Some GameOver else
  if negb (is (color_eq c (side (now g)))) then Some Turn else
  match m with
  | Play p =>
      let b := stones (now g) in
      if size G <=? p then Some OffBoard else
      if negb (is (cell_eq (at_ b p) Empty)) then Some Occupied else
      let taken := capture G b c p in
      if breaks_suicide G (suicide R) taken p then Some Suicide else
      let b' := settle G taken p in
      if breaks_ko (ko R) g c b' then Some (if breaks_simple g c b' then Ko else Superko) else None
  | _ => None
  end.
Definition turn (G : points) (g : game) (c : color) (m : move) : game :=
  let b := stones (now g) in
  match m with
  | Play p => add g (Took c Placed) (Position (other c) (play G b c p))
  | Pass => add g (Took c Passed) (Position (other c) b)
  | Resign => add g (Took c Resigned) (Position (other c) b)
  end.

(** What follows is not proven: the game that a list of boards tells, taking back, the tally of prisoners. *)
Fixpoint replay (g : game) (l : list position) : game :=
  match l with
  | [] => g
  | s :: l =>
      let kind := if board_eq (stones s) (stones (now g)) then Passed else Placed in
      replay (add g (Took (side (now g)) kind) s) l
  end.
Definition undo (g : game) : game := Game (opening g) (tl (events g)).
Definition number (c : color) (b : board) : nat := count_occ cell_eq b (Stone c).
(** The stones of [c] that have come off. *)
Fixpoint lost (c : color) (o : position) (es : list (event * position)) : nat :=
  match es with
  | [] => 0
  | (e, s) :: es =>
      let before := number c (stones (now (Game o es))) in
      let new := match e with Took c' Placed => if color_eq c' c then 1 else 0 | _ => 0 end in
      (before + new - number c (stones s)) + lost c o es
  end.
Fixpoint all_boards (n : nat) : list board :=
  match n with
  | 0 => [[]]
  | S n => flat_map (fun b => [Empty :: b; Stone Black :: b; Stone White :: b]) (all_boards n)
  end.
