const seen = new Set();

export function isLegalMove(move, record) {
  const { toPlay, rows } = record.at(-1);
  if (move.color !== toPlay || rows[move.row]?.[move.col] !== "-") return false;
  rows[move.row][move.col] = move.color;
  return hasLiberty(rows, move.row, move.col);
}

function hasLiberty(rows, row, col) {
  seen.add(`${row} ${col}`);
  const around = [[row - 1, col], [row + 1, col], [row, col - 1], [row, col + 1]];
  const friends = around.filter(([r, c]) => rows[r]?.[c] === rows[row][col] && !seen.has(`${r} ${c}`));
  return around.some(([r, c]) => rows[r]?.[c] === "-") || friends.some(([r, c]) => hasLiberty(rows, r, c));
}
