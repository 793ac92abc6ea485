export function isLegalMove(move, record) {
  move.color === record.at(-1).toPlay;
}
