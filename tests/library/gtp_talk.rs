//! The readers of GTP commands and responses: lines that are almost right, and what is printed is read back.

use crate::support::gtp::engine;
use gokata::gtp::{Controller, GtpCommand, Response, ResponseError};
use gokata::{Color, Move, Size};
use pretty_assertions::assert_eq;
use proptest::prelude::*;
use rstest::rstest;

#[rstest]
#[case::plain("play B C3", None, "play", "B C3")]
#[case::number("12 play  B\tC3 \r\n", Some(12), "play", "B C3")]
#[case::tabs("\t7\tname\t", Some(7), "name", "")]
#[case::comment("1 name#comment # more", Some(1), "name", "")]
#[case::zeros("0007 name", Some(7), "name", "")]
#[case::largest("2147483647 name", Some(i32::MAX.unsigned_abs()), "name", "")]
#[case::control("na\u{7}me \u{1b}x\0", None, "name", "x")]
#[case::number_only("3", Some(3), "", "")]
#[case::signed("-3 name", None, "-3", "name")]
#[case::letters("3x name", None, "3x", "name")]
#[case::behind_the_line_feed("name\nquit", None, "name", "")]
#[case::json(
    "kata-set-rules { \"ko\":  \"SIMPLE\" } ",
    None,
    "kata-set-rules",
    "{ \"ko\":  \"SIMPLE\" }"
)]
#[case::not_ascii("loadsgf ä.sgf", None, "loadsgf", "ä.sgf")]
fn a_command_is_read(
    #[case] line: &str,
    #[case] id: Option<u32>,
    #[case] name: &str,
    #[case] arguments: &str,
) {
    let command: GtpCommand = line.parse().unwrap();
    let found = (
        command.id,
        command.name.as_str(),
        command.arguments.as_str(),
    );
    assert_eq!(found, (id, name, arguments));
}

#[rstest]
#[case::empty("", "`` is no command")]
#[case::comment(" # name", "` # name` is no command")]
#[case::control("\u{1}\r\n", "`\u{fffd}\u{fffd}\u{fffd}` is no command")]
#[case::too_large("2147483648 name", "`2147483648` is above 2147483647, the largest id")]
#[case::much_too_large(
    "99999999999999999999",
    "`99999999999999999999` is above 2147483647, the largest id"
)]
fn a_line_without_a_command_is_none(#[case] line: &str, #[case] message: &str) {
    let error = line.parse::<GtpCommand>().unwrap_err();
    assert_eq!(error.to_string(), message);
}

#[test]
fn bytes_that_are_not_utf_8_do_no_harm() {
    let command = GtpCommand::read(b"4 play B \xff\n").unwrap().unwrap();
    assert_eq!(command.to_string(), "4 play B \u{fffd}");
    assert_eq!(GtpCommand::read(b" \t#\xff"), Ok(None));
}

#[test]
fn commands_are_written_as_the_protocol_demands() {
    let (square, wide) = (Size::square(19).unwrap(), Size::new(5, 9).unwrap());
    let stone = Move::play(Color::White, (0, 8));
    let found = [
        GtpCommand::play(stone, wide),
        GtpCommand::play(Move::pass(Color::Black), wide),
        GtpCommand::boardsize(square),
        GtpCommand::boardsize(wide),
    ];
    let expected = [
        "play W J5",
        "play B pass",
        "boardsize 19",
        "rectangular_boardsize 9 5",
    ];
    assert_eq!(found.map(|command| command.to_string()), expected);
}

/// A controller that has sent this number of commands.
fn waiting(commands: usize) -> Controller {
    let mut controller = Controller::default();
    for id in 1..=commands {
        assert_eq!(controller.send("name"), format!("{id} name\n"));
    }
    controller
}

type Outcome = Result<Vec<Response>, ResponseError>;

/// The responses in these lines.
fn receive(controller: &mut Controller, lines: &[u8]) -> Outcome {
    let lines = lines.split_inclusive(|byte| *byte == b'\n');
    let responses = lines.map(|line| controller.receive(line));
    responses.filter_map(Result::transpose).collect()
}

