def is_legal_move(move, record):
    print("hello")
    return True
