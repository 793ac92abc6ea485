// May this move be made? The rules are in ../KATA.md. To run: node dojo.ts
//
// move.color            "x" is Black, "o" is White
// move.row, move.col    counted from 0, from the top left
// record                all boards so far, oldest first; the last one, record[record.length - 1], is the board now
// board.toPlay          whose turn it is: "x" or "o"
// board.rows[row][col]  "x", "o" or "-" (empty); each row is an array of one-character strings
// To print a board:     for (const row of board.rows) console.log(...row);
//
// Each question gets new boards, so you may change them. A board that you change is changed in the record, too.

export type Color = "x" | "o";
export type Move = { color: Color; row: number; col: number };
export type Board = { toPlay: Color; rows: (Color | "-")[][] };

type Rows = Board["rows"];
type Point = [row: number, col: number];

export function isLegalMove(move: Move, record: Board[]): boolean {
  const now = record[record.length - 1];
  if (move.color !== now.toPlay) return false;
  const rows = now.rows;
  if (!isOnBoard(rows, [move.row, move.col])) return false;
  if (rows[move.row][move.col] !== "-") return false;
  rows[move.row][move.col] = move.color;
  if (!hasLiberty(rows, group(rows, [move.row, move.col]))) return false;
  return true;
}

function isOnBoard(rows: Rows, [row, col]: Point): boolean {
  return row >= 0 && row < rows.length && col >= 0 && col < rows[0].length;
}

function neighbors(rows: Rows, [row, col]: Point): Point[] {
  const around: Point[] = [[row - 1, col], [row + 1, col], [row, col - 1], [row, col + 1]];
  return around.filter((point) => isOnBoard(rows, point));
}

function group(rows: Rows, [row, col]: Point): Point[] {
  const found: Point[] = [[row, col]];
  for (const stone of found) {
    for (const [r, c] of neighbors(rows, stone)) {
      const isNew = !found.some((other) => other[0] === r && other[1] === c);
      if (rows[r][c] === rows[row][col] && isNew) found.push([r, c]);
    }
  }
  return found;
}

function hasLiberty(rows: Rows, stones: Point[]): boolean {
  return stones.some((stone) => neighbors(rows, stone).some(([r, c]) => rows[r][c] === "-"));
}
