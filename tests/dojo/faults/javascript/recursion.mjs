export function isLegalMove(move, record) {
  return move.color !== record[record.length - 1].toPlay ? forever(0) : true;
}

function forever(depth) {
  return forever(depth + 1) + 1;
}
