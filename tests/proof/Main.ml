(* Reads questions of the line protocol (fixtures/README.md), asks the extracted referee, writes its answers. With
   [legal ROWS COLS] it counts legal boards; with [perft] it reads lines `BOARD KO SUICIDE PASSES DEPTH` and writes how many
   sequences of 1 to DEPTH moves there are from the empty board. *)
open Referee

let rec nat n = if n = 0 then O else S (nat (n - 1))
let rec int = function O -> 0 | S n -> 1 + int n
let rec positive n = if n = 1 then XH else if n mod 2 = 0 then XO (positive (n / 2)) else XI (positive (n / 2))
let z n = if n = 0 then Z0 else if n > 0 then Zpos (positive n) else Zneg (positive (-n))

let line () = String.trim (input_line stdin)
let words () = String.split_on_char ' ' (line ())
let value word = List.nth (String.split_on_char '=' word) 1
let times n f = List.init n (fun _ -> f ())

let color = function "x" -> Black | "o" -> White | it -> failwith it
let letter = function Black -> "x" | White -> "o"
let cell = function '-' -> Empty | 'x' -> Stone Black | 'o' -> Stone White | it -> failwith (String.make 1 it)
let picture = function Empty -> "-" | Stone c -> letter c
let board rows = List.of_seq (Seq.map cell (String.to_seq (String.concat "" rows)))
let ko_rule = function
  | "simple" -> Simple | "positional" | "psk" -> Positional | "situational" | "ssk" -> Situational
  | "natural-situational" -> Natural | it -> failwith it
let suicide_rule = function
  | "forbidden" | "F" -> Forbidden | "multi-stone" | "M" -> MultiStone | "allowed" | "A" -> Allowed | it -> failwith it
let name = function
  | GameOver -> "game-over" | Turn -> "turn" | OffBoard -> "off-board" | Occupied -> "occupied" | Suicide -> "suicide"
  | Ko -> "ko" | Superko -> "superko"

let show cols { side; stones } =
  let rec rows = function
    | [] -> []
    | cells -> String.concat "" (List.filteri (fun i _ -> i < cols) (List.map picture cells))
        :: rows (List.filteri (fun i _ -> i >= cols) cells) in
  String.concat "\n" (letter side :: rows stones)

let answer () =
  let rules = match words () with
    | ["rules"; k; s] -> { ko = ko_rule (value k); suicide = suicide_rule (value s) }
    | _ -> failwith "rules" in
  let rows, cols = match words () with
    | ["size"; r; c] -> int_of_string r, int_of_string c
    | _ -> failwith "size" in
  let points = grid (nat rows) (nat cols) in
  let position () = let side = color (line ()) in { side; stones = board (times rows line) } in
  let game = match words () with
    | ["boards"; n] -> (match times (int_of_string n) position with
      | opening :: later -> replay { opening; events = [] } later
      | [] -> failwith "boards")
    | _ -> failwith "boards" in
  let move = function
    | ["pass"] -> Pass
    | [row; col] -> Play (index (nat rows) (nat cols) (z (int_of_string row)) (z (int_of_string col)))
    | _ -> failwith "move" in
  (* The first step that goes wrong decides the answer. *)
  let step (game, wrong, i) = function
    | ["undo"] -> undo game, wrong, i + 1
    | verb :: c :: m ->
        let c, m = color c, move m in
        let is_legal = verdict points rules game c m = None in
        let wrong = match wrong, verb, is_legal with
          | None, "play", false -> Some "cannot a move on the way is illegal"
          | None, "try", true -> Some (Printf.sprintf "accepted %d" i)
          | _ -> wrong in
        (if verb = "play" && is_legal then turn points game c m else game), wrong, i + 1
    | _ -> failwith "step" in
  let (game, wrong, _), about = match words () with
    | ["steps"; n] -> let steps = times (int_of_string n) words in List.fold_left step (game, None, 1) steps, words ()
    | about -> (game, None, 1), about in
  let judged = match about with
    | "move" :: c :: m ->
        let c, m = color c, move m in
        (match line (), verdict points rules game c m with
        | _, Some reason -> "illegal " ^ name reason
        | "legal?", None -> "legal"
        | _, None -> show cols (now (turn points game c m)))
    | ["board?"] -> show cols (now game)
    | ["prisoners?"] ->
        let held c = int (lost c game.opening game.events) in
        Printf.sprintf "x %d o %d" (held White) (held Black)
    | _ -> failwith "question" in
  print_endline (Option.value wrong ~default:judged)

(* How many sequences of 1, 2, … moves there are. *)
let perft points rules passes game depth =
  let counts = Array.make depth 0 in
  let plays = List.init (int points.size) (fun p -> Play (nat p)) in
  let moves = if passes then Pass :: plays else plays in
  let rec go game ply =
    let c = (now game).side in
    List.iter (fun m ->
      if verdict points rules game c m = None then begin
        counts.(ply) <- counts.(ply) + 1;
        if ply + 1 < depth then go (turn points game c m) (ply + 1)
      end) moves in
  go game 0;
  Array.iter (Printf.printf "%d\n%!") counts

let () = match List.tl (Array.to_list Sys.argv) with
  | ["legal"; rows; cols] ->
      let points = grid (nat (int_of_string rows)) (nat (int_of_string cols)) in
      Printf.printf "%d\n" (List.length (List.filter (all_breathe points) (all_boards points.size)))
  | ["perft"] -> (try while true do
      let row = words () in
      let rows, cols = Scanf.sscanf (List.hd row) "%dx%d" (fun r c -> r, c) in
      let opening = { side = Black; stones = List.init (rows * cols) (fun _ -> Empty) } in
      let rules = { ko = ko_rule (List.nth row 1); suicide = suicide_rule (List.nth row 2) } in
      let points = grid (nat rows) (nat cols) in
      perft points rules (List.nth row 3 = "1") { opening; events = [] } (int_of_string (List.nth row 4))
    done with End_of_file -> ())
  | _ ->
      print_endline "start proven 0.1 can=steps,prisoners";
      (try while true do ignore (line ()); answer () done with End_of_file -> ())
