//! Results (`RE`) as the standard, people and servers write them, in Western and East Asian languages.
//!
//! The words of the table stand on the pages and in the records of Chinese (Fox, Sina, TOM), Japanese (Nihon Ki-in,
//! `CyberOro`) and Korean (Tygem, Hanguk Kiwon) servers and federations.

use std::num::NonZeroU32;

use super::amounts::{Amount, Unit, narrow, word};
use crate::basics::Color;
use crate::scoring::{Outcome, Score};

/// Parses a result: in the form of [`Outcome`], or in another one with a plain winner. Also returns whether the outcome
/// says all that the text does; it does not for `B+3.25` and `W+Repetition`.
pub(super) fn result(text: &str) -> Option<(Outcome, bool)> {
    if let Ok(outcome) = text.parse() {
        return Some((outcome, true));
    }
    let small = narrow(text);
    if let Ok(outcome) = small.parse() {
        return Some((outcome, true));
    }
    let mut all = words(&small).peekable();
    if all.peek().is_some() && all.all(is_draw) {
        return Some((Outcome::Counted(Score::Draw), true));
    }
    match small.trim_end_matches('.') {
        "adjourned" | "has adjourned" | "suspended" | "unfinished" | "not finished"
        | "no result" => Some((Outcome::Void, true)),
        "unknown" => Some((Outcome::Unknown, true)),
        small => match winner_and_way(small) {
            Some((winner, way)) => won(winner, way),
            None => east_asian(small, None),
        },
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty())
}

fn is_draw(word: &str) -> bool {
    matches!(word, "draw" | "drawn" | "jigo" | "tie")
}

/// Splits `black + 3.5`, `white wins by resignation`, `black resigns` into the winner and the way to win.
fn winner_and_way(small: &str) -> Option<(Color, &str)> {
    if let Some((winner, way)) = small.split_once('+') {
        // Of two results, none is plain.
        return (!way.contains('+')).then_some((color(winner.trim())?, way.trim()));
    }
    let (who, does) = small.split_once(' ')?;
    let who = color(who)?;
    let (verb, way) = does.trim_start().split_once(' ').unwrap_or((does, ""));
    let way = way.trim_start();
    let prefixes = ["by ", "on ", "due to "];
    let bare = prefixes.iter().find_map(|prefix| way.strip_prefix(prefix));
    let way = bare.unwrap_or(way);
    match verb.trim_end_matches('.').trim() {
        "wins" | "won" | "win" => Some((who, way)),
        "loses" | "lost" => Some((!who, way)),
        "resigns" | "resigned" => Some((!who, "r")),
        _ => None,
    }
}

fn color(word: &str) -> Option<Color> {
    match word {
        "b" | "black" | "黑" | "黒" | "흑" => Some(Color::Black),
        "w" | "white" | "白" | "백" => Some(Color::White),
        _ => None,
    }
}

/// Reads the way to win, in small letters. `None` if it contradicts that there is a winner.
fn won(winner: Color, way: &str) -> Option<(Outcome, bool)> {
    let way = way.trim().trim_end_matches('.');
    if let Some(before) = before_parentheses(way) {
        return won(winner, before).map(|(outcome, _)| (outcome, false));
    }
    let words: Vec<&str> = words(way).take(4).collect();
    Some(match words.join(" ").as_str() {
        _ if way.starts_with('-') || words.iter().any(|word| is_draw(word)) => return None,
        "" => (Outcome::Win { winner }, way.is_empty()),
        "r" | "res" | "resign" | "resigns" | "resigned" | "resignation" => {
            (Outcome::Resignation { winner }, true)
        }
        "t" | "time" | "timeout" | "time out" | "time over" | "timeover" | "on time"
        | "time up" => (Outcome::Time { winner }, true),
        "f" | "forfeit" | "forfeiture" => (Outcome::Forfeit { winner }, true),
        "illegal" | "illegal move" | "offline" | "default" | "disconnect" | "disconnection"
        | "disconnected" | "no show" => (Outcome::Forfeit { winner }, false),
        _ => return counted(winner, way),
    })
}

/// Reads an amount, else the way in an East Asian language; of other ways, only the winner is known.
fn counted(winner: Color, way: &str) -> Option<(Outcome, bool)> {
    if let Some(amount) = Amount::read(way) {
        return by(winner, amount);
    }
    let contradicts = way.contains(['黑', '黒', '白', '흑', '백', '负', '負', '败', '敗', '패']);
    let unknown = (!contradicts).then_some((Outcome::Win { winner }, false));
    east_asian(way, Some(winner)).or(unknown)
}

