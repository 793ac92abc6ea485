//! The script, the style sheet and the icon. Their addresses contain a hash of them, so browsers may keep them for ever.

use std::sync::LazyLock;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac_sha256::Hash;

/// A file that pages refer to.
#[derive(Debug, Clone)]
pub(crate) struct Asset {
    /// `/s/` and a hash.
    pub path: String,
    pub content_type: &'static str,
    pub text: String,
}

impl Asset {
    fn new(text: String, extension: &str, content_type: &'static str) -> Asset {
        let hash = URL_SAFE_NO_PAD.encode(&Hash::hash(text.as_bytes())[..9]);
        Asset {
            path: format!("/s/{hash}.{extension}"),
            content_type,
            text,
        }
    }
}

pub(super) static SCRIPT: LazyLock<Asset> = LazyLock::new(|| {
    Asset::new(
        without_comments(include_str!("../go.js")),
        "js",
        "text/javascript; charset=utf-8",
    )
});
pub(super) static STYLE: LazyLock<Asset> =
    LazyLock::new(|| Asset::new(style(), "css", "text/css; charset=utf-8"));
pub(super) static ICON: LazyLock<Asset> =
    LazyLock::new(|| Asset::new(include_str!("../go.svg").to_owned(), "svg", "image/svg+xml"));

/// The style sheet, with the sizes of boards and the places on them.
fn style() -> String {
    let places = (1..=25).map(|at| {
        let next = at + 1;
        format!(".r{at}{{--r:{at}}}.c{at}{{--c:{at}}}.y{at}{{grid-row:{at}/{next}}}.x{at}{{grid-column:{at}/{next}}}")
    });
    include_str!("../go.css").to_owned() + &places.collect::<String>()
}

/// A script without what only its readers need. None of its texts contains ` // `, or goes over two lines.
fn without_comments(script: &str) -> String {
    let lines = script.lines().map(str::trim_start);
    let code = lines.filter(|line| !line.is_empty() && !line.starts_with("//"));
    let code = code.map(|line| line.split(" // ").next().unwrap_or_default());
    code.collect::<Vec<_>>().join("\n")
}

/// The file at this path, if there is one.
pub(crate) fn asset(path: &str) -> Option<&'static Asset> {
    let mut all = [&*SCRIPT, &*STYLE, &*ICON].into_iter();
    all.find(|asset| asset.path == path)
}
