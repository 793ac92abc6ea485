//! A GTP engine, asked by the commands that it knows.

use std::collections::BTreeSet;
use std::time::Duration;

use gokata::questions::{Answer, Expected, Question};
use gokata::{Action, Color, IllegalMove, KoRule, Point, Rules, Size, Suicide, check_move};

use super::client::{Client, Response};
use super::drawn::drawn;
use super::program::{Trouble, short};
use super::protocol::{About, Judge, Reply};
use super::record_file::RecordFile;
use super::setup::{Game, letter, play};

/// One process for all questions; each is asked of a new game.
pub(super) struct Engine {
    command: String,
    limit: Duration,
    /// What it was started with, where it cannot be told.
    rules: Option<Rules>,
    client: Option<Client>,
    known: BTreeSet<String>,
    /// The commands of the last question.
    sent: String,
}

/// Why a question was not answered: it cannot be asked, or something went wrong.
enum Not {
    Askable(String),
    Answered(Trouble),
}

impl From<Trouble> for Not {
    fn from(trouble: Trouble) -> Not {
        Not::Answered(trouble)
    }
}

const REFUSED_RULES: &str = "it does not take these rules";
const REFUSED_OPENING: &str = "it refuses to set up the opening board";
const REFUSED_MOVE: &str = "it refuses a move before it, which is a question of its own";

const UNNAMABLE: &str = "GTP cannot name a file for loadsgf: the path of the folder for temporary files has white \
    space or `#` in it";

const BY_PLAY: &str = "moves are asked about by play, for it does not know is_legal: an engine whose play takes \
    moves that its own search would not make (KataGo's does) is wrong here all the same";

const NOT_USED: &str =
    "--engine-rules was not used: this engine is told the rules of each question";

const UNSET: &str = "this engine cannot be told the rules and is asked as if it had those of each question: where \
    its own are others, it is called wrong. Name those that it was started with, as in --engine-rules \
    kata,ko=positional";

fn cannot<T>(why: impl Into<String>) -> Result<T, Not> {
    Err(Not::Askable(why.into()))
}

impl Engine {
    pub(super) fn new(command: &str, limit: Duration, rules: Option<Rules>) -> Engine {
        Engine {
            command: command.to_owned(),
            limit,
            rules,
            client: None,
            known: BTreeSet::new(),
            sent: String::new(),
        }
    }

    fn knows(&self, command: &str) -> bool {
        self.known.contains(command)
    }

    fn client(&mut self) -> Result<&mut Client, Trouble> {
        match &mut self.client {
            Some(client) => Ok(client),
            none => Ok(none.insert(Client::start(&self.command, self.limit)?)),
        }
    }

    fn answer(&mut self, question: &Question) -> Result<Answer, Not> {
        let size = question.before.size();
        self.sayable(question)?;
        if let Some(trouble) = self.client()?.unasked() {
            return Err(trouble.into());
        }
        self.start_game(size)?;
        self.set_up(question)?;
        match question.expected {
            Expected::Verdict(_) => self.ask_verdict(question),
            Expected::Board(_) => self.ask_board(question, size),
        }
    }

    /// Has GTP words for it?
    fn sayable(&self, question: &Question) -> Result<(), Not> {
        let (record, rules) = (&question.before, question.before.rules());
        let size = record.size();
        let handed = question.is_handed_over() || question.is_resumed();
        match question.expected {
            Expected::Verdict(Err(IllegalMove::GameOver)) => {
                return cannot("GTP knows no end of the game");
            }
            Expected::Verdict(Err(IllegalMove::Turn)) => {
                return cannot("GTP knows no turns: either side may always play");
            }
            _ if record.resigned().is_some() || question.mv.action == Action::Resign => {
                return cannot("GTP knows no resignation but the engine's own");
            }
            _ => {}
        }
        if let Action::Play(point) = question.mv.action
            && Point::from_vertex(&point.vertex(size), size).is_none()
        {
            return cannot("GTP has no word for this point off the board");
        }
        if size.rows() != size.cols() && !self.knows("rectangular_boardsize") {
            return cannot("it knows square boards only");
        }
        if handed && rules.ko == KoRule::Situational {
            return cannot("GTP has no word for a situation that came about without a move");
        }
        let Some(own) = self.rules.filter(|_| !self.takes_rules()) else {
            return Ok(());
        };
        let verdict = check_move(question.mv, &record.with_rules(own));
        let same = match question.expected {
            // The same reason, too, or it is the fixture of another rule that will tell.
            Expected::Verdict(expected) => verdict == expected,
            Expected::Board(_) => verdict.is_ok(),
        };
        if same {
            Ok(())
        } else {
            cannot(format!(
                "under the engine's own rules (ko={} suicide={}) the right answer is another one",
                own.ko, own.suicide
            ))
        }
    }

    fn takes_rules(&self) -> bool {
        self.knows("kata-set-rules") || self.knows("kgs-rules")
    }

