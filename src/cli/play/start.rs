//! Starts a game: on an empty board, or from a saved game.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use gokata::agreement::{Command, Game, Limits, Request, Stage, Terms};
use gokata::handicap;
use gokata::scoring::Outcome;
use gokata::sgf::GameInfo;
use gokata::{BoardRecord, Color, IllegalMove, Preset, Rules, Setup, Size};
use rawzip::time::UtcDateTime;

use super::recorded_marks;
use super::terminal_game::command;
use crate::read::files::read_any;
use crate::read::record::{LineArgs, before_resignation, replay};
use crate::read::rules::GivenRules;
use crate::terminal::text::{name, number};

/// A game that has not begun, or has been loaded.
pub(super) struct Start {
    pub(super) game: Game,
    /// Players, date and so on, as far as the record names them.
    pub(super) about: GameInfo,
}

/// Starts a game on an empty board, or with this number of handicap stones.
pub(super) fn on_empty_board(
    size: Size,
    given: Option<GivenRules>,
    handicap: Option<usize>,
) -> Result<Start, String> {
    let rules = given.map_or(Preset::Chinese.rules(), GivenRules::over_kata);
    let preset = given.map_or(Some(Preset::Chinese), |given| given.preset);
    let mut record = BoardRecord::new(size);
    if let Some(stones) = handicap {
        let points = handicap::fixed(size, stones);
        let points = points.ok_or_else(|| format!("--handicap {stones}: {}", most_stones(size)))?;
        let black = |point| (point, Color::Black);
        let setup = Setup {
            stones: points.into_iter().map(black).collect(),
            ..Setup::new(size, Color::White)
        };
        record = BoardRecord::try_from(&setup).map_err(|error| error.to_string())?;
    }
    let record = record.with_rules(rules);
    Ok(Start {
        game: new_game(record, terms(rules, preset)),
        about: GameInfo {
            date: Some(today()),
            ..GameInfo::default()
        },
    })
}

/// Says how many handicap stones a board has points for.
fn most_stones(size: Size) -> String {
    let mut fewer = (2..=9).rev();
    match fewer.find(|stones| handicap::fixed(size, *stones).is_some()) {
        Some(most) => format!("a {size} board has points for at most {most} handicap stones"),
        None => format!("a {size} board has no points for handicap stones"),
    }
}

/// Loads a saved game. Hands notes and warnings to `log`.
pub(super) fn load(
    path: &Path,
    given: Option<GivenRules>,
    args: &LineArgs,
    log: &mut dyn FnMut(&str),
) -> Result<Start, String> {
    let file = name(path);
    if file == "-" {
        return Err("--load needs a file, because the moves are read from standard input".into());
    }
    let (bytes, is_record) = read_any(path)?;
    if !is_record {
        return Err(format!("{file}: this is no game record"));
    }
    let line = replay(path, &bytes, given, args, log)?;
    let mut about = line.about;
    if args.is_main_line() && args.is_whole() {
        let earlier = "To go on from an earlier position, add --at";
        match about.result {
            Some(outcome) if is_final(outcome) => {
                let (words, moves) = (outcome.sentence(), number(line.judgement.moves, "move"));
                return Err(format!(
                    "{file}: the game is over: {words} ({outcome}). {earlier}: this game has {moves}"
                ));
            }
            Some(outcome @ Outcome::Counted(_)) => log(&format!(
                "note {file}: the result in the record is {outcome}; it is counted again"
            )),
            _ => {}
        }
    }
    let mut illegal = line.judgement.illegal.iter();
    if let Some(first) = illegal.find(|refusal| refusal.reason != IllegalMove::Turn) {
        let at = first.number.saturating_sub(1);
        return Err(format!(
            "{file}: the game is not legal. To go on from the position before its first illegal move, add --at {at}"
        ));
    }
    if line.lost_moves > 0 {
        let (moves, are) = (
            number(line.lost_moves, "move"),
            if line.lost_moves == 1 { "is" } else { "are" },
        );
        log(&format!(
            "warning {file}: {moves} {are} left out, before a set-up in the middle of the game"
        ));
    }
    about.date = Some(with_today(about.date.as_deref(), &today()));
    let record = before_resignation(line.record);
    let rules = record.rules();
    let preset = match given {
        Some(given) if given.preset.is_some() => given.preset,
        _ => tromp_taylor(rules),
    };
    let mut game = with_log(&record, terms(rules, preset));
    if let Some(territory) = line.territory {
        for line in recorded_marks::mark(&mut game, &territory) {
            log(&format!("note {file}: {line}"));
        }
    }
    Ok(Start { game, about })
}

