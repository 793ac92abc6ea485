(** The rules of Go about moves in the words of fixtures/README.md, and what is proven of the program. These are
    definitions of what is right; how to find it is the business of [Program.v]. *)
From Coq Require Import List Arith ZArith.
Import ListNotations.

(** * Boards *)
Inductive color := Black | White.
Inductive cell := Empty | Stone (c : color).
Definition other c := match c with Black => White | White => Black end.

(** The points are the numbers below [size]; [near] lists the points beside one. A board says what lies on each. *)
Record points := Points { size : nat; near : nat -> list nat }.
Definition board := list cell.
Definition at_ (b : board) p := nth p b Empty.

(** Lines end on the board, and join both their ends. *)
Definition lines G := forall p q, In q (near G p) -> q < size G /\ In p (near G q).

(** The grid that is played on: points in reading order. *)
Definition beside cols p q :=
  let (row, col) := (p / cols, p mod cols) in
  let (row', col') := (q / cols, q mod cols) in
  (row = row' /\ (col = S col' \/ col' = S col)) \/ (col = col' /\ (row = S row' \/ row' = S row)).
Definition is_grid rows cols G :=
  lines G /\ size G = rows * cols /\
  forall p q, p < size G -> (In q (near G p) <-> q < size G /\ beside cols p q).

(** * Chains and liberties *)
Inductive chain G b p : nat -> Prop :=
| itself : chain G b p p
| joined q r : chain G b p q -> In r (near G q) -> at_ b r = at_ b p -> chain G b p r.
Definition has_liberty G b p := exists q r, chain G b p q /\ In r (near G q) /\ at_ b r = Empty.
Definition all_have_liberties G b := forall p, p < size G -> at_ b p <> Empty -> has_liberty G b p.

