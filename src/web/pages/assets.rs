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
    pub text: &'static str,
}

impl Asset {
    fn new(text: &'static str, extension: &str, content_type: &'static str) -> Asset {
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
        include_str!("../go.js"),
        "js",
        "text/javascript; charset=utf-8",
    )
});
pub(super) static STYLE: LazyLock<Asset> =
    LazyLock::new(|| Asset::new(include_str!("../go.css"), "css", "text/css; charset=utf-8"));
pub(super) static ICON: LazyLock<Asset> =
    LazyLock::new(|| Asset::new(include_str!("../go.svg"), "svg", "image/svg+xml"));

/// The file at this path, if there is one.
pub(crate) fn asset(path: &str) -> Option<&'static Asset> {
    let mut all = [&*SCRIPT, &*STYLE, &*ICON].into_iter();
    all.find(|asset| asset.path == path)
}
