import sys
line = lambda: (sys.stdin.readline() or sys.exit()).split()

def around(point):
    beside = [(point[0] - 1, point[1]), (point[0] + 1, point[1]), (point[0], point[1] - 1), (point[0], point[1] + 1)]
    return [(r, c) for r, c in beside if 0 <= r < rows and 0 <= c < cols]

def captured(board, start):  # the stones of the chain at this point, if it has no liberty
    chain, new = set(), {start}
    while new:
        chain |= new
        beside = {p for stone in new for p in around(stone)}
        if any(p not in board for p in beside):
            return set()
        new = {p for p in beside if board[p] == board[start]} - chain
    return chain

def put(board, point, color):  # what the stone captures comes off first, then its own chain
    board = {**board, point: color}
    for start in around(point) + [point]:
        if start in board and (board[start] != color or start == point):
            gone = captured(board, start)
            board = {p: stone for p, stone in board.items() if p not in gone}
    return board

def judge(rules, past, color, point):  # the answer, and the side to play and the stones afterwards
    side, board = past[-1]
    other = "o" if color == "x" else "x"
    if len(past) > 2 and past[-3][1] == past[-2][1] == board:  # two passes
        return "illegal game-over", past[-1]
    if color != side:
        return "illegal turn", past[-1]
    if point == "pass":
        return "legal", (other, board)
    if not (0 <= point[0] < rows and 0 <= point[1] < cols):
        return "illegal off-board", past[-1]
    if point in board:
        return "illegal occupied", past[-1]
    new = put(board, point, color)
    if point not in new and (rules["suicide"] == "forbidden" or rules["suicide"] == "multi-stone" and new == board):
        return "illegal suicide", past[-1]
    ko = [b for _, b in past[-2:-1]]  # the board before the opponent's turn
    made = [b for (s, a), (_, b) in zip(past, past[1:]) if s == color and a != b]  # by the same player
    barred = {"simple": ko, "positional": [b for _, b in past], "situational": [b for s, b in past if s == other]}
    if new in barred.get(rules["ko"], made):
        return "illegal ko" if new in ko else "illegal superko", past[-1]
    return "legal", (other, new)

while line():  # case ID
    rules = dict(word.split("=") for word in line()[1:])
    rows, cols = map(int, line()[1:])
    past = []  # side to play and stones, oldest first
    for _ in range(int(line()[1])):
        side, drawn = line()[0], [line()[0] for _ in range(rows)]
        past.append((side, {(r, c): drawn[r][c] for r in range(rows) for c in range(cols) if drawn[r][c] != "-"}))
    _, color, *point = line()
    answer, (side, stones) = judge(rules, past, color, "pass" if point == ["pass"] else tuple(map(int, point)))
    board = ["".join(stones.get((r, c), "-") for c in range(cols)) for r in range(rows)]
    print(answer if line() == ["legal?"] else "\n".join([side, *board]), flush=True)