    /// What must be known to make something of its results.
    fn notes(&self) -> Vec<String> {
        let by_play = (!self.knows("is_legal")).then_some(BY_PLAY);
        let not_used = (self.rules.is_some() && self.takes_rules()).then_some(NOT_USED);
        let notes = [by_play, not_used].into_iter().flatten();
        notes.map(str::to_owned).collect()
    }

    fn start_game(&mut self, size: Size) -> Result<(), Not> {
        let (rows, cols) = (size.rows(), size.cols());
        let command = if rows == cols {
            format!("boardsize {rows}")
        } else {
            format!("rectangular_boardsize {cols} {rows}")
        };
        let answers = self
            .client()?
            .ask_all(&[command, "clear_board".to_owned()])?;
        if answers.iter().all(Response::is_done) {
            Ok(())
        } else {
            cannot("it refuses boards of this size")
        }
    }

    /// The command for these rules, if there is one.
    fn rules(&self, rules: Rules) -> Result<Option<String>, Not> {
        if self.knows("kata-set-rules") {
            let suicide = match rules.suicide {
                Suicide::Forbidden => "false",
                Suicide::MultiStone => "true",
                Suicide::Allowed => "\"ALLOWED\"",
            };
            let ko = rules.ko.name().to_ascii_uppercase().replace('-', "_");
            Ok(Some(format!(
                "kata-set-rules {{\"ko\":\"{ko}\",\"suicide\":{suicide},\"scoring\":\"AREA\",\"tax\":\"NONE\"}}"
            )))
        } else if self.knows("kgs-rules") {
            let name = match (rules.ko, rules.suicide) {
                (KoRule::Simple, Suicide::Forbidden) => "japanese",
                (KoRule::Positional, Suicide::Forbidden) => "chinese",
                (KoRule::Situational, Suicide::Forbidden) => "aga",
                (KoRule::Situational, Suicide::MultiStone) => "new_zealand",
                _ => return cannot("kgs-rules has no name for these rules"),
            };
            Ok(Some(format!("kgs-rules {name}")))
        } else {
            Ok(None)
        }
    }

    fn set_up(&mut self, question: &Question) -> Result<(), Not> {
        let game = Game::of(question);
        let (opening, _until_read) = self.opening(question, &game)?;
        let now = question.before.rules();
        let mut told = Vec::new();
        let mut in_force = None;
        let mut under = |rules: Rules, told: &mut Vec<(String, &str)>| -> Result<(), Not> {
            let command = self.rules(rules)?;
            if command != in_force {
                told.extend(command.clone().map(|command| (command, REFUSED_RULES)));
                in_force = command;
            }
            Ok(())
        };
        // Each turn under the rules of its time, if there is a command for these.
        let sayable = |rules: &Rules| self.rules(*rules).map_or(now, |_| *rules);
        let then: Vec<Rules> = question.rules_then.iter().map(sayable).collect();
        under(then.first().copied().unwrap_or(now), &mut told)?;
        let opening = opening.into_iter();
        told.extend(opening.map(|command| (command, REFUSED_OPENING)));
        for (rules, command) in then.into_iter().zip(game.moves()) {
            under(rules, &mut told)?;
            told.push((command, REFUSED_MOVE));
        }
        under(now, &mut told)?;
        // All at once: most of the time goes by in waiting for answers.
        let (commands, refusals): (Vec<String>, Vec<&str>) = told.into_iter().unzip();
        let answers = self.client()?.ask_all(&commands)?;
        let refused = answers.iter().position(|answer| !answer.is_done());
        match refused {
            Some(at) => cannot(refusals[at]),
            None => Ok(()),
        }
    }

    /// The commands that put the opening stones down: as moves, unless that would make a difference; and the file,
    /// if they name one.
    fn opening(
        &self,
        question: &Question,
        game: &Game,
    ) -> Result<(Vec<String>, Option<RecordFile>), Not> {
        let (asked, size) = (question.before.rules().ko, question.before.size());
        let ko = match (self.rules, asked) {
            _ if self.takes_rules() => asked,
            (Some(own), _) => own.ko,
            // It may have any.
            (None, KoRule::Simple) => KoRule::Positional,
            (None, asked) => asked,
        };
        if !game.recurs(question, ko) {
            return Ok((game.by_plays(), None));
        }
        if self.knows("gogui-setup") {
            let side = format!("gogui-setup_player {}", letter(game.to_play()));
            let side = self.knows("gogui-setup_player").then_some(side);
            let setup = game.at_once("gogui-setup");
            return Ok(([setup].into_iter().chain(side).collect(), None));
        }
        if self.knows("set_position") {
            return Ok((vec![game.at_once("set_position")], None));
        }
        if self.knows("loadsgf") && size.rows() == size.cols() {
            return match RecordFile::new(&game.as_record()) {
                Ok(file) => match file.word().map(|word| format!("loadsgf {word}")) {
                    Some(command) => Ok((vec![command], Some(file))),
                    None => cannot(UNNAMABLE),
                },
                // Without the file's name, which is another one each time.
                Err(fault) => cannot(format!(
                    "no file for loadsgf can be written into the folder for temporary files ({})",
                    fault.kind()
                )),
            };
        }
        cannot(
            "a board comes back that was never there but while the stones were put down one by one",
        )
    }