/// Lines for a controller that waits for two responses, and what it reads: the number and text of each.
#[rstest]
#[case::usual(b"=1 a b\n\n?2 no\n\n", &[(Some(1), Ok("a b")), (Some(2), Err("no"))])]
#[case::empty(b"=\n\n?\n\n", &[(None, Ok("")), (None, Err(""))])]
#[case::no_blank(b"=1x\n\n=x\n\n", &[(Some(1), Ok("x")), (None, Ok("x"))])]
#[case::crlf(b"=1 a\r\nb\r\n\r\n=2 c\r\n\r\n", &[(Some(1), Ok("a\nb")), (Some(2), Ok("c"))])]
#[case::many_blanks(b"\n \n\t\r\n=1 a\n\n\n\n=2\n \n", &[(Some(1), Ok("a")), (Some(2), Ok(""))])]
#[case::signs_inside(b"=1 ?2\n=2\n?3\n\n", &[(Some(1), Ok("?2\n=2\n?3"))])]
#[case::empty_first_line(b"= \n 9 . X\n\n", &[(None, Ok("\n 9 . X"))])]
#[case::tabs(b"=1\ta\tb\t\n c\t\n\n", &[(Some(1), Ok("a\tb\n c\t"))])]
#[case::not_utf_8(b"=1 \xff\n\n", &[(Some(1), Ok("\u{fffd}"))])]
#[case::control(b"=1 a\x07b\n\n", &[(Some(1), Ok("a\u{7}b"))])]
#[case::unfinished(b"=1 a\nb\n", &[])]
fn responses_are_read(
    #[case] lines: &[u8],
    #[case] expected: &[(Option<u32>, Result<&str, &str>)],
) {
    let found = receive(&mut waiting(2), lines).unwrap();
    let found = found.iter().map(|response| {
        let text = response.text.as_ref();
        (
            response.id,
            text.map(String::as_str).map_err(String::as_str),
        )
    });
    assert_eq!(found.collect::<Vec<_>>(), expected);
}

#[rstest]
#[case::no_sign(b"hello =1\n", Some("hello =1"), "an answer begins with `=` or `?`")]
#[case::space(b"\n =1\n", Some(" =1"), "an answer begins with `=` or `?`")]
#[case::later(b"=2 a\n", Some("=2 a"), "this is no answer to command 1")]
#[case::twice(b"=1\n\n=1\n", Some("=1"), "this is no answer to command 2")]
#[case::large(
    b"?99999999999\n",
    Some("?99999999999"),
    "this is no answer to command 1"
)]
#[case::unrequested(b"=\n\n=\n\n\n=\r\n", Some("="), "no command waits for an answer")]
fn nonsense_is_explained(#[case] lines: &[u8], #[case] line: Option<&str>, #[case] message: &str) {
    let error = receive(&mut waiting(2), lines).unwrap_err();
    assert_eq!(
        (error.line.as_deref(), error.problem.as_str()),
        (line, message)
    );
}

#[test]
fn a_response_without_end_is_too_long() {
    let lines = |number: usize| format!("={}\n", "\nx".repeat(number - 1));
    let mut controller = waiting(1);
    let longest = lines(Controller::MOST_LINES) + "\n";
    let found = receive(&mut controller, longest.as_bytes()).unwrap();
    assert_eq!(
        found[0].text.as_ref().unwrap().lines().count(),
        Controller::MOST_LINES
    );
    let more = lines(Controller::MOST_LINES + 1);
    let error = receive(&mut waiting(1), more.as_bytes()).unwrap_err();
    assert_eq!(
        (error.line.as_deref(), error.problem.as_str()),
        (None, "an answer of more than 1000 lines")
    );
}

/// What is sent is one line with a number of its own.
#[rstest]
#[case("play B C3", "1 play B C3\n")]
#[case("7 play\tB C3 # now\nquit", "1 play B C3\n")]
#[case("99999999999 name", "1\n")]
#[case(" \n", "1\n")]
fn a_command_is_sent_as_one_line(#[case] command: &str, #[case] line: &str) {
    assert_eq!(Controller::default().send(command), line);
}

/// Lines given at once would be read as one.
#[test]
fn lines_are_received_one_by_one() {
    let mut controller = Controller::default();
    controller.send("name");
    let error = controller.receive("=1 a\n\n=2 b\n").unwrap_err();
    assert_eq!(error.problem, "several lines at once");
    assert_eq!(controller.receive("=1 a\r\n"), Ok(None));
    assert!(controller.receive("\n").unwrap().is_some());
}

proptest! {
    /// What an engine reads from any line, it reads again from what is printed.
    #[test]
    fn a_printed_command_is_read_back(line in "([0-9]{1,11}|)[ \t]?\\PC{0,20}[#\u{1}\r\n]?.{0,9}") {
        if let Ok(command) = line.parse::<GtpCommand>() {
            prop_assert_eq!(command.to_string().parse(), Ok(command));
        }
    }

    /// Any line is answered by a response that the controller reads back, sent with or without a number.
    #[test]
    fn the_responses_of_our_engine_are_read_back(words in prop::collection::vec((0..45_usize, "[a-zA-Z0-9 ]{0,9}"), 1..20)) {
        let mut engine = engine(5);
        let commands = engine.answer(b"list_commands").unwrap().text.unwrap();
        let commands: Vec<&str> = commands.lines().collect();
        let mut controller = Controller::default();
        for (command, arguments) in words {
            let command = format!("{} {arguments}", commands[command % commands.len()]);
            let line = controller.send(&command);
            let numbered = engine.answer(line.as_bytes()).unwrap();
            let found = receive(&mut controller, numbered.to_string().as_bytes());
            prop_assert_eq!(found, Ok(vec![numbered]));
            controller.send(&command);
            let plain = engine.answer(command.as_bytes()).unwrap();
            prop_assert_eq!(receive(&mut controller, plain.to_string().as_bytes()), Ok(vec![plain]));
        }
    }
}
