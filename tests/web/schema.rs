//! Views against `view.schema.json`, which describes them for those who write clients.

use std::sync::LazyLock;

use pretty_assertions::assert_eq;
use serde_json::{Value, json};

use crate::served::Served;

static SCHEMA: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("view.schema.json")).unwrap());

/// Panics unless the view is as the schema says. All views that tests receive go through this.
pub(crate) fn check(view: &Value) {
    let faults = faults(&SCHEMA, view, "view");
    assert_eq!(faults, Vec::<String>::new(), "{view:#}");
}

/// What is wrong with a value, by the part of JSON Schema that the file uses. Another keyword is an error of the file.
fn faults(schema: &Value, value: &Value, at: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (keyword, rule) in schema.as_object().unwrap() {
        // Of a number its value, of a text or a list its length.
        let size = match value {
            Value::String(text) => i64::try_from(text.chars().count()).unwrap(),
            Value::Array(items) => i64::try_from(items.len()).unwrap(),
            other => other.as_i64().unwrap_or_default(),
        };
        let is_at_least = |limit: &Value| value.is_null() || size >= limit.as_i64().unwrap();
        let is_right = match keyword.as_str() {
            "$schema" | "$defs" | "title" | "description" => true,
            "$ref" => {
                let path = rule.as_str().unwrap().trim_start_matches('#');
                found.extend(faults(SCHEMA.pointer(path).unwrap(), value, at));
                true
            }
            "type" => match rule.as_str().unwrap() {
                "null" => value.is_null(),
                "boolean" => value.is_boolean(),
                "integer" => value.is_i64(),
                "string" => value.is_string(),
                "array" => value.is_array(),
                "object" => value.is_object(),
                other => panic!("the schema has type {other}"),
            },
            "enum" => rule.as_array().unwrap().contains(value),
            "anyOf" => {
                let rules = rule.as_array().unwrap();
                rules.iter().any(|rule| faults(rule, value, at).is_empty())
            }
            "minimum" | "minLength" | "minItems" => is_at_least(rule),
            "maximum" | "maxItems" => size <= rule.as_i64().unwrap(),
            "uniqueItems" => {
                let items = value.as_array().map_or(&[][..], Vec::as_slice);
                (1..items.len()).all(|at| !items[..at].contains(&items[at]))
            }
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    found.extend(faults(rule, item, &format!("{at}[{index}]")));
                }
                true
            }
            "properties" => {
                for (name, rule) in rule.as_object().unwrap() {
                    if let Some(part) = value.get(name) {
                        found.extend(faults(rule, part, &format!("{at}.{name}")));
                    }
                }
                true
            }
            "required" => {
                let names = rule.as_array().unwrap().iter();
                let missing = names.filter(|name| value.get(name.as_str().unwrap()).is_none());
                found.extend(missing.map(|name| format!("{at}: {name} is missing")));
                true
            }
            "additionalProperties" => {
                let known = &schema["properties"];
                let names = value
                    .as_object()
                    .into_iter()
                    .flat_map(serde_json::Map::keys);
                let unknown =
                    names.filter(|name| *rule == json!(false) && known.get(name).is_none());
                found.extend(unknown.map(|name| format!("{at}: {name:?} is unknown")));
                true
            }
            other => panic!("the schema has {other}"),
        };
        if !is_right {
            found.push(format!("{at}: {keyword} {rule}, and it is {value}"));
        }
    }
    found
}

/// Views of every stage go through the check; this one says that the check refuses something, too.
#[test]
fn a_view_has_the_fields_of_the_schema_and_no_others() {
    let (_served, game) = Served::with_game(&[]);
    let view = game.view(&game.black);
    let wrong = |change: &dyn Fn(&mut Value)| {
        let mut changed = view.clone();
        change(&mut changed);
        faults(&SCHEMA, &changed, "view").len()
    };
    assert_eq!(wrong(&|_| ()), 0);
    for name in view.as_object().unwrap().keys() {
        let without = |view: &mut Value| drop(view.as_object_mut().unwrap().remove(name));
        assert_eq!(wrong(&without), 1, "{name}");
        // No field may be an object with other fields.
        assert!(wrong(&|view| view[name] = json!({"x": 1})) > 0, "{name}");
    }
    for (name, value) in [
        ("more", json!(1)),
        ("seq", json!(0)),
        ("seq", json!(1.5)),
        ("stage", json!("Play")),
        ("board_size", json!([5])),
        ("board_size", json!([5, 26])),
        ("allowed", json!(["pass", "pass"])),
        ("illegal", json!([{"point": "A1", "reason": "no"}])),
        ("names", json!({"black": "", "white": "Bob"})),
        ("last_move", json!({"color": "black"})),
    ] {
        let changed = |view: &mut Value| view[name] = value.clone();
        assert!(wrong(&changed) > 0, "{name} {value}");
    }
}

/// Every stage, as every viewer sees it.
#[test]
fn views_of_all_stages_are_as_the_schema_says() {
    let served = Served::new();
    let mut seen = std::collections::BTreeSet::new();
    let mut look = |game: &crate::served::GameLinks| {
        for link in [&game.black, &game.white, &game.spectators] {
            let view = game.view(link);
            seen.insert(view["viewer_state"].as_str().unwrap().to_owned());
            seen.insert(view["how"].as_str().unwrap_or("goes on").to_owned());
        }
    };
    let game = served.game(&[("size", "9"), ("handicap", "2"), ("rules", "chinese")]);
    look(&game);
    for (link, point) in [(&game.white, "E5"), (&game.black, "E6")] {
        game.play(link, point);
        look(&game);
    }
    for link in [&game.white, &game.black] {
        assert_eq!(game.say(link, "pass", &[]).status, 200);
        look(&game);
    }
    game.mark(&game.white, "E5", "dead");
    game.say(&game.black, "void", &[]);
    look(&game);
    for link in [&game.black, &game.white] {
        assert_eq!(game.say(link, "done", &[]).status, 200);
        look(&game);
    }
    let resigned = served.game(&[]);
    resigned.say(&resigned.black, "resign", &[]);
    let void = served.game(&[("rules", "aga")]);
    void.say(&void.black, "void", &[]);
    void.say(&void.white, "void", &[]);
    let passed = served.game(&[("rules", "tromp-taylor")]);
    passed.pass_out();
    for game in [&resigned, &void, &passed] {
        look(game);
    }
    let all = "agreement,game_finished,goes on,opponent_is_done,passes,playing,resignation,\
               scoring,void,you_are_done";
    assert_eq!(seen.into_iter().collect::<Vec<_>>().join(","), all);
    // Also in the answer to a refused request.
    let refused = game.post(&game.black, "play", "req=x&point=A1&move_no=1");
    assert_eq!(refused.status, 409);
    check(&refused.view());
}
