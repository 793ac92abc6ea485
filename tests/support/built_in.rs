//! The corpus, as programs have it that it is built into.

use std::sync::LazyLock;

use gokata::corpus::Corpus;

pub(crate) static CORPUS: LazyLock<Corpus> = LazyLock::new(|| {
    let (version, fingerprint) = (gokata_corpus::VERSION, gokata_corpus::FINGERPRINT);
    Corpus::new(gokata_corpus::FILES, version, fingerprint).with_boards(gokata_corpus::BOARDS)
});