    fn ask_verdict(&mut self, question: &Question) -> Result<Answer, Not> {
        let size = question.before.size();
        let mv = question.mv;
        let is_pass = mv.action == Action::Pass;
        if self.knows("is_legal") && !is_pass {
            let vertex = mv.action.describe(size);
            let command = format!("is_legal {} {vertex}", letter(mv.color));
            let on_board = matches!(mv.action, Action::Play(point) if size.contains(point));
            return match self.client()?.ask(&command)? {
                Response::Done(text) if text == "1" => Ok(Answer::Legal),
                Response::Done(text) if text == "0" => Ok(Answer::Illegal(None)),
                Response::Refused(_) if !on_board => Ok(Answer::Illegal(None)),
                Response::Done(text) | Response::Refused(text) => {
                    let what = format!("`{}` is no answer to is_legal", short(&text));
                    Err(Trouble::Nonsense(what).into())
                }
            };
        }
        // No undo: the next question begins a new game.
        Ok(match self.client()?.ask(&play(mv, size))? {
            Response::Done(_) => Answer::Legal,
            Response::Refused(_) => Answer::Illegal(None),
        })
    }

    fn ask_board(&mut self, question: &Question, size: Size) -> Result<Answer, Not> {
        let lists = self.knows("list_stones");
        if !lists && !self.knows("showboard") {
            return cannot("it knows no command that shows the board");
        }
        let client = self.client()?;
        if !client.ask(&play(question.mv, size))?.is_done() {
            return Ok(Answer::Illegal(None));
        }
        let mut stones = vec![None; size.area()];
        let mut put = |point: Point, color: Color| {
            let index = size.points().position(|other| other == point)?;
            stones[index] = Some(color);
            Some(())
        };
        if lists {
            for color in Color::BOTH {
                let command = format!("list_stones {}", letter(color));
                let text = match client.ask(&command)? {
                    Response::Done(text) => text,
                    Response::Refused(_) => return cannot("it refuses to list the stones"),
                };
                for word in text.split_whitespace() {
                    let point = Point::from_vertex(word, size);
                    if point.and_then(|point| put(point, color)).is_none() {
                        let what = format!("`{}` is no point of the board", short(word));
                        return Err(Trouble::Nonsense(what).into());
                    }
                }
            }
        } else {
            let shown = match client.ask("showboard")? {
                Response::Done(text) => drawn(&text, size),
                Response::Refused(_) => None,
            };
            let Some(shown) = shown else {
                return cannot("its board is drawn in a way that is not understood");
            };
            stones = shown;
        }
        Ok(Answer::Board(None, stones))
    }
}

impl Judge for Engine {
    fn begin(&mut self) -> Result<About, Trouble> {
        let client = self.client()?;
        let words = ["name", "version", "list_commands"].map(str::to_owned);
        let mut answers = client
            .ask_all(&words)?
            .into_iter()
            .map(|answer| match answer {
                Response::Done(text) => Some(text),
                Response::Refused(_) => None,
            });
        let [name, version, commands] = [(); 3].map(|()| answers.next().flatten());
        self.known = commands
            .iter()
            .flat_map(|commands| commands.split_whitespace().map(str::to_owned))
            .collect();
        let rules = match self.rules {
            _ if self.knows("kata-set-rules") => "set by kata-set-rules".to_owned(),
            _ if self.knows("kgs-rules") => "set by kgs-rules".to_owned(),
            Some(rules) => format!(
                "said to be ko={} suicide={}; what depends on other rules is not asked",
                rules.ko, rules.suicide
            ),
            None => "unset: it knows no command for them, and is asked as if it had the fixtures' (see --engine-rules)".to_owned(),
        };
        let is_unset = self.rules.is_none() && !self.takes_rules();
        let warning = is_unset.then(|| UNSET.to_owned());
        let name = name.map(|name| format!("{name} {}", version.unwrap_or_default()));
        let name = name.map(|name| short(name.trim()));
        let notes = self.notes();
        // They are part of no question.
        self.client()?.sent();
        Ok(About {
            name,
            rules,
            notes,
            warning,
        })
    }

    fn ask(&mut self, question: &Question, _: &str) -> Reply {
        let answer = self.answer(question);
        self.sent = self.client.as_mut().map(Client::sent).unwrap_or_default();
        match answer {
            Ok(answer) => Reply::Said(answer),
            Err(Not::Askable(why)) => Reply::CannotBeAsked(why),
            Err(Not::Answered(trouble)) => {
                self.client = None;
                Reply::Nothing(trouble)
            }
        }
    }

    fn sent(&self) -> String {
        self.sent.clone()
    }

    fn end(&mut self) -> Option<Trouble> {
        self.client.take()?.end();
        // Its answers are numbered: what is none has been found out before.
        None
    }
}
