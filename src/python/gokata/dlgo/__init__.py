"""The modules of boards, moves and counts of the book *Deep Learning and the Game of Go*, on Rust."""
