//! The forms of vectors, and which of them this processor has.

use super::lanes::Plain;
use super::logits::{Problem, drawn};
use super::play::work;
use super::slot::Round;
#[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
use super::{avx2, avx512};
use crate::basics::PointSet;

/// A form of vectors that this processor may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Plain,
    #[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
    Avx2,
    #[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
    Avx512,
}

impl Form {
    /// The forms that this processor has, the fastest one last.
    pub(super) fn possible() -> impl DoubleEndedIterator<Item = Form> {
        let forms = [
            (Form::Plain, true),
            #[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
            (Form::Avx2, avx2::is_possible()),
            #[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
            (Form::Avx512, avx512::is_possible()),
        ];
        let possible = forms.into_iter().filter(|(_, is_possible)| *is_possible);
        possible.map(|(form, _)| form)
    }

    pub(super) fn best() -> Form {
        Form::possible().next_back().unwrap_or(Form::Plain)
    }

    /// Plays a round. `self` must be possible.
    #[allow(unsafe_code)]
    pub(super) fn play(self, round: &mut Round<'_>) {
        match self {
            Form::Plain => work::<Plain>(round),
            // SAFETY: this processor has AVX2.
            #[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
            Form::Avx2 => unsafe { avx2::play(round) },
            // SAFETY: this processor has these instructions.
            #[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
            Form::Avx512 => unsafe { avx512::play(round) },
        }
    }
}

/// Draws an index from logits in the fastest form. All give the same.
#[allow(unsafe_code)]
pub(super) fn draw(
    logits: &[f32],
    legal: &PointSet,
    temperature: f32,
    number: u64,
) -> Result<usize, Problem> {
    #[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
    if avx2::is_possible() {
        // SAFETY: this processor has AVX2.
        return unsafe { avx2::draw(logits, legal, temperature, number) };
    }
    drawn(logits, legal, temperature, number)
}
