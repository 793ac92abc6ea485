//! `gokata serve`: the web game for two.

use std::net::SocketAddr;
use std::path::PathBuf;

use crate::terminal::error::CommandError;
use crate::terminal::output::{Output, Status};

const MAIL: &str = "\
    Where mails go: dir:FOLDER, stdout:, smtp://USER@HOST:587, smtps://USER@HOST, or none. By default into the folder mail \
    below --data. The password of USER is read from the variable GOKATA_SMTP_PASSWORD.";

const DATABASE: &str = "\
    A PostgreSQL database for the games, instead of --data, which several servers may share: postgres://USER@HOST/NAME. \
    If it has a password, give it in the variable GOKATA_DATABASE: everybody on a machine sees the arguments of its \
    processes. With ?sslmode=require the connection is encrypted, and the certificate checked; without it, there is no \
    TLS. Needs --mail, a file with 32 random bytes that the variable GOKATA_SECRET_FILE names, and a build with \
    --features postgres.";

/// Serves games on the web: two people play by links, without accounts.
///
/// Prints the address where games are made, and runs until Ctrl-C or SIGTERM. Everything is kept in one folder, which is
/// made at the first start.
///
/// The server speaks HTTP. For the internet, put it behind a proxy that does TLS, and give --base-url and
/// --behind-proxy.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gokata serve
  gokata serve --listen 0.0.0.0:8080 --base-url http://192.168.1.5:8080
  gokata serve --data /var/lib/gokata --base-url https://go.example.org \\
    --behind-proxy 1")]
pub(crate) struct ServeArgs {
    /// Where to listen.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// The folder for games and the secret of their links, unless the variable `GOKATA_SECRET_FILE` names its file.
    #[arg(long, value_name = "DIR", default_value = "gokata-games")]
    data: PathBuf,
    #[arg(long, value_name = "URL", help = DATABASE, conflicts_with_all = ["data", "backup"])]
    database: Option<String>,
    /// What links begin with. By default http:// and the address listened on.
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
    /// The number of proxies in front, each of which adds the address of its client to X-Forwarded-For.
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    behind_proxy: usize,
    #[arg(long, value_name = "WHERE", help = MAIL)]
    mail: Option<String>,
    /// Where mails come from. By default go@ and the host of --base-url.
    #[arg(long, value_name = "ADDRESS")]
    mail_from: Option<String>,
    /// Copy the games to a new file, and serve nothing. The server may run meanwhile. The file `secret` is not in the
    /// copy: without it, links are void.
    #[arg(long, value_name = "FILE", conflicts_with = "verify")]
    backup: Option<PathBuf>,
    /// Check the database, replay every game, and serve nothing. The server may run meanwhile.
    #[arg(long)]
    verify: bool,
    /// Do not limit how many requests an address or a player may send.
    #[arg(long)]
    no_limits: bool,
}

#[cfg(not(feature = "web"))]
pub(crate) fn run(_: &ServeArgs, _: &mut Output) -> Result<Status, CommandError> {
    Err("built without the web game: cargo run --release --features web -- serve".into())
}

#[cfg(feature = "web")]
pub(crate) fn run(args: &ServeArgs, output: &mut Output) -> Result<Status, CommandError> {
    let database = args.database.clone();
    let database = database.or_else(|| std::env::var("GOKATA_DATABASE").ok());
    if args.verify {
        return verify(args, database.as_deref(), output);
    }
    if let Some(file) = &args.backup {
        if database.is_some() {
            return Err("--backup copies a folder; pg_dump copies a PostgreSQL database".into());
        }
        gokata_web::backup(&args.data, file).map_err(CommandError::other)?;
        let secret = args.data.join("secret");
        let secret = if secret.exists() {
            secret.display().to_string()
        } else {
            "the file that GOKATA_SECRET_FILE names".to_owned()
        };
        output.line(format!(
            "{} has the games. Keep a copy of {secret} apart from it: links need both.",
            file.display(),
        ));
        return Ok(Status::Fine);
    }
    let place = match &database {
        Some(address) => gokata_web::database_name(address).map_err(CommandError::other)?,
        None => args.data.display().to_string(),
    };
    let mut config = gokata_web::Config::new(args.listen, &args.data);
    config.database = database;
    config.base_url.clone_from(&args.base_url);
    config.secret_file = std::env::var_os("GOKATA_SECRET_FILE").map(PathBuf::from);
    config.proxies = args.behind_proxy;
    config.limits = !args.no_limits;
    let mail = args.mail.as_deref().map(str::parse).transpose();
    config.mail = mail.map_err(|error: gokata_web::ServeError| error.to_string())?;
    config.mail_from.clone_from(&args.mail_from);
    config.mail_password = std::env::var("GOKATA_SMTP_PASSWORD").ok();
    #[cfg(unix)]
    raise_open_files();
    let running = gokata_web::serve(config).map_err(CommandError::other)?;
    output.line(format!("Make a game at {}/", running.base_url()));
    output.line(format!(
        "Games are kept in {place}. Ctrl-C stops the server."
    ));
    output.flush();
    running.run().map_err(CommandError::other)?;
    Ok(Status::Fine)
}

/// Lets the process open as many files as the system allows, since each connection is one.
#[cfg(all(feature = "web", unix))]
fn raise_open_files() {
    use nix::sys::resource::{Resource, getrlimit, setrlimit};
    let Ok((soft, hard)) = getrlimit(Resource::RLIMIT_NOFILE) else {
        return;
    };
    let raised = soft >= hard || setrlimit(Resource::RLIMIT_NOFILE, hard, hard).is_ok();
    let files = if raised { soft.max(hard) } else { soft };
    let connections = gokata_web::MOST_CONNECTIONS;
    // Others are the database, mails, the connection to a mail server.
    if usize::try_from(files).is_ok_and(|files| files < connections + 100) {
        Output::log(&format!(
            "gokata: this process may open {files} files, too few for {connections} connections at once (ulimit -n)"
        ));
    }
}

/// Prints what is wrong with the games of a folder or a database.
#[cfg(feature = "web")]
fn verify(
    args: &ServeArgs,
    database: Option<&str>,
    output: &mut Output,
) -> Result<Status, CommandError> {
    let found = match database {
        Some(address) => gokata_web::verify_database(address),
        None => gokata_web::verify(&args.data),
    };
    let found = found.map_err(CommandError::other)?;
    for fault in &found.faults {
        output.line(fault);
    }
    let (games, events, faults) = (found.games, found.events, found.faults.len());
    output.line(format!("{games} games, {events} events: {faults} faults"));
    Ok(Status::of(faults == 0))
}
