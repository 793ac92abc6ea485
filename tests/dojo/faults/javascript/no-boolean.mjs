export function isLegalMove(move, record) {
  move.color === record[record.length - 1].toPlay;
}