(** * Playing a stone: it is placed, then enemy chains without a liberty come off, then its own if it has none *)
Definition placed (b : board) c p (b' : board) :=
  length b' = length b /\ at_ b' p = Stone c /\ forall q, q <> p -> at_ b' q = at_ b q.
Definition emptied (P : nat -> Prop) (b b' : board) :=
  length b' = length b /\ forall q, (P q -> at_ b' q = Empty) /\ (~ P q -> at_ b' q = at_ b q).
Definition captured G b c p b' := exists full,
  placed b c p full /\ emptied (fun q => at_ full q = Stone (other c) /\ ~ has_liberty G full q) full b'.
Definition played G b c p b' := exists taken,
  captured G b c p taken /\ emptied (fun q => chain G taken p q /\ ~ has_liberty G taken p) taken b'.

(** * Games: the latest event comes first, each with the position behind it *)
Record position := Position { side : color; stones : board }.
Inductive kind := Placed | Passed | Resigned.
Inductive event := Took (c : color) (k : kind) | Handed | Resumed.
Record game := Game { opening : position; events : list (event * position) }.
Definition positions g := map snd (events g) ++ [opening g].
Definition now g := hd (opening g) (map snd (events g)).
Definition add g e s := Game (opening g) ((e, s) :: events g).

(** Who took the latest turn, and the board before it. Handing over and resuming are no turns. *)
Fixpoint latest o (es : list (event * position)) :=
  match es with
  | [] => None
  | (Took c _, _) :: es => Some (c, stones (now (Game o es)))
  | _ :: es => latest o es
  end.
Fixpoint passes (es : list (event * position)) :=
  match es with
  | (Took _ Passed, _) :: es => S (passes es)
  | (Handed, _) :: es => passes es
  | _ => 0
  end.
Definition resigned g := exists c s, In (Took c Resigned, s) (events g).
Definition over g := resigned g \/ 2 <= passes (events g).

(** * Rules *)
Inductive ko_rule := Simple | Positional | Situational | Natural.
Inductive suicide_rule := Forbidden | MultiStone | Allowed.
Record rules := Rules { ko : ko_rule; suicide : suicide_rule }.

(** [c] makes the board [b]. *)
Definition simple_bars g c b := latest (opening g) (events g) = Some (other c, b).
Definition ko_bars k g c b :=
  match k with
  | Simple => simple_bars g c b
  | Positional => In b (map stones (positions g))
  | Situational => In (Position (other c) b) (positions g)
  | Natural => exists s, In (Took c Placed, Position s b) (events g)
  end.
Definition suicide_bars G k taken p :=
  ~ has_liberty G taken p /\
  match k with
  | Forbidden => True
  | MultiStone => forall q, chain G taken p q -> q = p
  | Allowed => False
  end.

(** * The order of refusal *)
Inductive move := Play (p : nat) | Pass | Resign.
Inductive reason := GameOver | Turn | OffBoard | Occupied | Suicide | Ko | Superko.
Definition rank r :=
  match r with GameOver => 1 | Turn => 2 | OffBoard => 3 | Occupied => 4 | Suicide => 5 | Ko => 6 | Superko => 7 end.
Definition holds G R g c m r :=
  let b := stones (now g) in
  match r with
  | GameOver => over g
  | Turn => c <> side (now g)
  | OffBoard => exists p, m = Play p /\ size G <= p
  | Occupied => exists p, m = Play p /\ at_ b p <> Empty
  | Suicide => exists p taken, m = Play p /\ captured G b c p taken /\ suicide_bars G (suicide R) taken p
  | Ko => exists p b', m = Play p /\ played G b c p b' /\ ko_bars (ko R) g c b' /\ simple_bars g c b'
  | Superko => exists p b', m = Play p /\ played G b c p b' /\ ko_bars (ko R) g c b' /\ ~ simple_bars g c b'
  end.
Definition first_to_hold G R g c m r :=
  holds G R g c m r /\ forall r', rank r' < rank r -> ~ holds G R g c m r'.
Definition legal G R g c m := forall r, ~ holds G R g c m r.

Inductive makes G g c : move -> game -> Prop :=
| plays p b : played G (stones (now g)) c p b -> makes G g c (Play p) (add g (Took c Placed) (Position (other c) b))
| passes_turn : makes G g c Pass (add g (Took c Passed) (Position (other c) (stones (now g))))
| resigns : makes G g c Resign (add g (Took c Resigned) (Position (other c) (stones (now g)))).
Definition fits G g := forall s, In s (positions g) -> length (stones s) = size G.

(** All games from a position, with turns handed over, and play resumed after passes. *)
Inductive game_from G R o : game -> Prop :=
| opens : length (stones o) = size G -> game_from G R o (Game o [])
| turns g c m g' : game_from G R o g -> legal G R g c m -> makes G g c m g' -> game_from G R o g'
| hands g c : game_from G R o g -> game_from G R o (add g Handed (Position c (stones (now g))))
| resumes g c : game_from G R o g -> over g -> ~ resigned g ->
    game_from G R o (add g Resumed (Position c (stones (now g)))).
Definition number_of (P : event -> bool) g := length (filter (fun e => P (fst e)) (events g)).
Definition is_play e := match e with Took _ Placed => true | _ => false end.
Definition is_turn e := match e with Took _ _ => true | _ => false end.

(** * What is proven *)
(** (a) *)
Definition flood_is_reachability flood := forall G b p q,
  lines G -> p < size G -> (In q (flood G b p) <-> chain G b p q).
Definition play_follows_rules play := forall G b c p, lines G -> length b = size G -> p < size G ->
  at_ b p = Empty -> forall b', played G b c p b' <-> b' = play G b c p.
Definition liberties_remain := forall G b c p b', lines G -> length b = size G -> p < size G ->
  at_ b p = Empty -> all_have_liberties G b -> played G b c p b' -> all_have_liberties G b'.
Definition capture_is_no_suicide := forall G b c p taken, lines G -> length b = size G -> p < size G ->
  at_ b p = Empty -> all_have_liberties G b -> captured G b c p taken ->
  (exists q, at_ b q = Stone (other c) /\ at_ taken q = Empty) -> has_liberty G taken p.
Definition games_have_liberties := forall G R o g, lines G -> game_from G R o g ->
  all_have_liberties G (stones o) -> all_have_liberties G (stones (now g)).
Definition grid_is_grid grid := forall rows cols, is_grid rows cols (grid rows cols).
Definition on_board rows cols (row col : Z) := (0 <= row < Z.of_nat rows /\ 0 <= col < Z.of_nat cols)%Z.
Definition index_is_point (index : nat -> nat -> Z -> Z -> nat) := forall rows cols row col,
  let p := index rows cols row col in
  (on_board rows cols row col -> Z.of_nat (p / cols) = row /\ Z.of_nat (p mod cols) = col) /\
  (on_board rows cols row col <-> p < rows * cols).

(** (b) *)
Definition games_fit := forall G R o g, game_from G R o g -> fits G g.
Definition verdict_is_first_reason verdict := forall G R g c m, lines G -> fits G g ->
  (forall r, verdict G R g c m = Some r <-> first_to_hold G R g c m r) /\
  (verdict G R g c m = None <-> legal G R g c m).
Definition turn_is_made turn := forall G R g c m, lines G -> fits G g -> legal G R g c m ->
  forall g', makes G g c m g' <-> g' = turn G g c m.

(** (c) *)
Definition positional_plays := forall G R o g, game_from G R o g -> ko R = Positional ->
  number_of is_play g <= 3 ^ size G - 1.
Definition positional_turns := forall G R o g, game_from G R o g -> ko R = Positional ->
  number_of is_turn g = length (events g) -> length (events g) <= 2 * 3 ^ size G.
Definition situational_plays := forall G R o g, game_from G R o g -> ko R = Situational \/ ko R = Natural ->
  number_of is_play g <= 2 * 3 ^ size G.

(** (d) [f] carries the points of [G] to those of [G'], [f'] back; [k] exchanges the colors, or keeps them. *)
Definition recolor (k : bool) c := if k then other c else c.
Definition carries G G' f f' :=
  (forall p, p < size G <-> f p < size G') /\ (forall p, p < size G -> f' (f p) = p) /\
  forall p q, In q (near G p) -> In (f q) (near G' (f p)).
Definition carry_board G' f' k (b : board) : board :=
  map (fun q => match at_ b (f' q) with Empty => Empty | Stone c => Stone (recolor k c) end) (seq 0 (size G')).
Definition carry_position G' f' k s := Position (recolor k (side s)) (carry_board G' f' k (stones s)).
Definition carry_event k e := match e with Took c t => Took (recolor k c) t | e => e end.
Definition carry_game G' f' k g := Game (carry_position G' f' k (opening g))
  (map (fun e => (carry_event k (fst e), carry_position G' f' k (snd e))) (events g)).
Definition carry_move f m := match m with Play p => Play (f p) | m => m end.
Definition verdict_is_symmetric (verdict : points -> rules -> game -> color -> move -> option reason) :=
  forall G G' f f' k R g c m, lines G -> lines G' -> carries G G' f f' -> carries G' G f' f -> fits G g ->
  verdict G' R (carry_game G' f' k g) (recolor k c) (carry_move f m) = verdict G R g c m.
Definition turn_is_symmetric (turn : points -> game -> color -> move -> game) :=
  forall G G' f f' k R g c m, lines G -> lines G' -> carries G G' f f' -> carries G' G f' f -> fits G g ->
  legal G R g c m ->
  turn G' (carry_game G' f' k g) (recolor k c) (carry_move f m) = carry_game G' f' k (turn G g c m).

(** (e) Benson: chains [X] and regions [E] of [c]'s opponent and empty points, so that only chains of [X] border on [E], and
    each of them has two regions whose empty points are all its liberties. *)
Inductive region G b c p : nat -> Prop :=
| starts : at_ b p <> Stone c -> region G b c p p
| grows q r : region G b c p q -> In r (near G q) -> at_ b r <> Stone c -> region G b c p r.
Definition vital G b c p r :=
  forall q, region G b c r q -> at_ b q = Empty -> exists s, chain G b p s /\ In q (near G s).
Definition benson G b c (X E : nat -> Prop) :=
  (forall p, X p -> at_ b p = Stone c /\ forall q, chain G b p q -> X q) /\
  (forall p, E p -> p < size G /\ at_ b p <> Stone c /\ forall q, In q (near G p) -> E q \/ X q) /\
  (forall p, X p -> exists r r', E r /\ E r' /\ ~ region G b c r r' /\ vital G b c p r /\ vital G b c p r').
Definition benson_is_safe := forall G R o g c X E p, lines G -> game_from G R o g -> suicide R = Forbidden ->
  all_have_liberties G (stones o) -> benson G (stones o) c X E -> X p ->
  (forall s, ~ In (Took c Placed, s) (events g)) -> at_ (stones (now g)) p = Stone c.
