//! Quick.
#![allow(clippy::all, clippy::pedantic, clippy::print_stdout)]
use gokata::*;
use std::hint::black_box;
use std::time::Instant;
fn med(mut f: impl FnMut() -> f64) -> (f64, f64) {
    let mut v: Vec<f64> = (0..25).map(|_| f()).collect();
    v.sort_by(f64::total_cmp);
    (v[0], v[12])
}
fn main() {
    let only: String = std::env::args().nth(1).unwrap_or_default();
    if only == "w3" || only == "w3s" {
        let size = Size::square(19).unwrap();
        let rules = Rules {
            ko: if only == "w3s" {
                KoRule::Positional
            } else {
                KoRule::Simple
            },
            ..Preset::Kata.rules()
        };
        let games: Vec<Vec<Move>> = (0..100)
            .map(|s| {
                let mut r = Random::new(s);
                let mut g = FastGame::new(size).with_rules(Rules {
                    ko: KoRule::Positional,
                    ..rules
                });
                while !g.is_over() && g.turns() < 1000 {
                    let eyes = g.light_eyes(g.to_play());
                    let v: Vec<Point> = g
                        .legal_points()
                        .iter()
                        .filter(|p| !eyes.contains(*p))
                        .collect();
                    let mv = if v.is_empty() {
                        Move::pass(g.to_play())
                    } else {
                        Move::play(g.to_play(), v[r.below(v.len())])
                    };
                    g.play(mv).unwrap();
                }
                g.moves()
            })
            .collect();
        let n: usize = games.iter().map(Vec::len).sum();
        for _ in 0..3 {
            let t = Instant::now();
            for _ in 0..100 {
                for m in &games {
                    let mut g = FastGame::new(size).with_rules(rules);
                    g.play_all(m.iter().copied()).unwrap();
                    black_box(&g);
                }
            }
            println!("{:.1}", t.elapsed().as_nanos() as f64 / n as f64 / 100.0);
            let t = Instant::now();
            for _ in 0..100 {
                for _ in &games {
                    let g = FastGame::new(size).with_rules(rules);
                    black_box(&g);
                }
            }
            println!(
                "new {:.1}",
                t.elapsed().as_nanos() as f64 / n as f64 / 100.0
            );
        }
        return;
    }
    for n in [9, 13, 19, 21] {
        let size = Size::square(n).unwrap();
        let game = FastGame::new(size);
        let mut r = Random::new(1);
        let (mut plies, mut games) = (0, 0);
        let t = med(|| {
            let t = Instant::now();
            let mut p = 0;
            for _ in 0..(160_000 / n / n) {
                p += game.playout(&mut r).plies;
                games += 1;
            }
            plies += p;
            t.elapsed().as_nanos() as f64 / p as f64
        });
        println!(
            "W1 {n}: {:.1} ({:.1}) plies {:.2}",
            t.0,
            t.1,
            plies as f64 / games as f64
        );
    }
    for (n, sk) in [(9, false), (19, false), (9, true), (19, true)] {
        let size = Size::square(n).unwrap();
        let rules = Rules {
            ko: if sk {
                KoRule::Positional
            } else {
                KoRule::Simple
            },
            ..Preset::Kata.rules()
        };
        let games: Vec<Vec<Move>> = (0..200)
            .map(|s| {
                let mut r = Random::new(s);
                let mut g = FastGame::new(size).with_rules(Rules {
                    ko: KoRule::Positional,
                    ..rules
                });
                for _ in 0..3 * n * n {
                    if g.is_over() {
                        break;
                    }
                    let eyes = g.light_eyes(g.to_play());
                    let v: Vec<Point> = g
                        .legal_points()
                        .iter()
                        .filter(|p| !eyes.contains(*p))
                        .collect();
                    let mv = if v.is_empty() {
                        Move::pass(g.to_play())
                    } else {
                        Move::play(g.to_play(), v[r.below(v.len())])
                    };
                    g.play(mv).unwrap();
                }
                g.moves()
            })
            .collect();
        let total: usize = games.iter().map(Vec::len).sum();
        let t = med(|| {
            let t = Instant::now();
            for m in &games {
                let mut g = FastGame::new(size).with_rules(rules);
                for mv in m {
                    g.play(*mv).unwrap();
                }
                black_box(&g);
            }
            t.elapsed().as_nanos() as f64 / total as f64
        });
        let t2 = med(|| {
            let t = Instant::now();
            for m in &games {
                let mut g = FastGame::new(size).with_rules(rules);
                g.play_all(m.iter().copied()).unwrap();
                black_box(&g);
            }
            t.elapsed().as_nanos() as f64 / total as f64
        });
        println!(
            "W3 {n} superko {sk}: {:.1} ({:.1}) play_all {:.1} ({:.1}) plies {total}",
            t.0, t.1, t2.0, t2.1
        );
        for at in if n == 9 { vec![40] } else { vec![100, 200] } {
            let pos: Vec<FastGame> = games
                .iter()
                .filter(|m| m.len() > at)
                .map(|m| {
                    let mut g = FastGame::new(size).with_rules(rules);
                    g.play_all(m[..at].iter().copied()).unwrap();
                    g
                })
                .collect();
            let sum: usize = pos.iter().map(|g| g.legal_points().len()).sum();
            let t = med(|| {
                let t = Instant::now();
                for _ in 0..50 {
                    for g in &pos {
                        black_box(g.legal_points());
                    }
                }
                t.elapsed().as_nanos() as f64 / pos.len() as f64 / 50.0
            });
            println!(
                "W2 {n}@{at} superko {sk}: {:.1} ({:.1}) total {sum} of {}",
                t.0,
                t.1,
                pos.len()
            );
        }
    }
}
