export function isLegalMove(move, record) {
  return 1;
}
