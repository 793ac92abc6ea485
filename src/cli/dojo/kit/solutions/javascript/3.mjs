// May this move be made? The rules are in ../KATA.md. To run: node dojo.mjs
//
// move.color            "x" is Black, "o" is White
// move.row, move.col    counted from 0, from the top left
// record                all boards so far, oldest first; the last one, record.at(-1), is the board now
// board.toPlay          whose turn it is: "x" or "o"
// board.rows[row][col]  "x", "o" or "-" (empty); each row is an array of one-character strings
// To print a board:     for (const row of board.rows) console.log(...row);
//
// Each question gets new boards, so you may change them. A board that you change is changed in the record, too.

export function isLegalMove(move, record) {
  const now = record.at(-1);
  if (move.color !== now.toPlay) return false;
  if (!isOnBoard(now.rows, move.row, move.col)) return false;
  if (now.rows[move.row][move.col] !== "-") return false;
  return true;
}

function isOnBoard(rows, row, col) {
  return row >= 0 && row < rows.length && col >= 0 && col < rows[0].length;
}
