//! Sends any bytes to the GTP engine. Each answer is well-formed, and a command that fails changes nothing.
#![no_main]

use gokata::gtp::Engine;
use gokata::{BoardRecord, Color, Move, Rules, Situation, Size};
use libfuzzer_sys::fuzz_target;

/// The parts of a record that a command can change.
fn face(record: &BoardRecord) -> (Situation, usize, Option<Move>, Rules, [usize; 2]) {
    let held = Color::BOTH.map(|color| record.prisoners(color));
    (
        record.situation().clone(),
        record.turns(),
        record.last_turn(),
        record.rules(),
        held,
    )
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(size) = Size::new(4, 5) else {
        return;
    };
    let mut engine = Engine::new(size);
    for line in bytes.split(|byte| *byte == b'\n') {
        let before = face(engine.record());
        let answer = engine.answer(line);
        let refused = answer.as_ref().is_none_or(|answer| answer.text.is_err());
        if refused {
            assert_eq!(face(engine.record()), before);
        }
        if let Some(answer) = answer {
            let printed = answer.to_string();
            assert!(printed.starts_with(['=', '?']));
            assert_eq!(printed.find("\n\n"), Some(printed.len() - 2));
            assert!(
                printed.bytes()
                    .all(|byte| byte == b'\n' || !byte.is_ascii_control())
            );
        }
    }
});
