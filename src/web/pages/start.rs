//! The start page: what this is, and the form that makes a game.

use maud::{Markup, html};

use super::frame::page;
use super::words::form as words;
use crate::form::{Form, FormErrors};
use crate::link::random_name;

/// The form as it was typed, and what is wrong with it.
struct StartForm<'a> {
    form: &'a Form,
    errors: &'a FormErrors,
}

impl StartForm<'_> {
    fn typed(&self, field: &str) -> Option<&str> {
        let mut fields = self.form.fields().into_iter();
        let (_, text) = fields.find(|(name, _)| *name == field)?;
        Some(text.as_str()).filter(|text| !text.is_empty())
    }

    fn error(&self, field: &str) -> Option<String> {
        self.errors.get(field).map(ToString::to_string)
    }
}

/// The form. Without `mails`, this server sends none, and asks for no addresses.
pub(crate) fn start(form: &Form, errors: &FormErrors, mails: bool) -> Markup {
    let form = &StartForm { form, errors };
    let color = form.typed("color").unwrap_or("black");
    let main = html! {
        main #page .text .start {
            h1 { (words::GO) }
            p { (words::GO_ABOUT) }
            @if !form.errors.is_empty() { p #said .refused role="alert" { (words::FORM_WRONG) } }
            form #make method="post" action="/games" {
                input type="hidden" name="req" value=(random_name());
                fieldset .pair {
                    legend { (words::LEGEND_GAME) }
                    (line(form, "size", words::FIELD_SIZE, words::SIZE_ABOUT, "off"))
                    div .field role="radiogroup" aria-labelledby="color-label" {
                        span #color-label .label { (words::FIELD_COLOR) }
                        @for [value, label] in words::COLORS {
                            label .choice { input type="radio" name="color" value=(value) checked[value == color]; " " (label) }
                        }
                        (wrong(form, "color"))
                    }
                }
                fieldset .pair {
                    legend { (words::LEGEND_YOU) }
                    (line(form, "name", words::FIELD_NAME, "", "nickname"))
                    @if mails { (line(form, "email", words::FIELD_MAIL, words::OWN_MAIL_ABOUT, "email")) }
                }
                fieldset .pair {
                    legend { (words::LEGEND_OTHER) }
                    (line(form, "opponent_name", words::FIELD_NAME, "", "off"))
                    @if mails { (line(form, "opponent_email", words::FIELD_MAIL, words::OTHER_MAIL_ABOUT, "off")) }
                }
                fieldset .rest {
                    legend { (words::LEGEND_RULES) }
                    (choice(form, "rules", words::FIELD_RULES, "", &words::RULES.map(|[value, name, _]| [value.to_owned(), name.to_owned()]), "japanese,tax=none"))
                    details {
                        summary { (words::RULES_ABOUT) }
                        dl { @for [_, name, about] in words::RULES { dt { (name) } dd { (about) } } }
                    }
                    (choice(form, "handicap", words::FIELD_HANDICAP, "", &words::handicaps(), "0"))
                    (line(form, "komi", words::FIELD_KOMI, words::KOMI_ABOUT, "off"))
                    (choice(form, "claim", words::FIELD_CLAIM, words::CLAIM_ABOUT, &words::CLAIMS.map(|[value, name]| [value.to_owned(), name.to_owned()]), "0"))
                }
                p { button #make-button .main { (words::MAKE) } }
            }
        }
    };
    page(words::GO, &main)
}

/// The sentences below a field, and the ids of those that there are.
fn about(form: &StartForm, field: &str, about: &str) -> (Markup, Option<String>) {
    let ids = [
        (!about.is_empty()).then(|| format!("{field}-about")),
        form.error(field).map(|_| format!("{field}-error")),
    ];
    let ids: Vec<String> = ids.into_iter().flatten().collect();
    let below = html! {
        (wrong(form, field))
        @if !about.is_empty() { small id={ (field) "-about" } { (about) } }
    };
    (below, (!ids.is_empty()).then(|| ids.join(" ")))
}

fn wrong(form: &StartForm, field: &str) -> Markup {
    html! {
        @if let Some(error) = form.error(field) { strong .wrong id={ (field) "-error" } { (error) } }
    }
}

fn line(form: &StartForm, field: &str, label: &str, help: &str, autocomplete: &str) -> Markup {
    let (below, described) = about(form, field, help);
    let invalid = form.error(field).map(|_| "true");
    let kind = if field.ends_with("email") {
        "email"
    } else {
        "text"
    };
    let longest = if kind == "email" { "254" } else { "40" };
    let usual = (field == "size").then_some("19");
    html! {
        div .field {
            label for=(field) { (label) }
            @if usual.is_some() {
                p .sizes .js hidden { @for lines in words::USUAL_SIZES { button type="button" data-fill=(lines) { (lines) " × " (lines) } } }
            }
            input id=(field) name=(field) type=(kind) maxlength=(longest) autocomplete=(autocomplete)
                value=[form.typed(field).or(usual)] aria-describedby=[described] aria-invalid=[invalid];
            (below)
        }
    }
}

fn choice(
    form: &StartForm,
    field: &str,
    label: &str,
    help: &str,
    choices: &[[String; 2]],
    usual: &str,
) -> Markup {
    let (below, described) = about(form, field, help);
    let invalid = form.error(field).map(|_| "true");
    let typed = form.typed(field).unwrap_or(usual);
    let listed = choices.iter().any(|[value, _]| value == typed);
    html! {
        div .field {
            label for=(field) { (label) }
            select id=(field) name=(field) aria-describedby=[described] aria-invalid=[invalid] {
                // A value of another game, or one that was sent by hand, stays what it was.
                @if !listed { option value=(typed) selected { (typed) } }
                @for [value, name] in choices {
                    option value=(value) selected[value == typed] { (name) }
                }
            }
            (below)
        }
    }
}
