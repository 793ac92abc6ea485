export function isLegalMove(move, record) {
  console.log("hello");
  return true;
}