fn before_parentheses(text: &str) -> Option<&str> {
    let (before, _) = text.split_once('(')?;
    text.ends_with(')').then_some(before)
}

/// More stones are those on the board: half of it is 180.5.
const MOST_STONES: u32 = 4 * 180;

/// Returns a victory by an amount; `None` for a victory by nothing.
fn by(winner: Color, amount: Amount) -> Option<(Outcome, bool)> {
    let is_margin = amount.unit != Unit::Stones || amount.quarters <= MOST_STONES;
    let Some(halves) = amount.halves().filter(|_| is_margin) else {
        return Some((Outcome::Win { winner }, false));
    };
    let halves = NonZeroU32::new(halves)?;
    Some((Outcome::Counted(Score::Win(winner, halves)), true))
}

/// A part of a result in an East Asian language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Side(Color),
    /// Whether the side before it wins.
    Verb(bool),
    Way(Way),
    /// A result without a winner.
    NoWinner(Outcome),
    /// A word that adds nothing.
    Filler,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// A victory before the end (中盘, 中押し, 불계). Without a verb, the side before it wins.
    Early,
    /// The side before it resigns; without a verb, the sides of the next ways lose, too.
    Resigns,
    TimeUp,
    /// The connection is lost. The outcome says less than that.
    Leaves,
    /// Needs a verb, as do the next ones: sites write `黑弃权` and `흑 반칙` of the winner or of the loser.
    Time,
    Forfeit,
    Adjudged,
}

use Part::{Filler, NoWinner, Side, Verb};

/// Words in Chinese (both scripts), Japanese and Korean. Of two that fit, the longer one counts.
const PARTS: [(Part, &str); 15] = [
    (Side(Color::Black), "黑 黒 黑方 黑棋 黑番 黒番 先番 흑 흑번"),
    (Side(Color::White), "白 白方 白棋 白番 백 백번"),
    (
        Verb(true),
        "胜 勝 勝ち 勝利 胜利 获胜 獲勝 取胜 胜出 贏 赢 승 승리",
    ),
    (Verb(false), "负 負 負け 告负 败 敗 输 輸 패"),
    (Part::Way(Way::Early), "中盘 中盤 中押 中押し 불계"),
    (Part::Way(Way::Resigns), "认输 認輸 投子 投子认负 投了 投降"),
    (
        Part::Way(Way::TimeUp),
        "超时 超時 逾时 逾時 时间到 時間切れ 時間切 切れ 시간초과",
    ),
    (Part::Way(Way::Time), "时间 時間 시간"),
    (
        Part::Way(Way::Forfeit),
        "犯规 犯規 弃权 棄權 弃赛 反则 反則 棄権 不战 不戦 不戰 실격 반칙 기권 부전",
    ),
    (
        Part::Way(Way::Leaves),
        "掉线 掉線 断线 斷線 离线 逃跑 强退 接続切れ",
    ),
    (Part::Way(Way::Adjudged), "判 判定 裁定 판정 不计点 不計點"),
    (
        NoWinner(Outcome::Counted(Score::Draw)),
        "和棋 和局 平局 平手 持碁 持棋 ジゴ じご 引き分け 引分け 引分 무승부 빅 비김",
    ),
    // The standard has one word for games without a result and for suspended ones.
    (
        NoWinner(Outcome::Void),
        "无胜负 無勝負 无效 無効 무효 打挂 打掛 打掛け 打ち掛け 封盘",
    ),
    (
        NoWinner(Outcome::Unknown),
        "不明 不详 不詳 未知 没有结果 未分胜负 未分出胜负",
    ),
    (
        Filler,
        "的 の で により による まで にて 以 到 至 共 完 终 終 총 끝 으로 执 執 数子 數子 点目 三劫 四劫 循环 循環",
    ),
];

/// What is said about one side.
#[derive(Debug, Clone, Copy, Default)]
struct Clause {
    side: Option<Color>,
    wins: Option<bool>,
    way: Option<Way>,
    amount: Option<Amount>,
}