/// True for a result by which a game ends at any time, without a count.
fn is_final(outcome: Outcome) -> bool {
    matches!(
        outcome,
        Outcome::Resignation { .. }
            | Outcome::Time { .. }
            | Outcome::Forfeit { .. }
            | Outcome::Win { .. }
    )
}

/// Returns the terms by which a game under these rules ends.
fn terms(rules: Rules, preset: Option<Preset>) -> Terms {
    let terms = Terms::for_rules(rules);
    // The preset decides what players mark, unless the scoring has been changed.
    let preset = preset.filter(|preset| preset.rules().scoring == rules.scoring);
    let marking = preset.map_or(terms.marking, |preset| Terms::of(preset).marking);
    Terms { marking, ..terms }
}

/// Returns the preset whose games end without marks, if these are its rules with any komi.
fn tromp_taylor(rules: Rules) -> Option<Preset> {
    let komi = rules.komi;
    let preset = Preset::TrompTaylor;
    (Rules {
        komi,
        ..preset.rules()
    } == rules)
        .then_some(preset)
}

fn new_game(record: BoardRecord, terms: Terms) -> Game {
    Game::new(record, terms).with_limits(Limits::NONE)
}

/// Returns a game with this record. Its turns can be taken back if two players could have entered them.
fn with_log(record: &BoardRecord, terms: Terms) -> Game {
    let replayed = || {
        let mut game = new_game(record.at(0)?, terms);
        for mv in record.moves() {
            if game.state().stage() == Stage::Scoring {
                resume(&mut game, mv.color)?;
            }
            let command = command(mv, game.state().record().turns());
            game.handle(Request::new(mv.color, command)).result.ok()?;
        }
        if game.state().stage() == Stage::Scoring && !record.is_over() {
            resume(&mut game, record.to_play())?;
        }
        (game.state().record() == record).then_some(game)
    };
    replayed().unwrap_or_else(|| new_game(record.clone(), terms))
}

/// Resumes play with the turn of this player. Under territory rules, their opponent has to ask for it.
fn resume(game: &mut Game, next: Color) -> Option<()> {
    let number = game.state().scoring_number();
    let request = Request::new(!next, Command::Resume { number });
    game.handle(request).result.ok().map(drop)
}

/// Returns the dates of a game that goes on today. Free text is left unchanged.
fn with_today(dates: Option<&str>, today: &str) -> String {
    let is_list = |text: &str| {
        text.bytes()
            .all(|b| b.is_ascii_digit() || b"-,".contains(&b))
    };
    match dates {
        None | Some("") => today.to_owned(),
        Some(dates) if is_list(dates) && !dates.contains(today) => format!("{dates},{today}"),
        Some(dates) => dates.to_owned(),
    }
}

/// Returns the date in UTC.
fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let seconds = since.map_or(0, |since| since.as_secs());
    let date = UtcDateTime::from_unix(seconds.try_into().unwrap_or(0));
    format!("{:04}-{:02}-{:02}", date.year(), date.month(), date.day())
}

#[cfg(test)]
mod tests {
    use gokata::agreement::Marking;
    use gokata::{Move, play_move};

    use super::*;

    #[test]
    fn the_preset_decides_what_is_marked_unless_the_scoring_is_another() {
        let tromp_taylor = Preset::TrompTaylor.rules();
        let japanese = Preset::Japanese.rules();
        let marking = |rules, preset| terms(rules, preset).marking;
        assert_eq!(
            marking(tromp_taylor, Some(Preset::TrompTaylor)),
            Marking::Nothing
        );
        assert_eq!(marking(tromp_taylor, None), Marking::Stones);
        assert_eq!(
            marking(japanese, Some(Preset::TrompTaylor)),
            Marking::StonesAndRegions
        );
    }

    /// Replaying the moves alone would lose the turn that is handed over at the end.
    #[test]
    fn a_game_keeps_what_is_not_a_turn() {
        let record = BoardRecord::new(Size::default());
        let record = play_move(Move::play(Color::Black, (2, 2)), &record).expect("legal");
        let handed = record.hand_turn(Color::Black);
        let terms = Terms::for_rules(handed.rules());
        for record in [record, handed] {
            let game = with_log(&record, terms);
            assert_eq!(*game.state().record(), record);
        }
    }

    #[test]
    fn a_game_has_the_dates_of_all_its_days() {
        for (before, expected) in [
            (None, "2026-11-22"),
            (Some("2026-11-22"), "2026-11-22"),
            (Some("1996-05-06,07"), "1996-05-06,07,2026-11-22"),
            (Some("last summer"), "last summer"),
        ] {
            assert_eq!(with_today(before, "2026-11-22"), expected);
        }
    }
}
