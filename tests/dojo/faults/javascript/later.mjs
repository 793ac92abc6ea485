export function isLegalMove(move, record) {
  const now = record.at(-1);
  const isRow = move.row >= 0 && move.row < now.rows.length;
  const isCol = move.col >= 0 && move.col < now.rows[0].length;
  if (!isRow || !isCol) throw new Error("oops");
  return move.color === now.toPlay;
}