/// Parses a result in Chinese, Japanese or Korean, which all have the side, a way or an amount, and a verb: `白中盘胜`,
/// `黒2目半勝ち`, `흑 2집반승`. With a winner, parses the way alone. `None` if a word is unknown, or if two contradict
/// each other. A number of moves before it (`170수`) is left out, because the record has it by itself.
fn east_asian(text: &str, winner: Option<Color>) -> Option<(Outcome, bool)> {
    let text = text.trim().trim_end_matches('.');
    let mut pairs = text.as_bytes().windows(2);
    if pairs.any(|pair| pair[0] == b'-' && pair[1].is_ascii_digit()) {
        return None;
    }
    let whole = clauses(text, winner);
    let before = || clauses(before_parentheses(text)?, winner);
    whole.or_else(|| before().map(|(outcome, _)| (outcome, false)))
}

fn clauses(text: &str, winner: Option<Color>) -> Option<(Outcome, bool)> {
    let mut clauses = vec![Clause {
        side: winner,
        ..Clause::default()
    }];
    let mut none = None;
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches([' ', '!', ',', ':', '/', '-', '(', ')', '、', '。', '・']);
        if rest.is_empty() {
            break;
        }
        let clause = clauses.last_mut()?;
        let Some((part, left)) = word(rest, &PARTS) else {
            let (amount, left) = Amount::begin(rest)?;
            rest = match left.strip_prefix(['手', '수']) {
                Some(left) if amount.unit == Unit::Unnamed => left,
                _ => {
                    once(&mut clause.amount, amount)?;
                    left
                }
            };
            continue;
        };
        rest = left;
        match part {
            // `白胜黑`: White beats Black.
            Side(color) if clause.side.is_some() => clauses.push(Clause {
                side: (winner.is_none() && clauses.len() == 1).then_some(Some(color))?,
                ..Clause::default()
            }),
            Side(color) => clause.side = Some(color),
            Verb(wins) => once(&mut clause.wins, wins)?,
            Part::Way(way) => once(&mut clause.way, way)?,
            NoWinner(outcome) => once(&mut none, outcome)?,
            Filler => {}
        }
    }
    match (&*clauses, none) {
        ([one], Some(none)) => one.is_empty().then_some((none, true)),
        ([one], None) => one.outcome(winner.is_some()),
        ([one, other], None) if one.side != other.side => {
            let first = one.outcome(false)?;
            if other.says_nothing() {
                return one.wins.and(Some(first));
            }
            let second = other.outcome(false)?;
            let (plain, way) = match first.0 {
                Outcome::Win { .. } => (first, second),
                _ => (second, first),
            };
            let agree =
                plain.0.winner() == way.0.winner() && matches!(plain.0, Outcome::Win { .. });
            agree.then_some(way)
        }
        _ => None,
    }
}

/// Sets a value that must not be said twice.
fn once<T>(value: &mut Option<T>, said: T) -> Option<()> {
    value.replace(said).is_none().then_some(())
}

impl Clause {
    fn says_nothing(&self) -> bool {
        self.wins.is_none() && self.way.is_none() && self.amount.is_none()
    }

    fn is_empty(&self) -> bool {
        self.side.is_none() && self.says_nothing()
    }

    /// Returns the outcome if the winner is plain. `is_won`: the side is known to win.
    fn outcome(&self, is_won: bool) -> Option<(Outcome, bool)> {
        let alone = match (self.way, self.amount) {
            (Some(_), Some(_)) => return None,
            (Some(Way::Early), _) => Some(true),
            (Some(Way::Time | Way::Forfeit | Way::Adjudged), _) => None,
            (Some(_), _) => Some(false),
            // `黑185子` are the stones on the board.
            (None, amount) => amount.filter(|it| it.unit == Unit::Points).map(|_| true),
        };
        let wins = self.wins.or(if is_won { Some(true) } else { alone })?;
        if wins != is_won && (is_won || self.way == Some(Way::Resigns) && wins) {
            return None;
        }
        let side = self.side?;
        let winner = if wins { side } else { !side };
        let (outcome, is_all) = match self.way {
            Some(Way::Early | Way::Resigns) => (Outcome::Resignation { winner }, true),
            Some(Way::Time | Way::TimeUp) => (Outcome::Time { winner }, true),
            Some(Way::Forfeit) => (Outcome::Forfeit { winner }, true),
            Some(Way::Leaves) => (Outcome::Forfeit { winner }, false),
            Some(Way::Adjudged) => (Outcome::Win { winner }, false),
            None => match self.amount {
                Some(amount) => return by(winner, amount),
                None => (Outcome::Win { winner }, true),
            },
        };
        Some((outcome, is_all))
    }
}
