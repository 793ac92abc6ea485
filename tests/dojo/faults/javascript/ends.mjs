export function isLegalMove(move, record) {
  if (move.color !== record.at(-1).toPlay) return false;
  if (move.row < 0 || move.col < 0) process.exit(3);
  return true;
}
