#!/usr/bin/env bash
# Runs a command beside a PostgreSQL server of its own, which ends with it:
#
#     tests/web/postgres.sh cargo test --locked --features postgres --test web postgres::
#
# The command finds the server's address in GOKATA_TEST_DATABASE, in GOKATA_TEST_RESTART a program that restarts the server,
# and in GOKATA_TEST_AUTHORITIES a folder with the certificate of the authority for its TLS, authority.pem, and that of
# another, stranger.pem. Needs Debian's packages `openssl` and `postgresql`, or its programs in the folder that `pg_config --bindir` names. As root, the
# server runs as the user `postgres`, because it does not run as root.
set -euo pipefail
[ $# -gt 0 ] || { sed -n '2,10s/^# \?//p' "$0"; exit 2; }

programs=$(pg_config --bindir 2>/dev/null || true)
[ -x "$programs/initdb" ] || programs=$(printf '%s\n' /usr/lib/postgresql/*/bin | sort -V | tail -1)
[ -x "$programs/initdb" ] || { echo "PostgreSQL's initdb is not here: apt-get install postgresql" >&2; exit 1; }

dir=$(mktemp -d)
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
as_user=()
if [ "$(id -u)" = 0 ]; then
  as_user=(setpriv --reuid=postgres --regid=postgres --init-groups)
  chown postgres "$dir"
fi
chmod 755 "$dir"

# An authority that vouches for the server, and one that does not.
issue() { openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 "$@" 2>/dev/null; }
for name in authority stranger; do issue -subj "/CN=$name" -keyout "$dir/$name.key" -out "$dir/$name.pem"; done
issue -CA "$dir/authority.pem" -CAkey "$dir/authority.key" -subj /CN=server -addext basicConstraints=critical,CA:FALSE \
  -addext subjectAltName=IP:127.0.0.1 -keyout "$dir/server.key" -out "$dir/server.pem"
[ "$(id -u)" != 0 ] || chown postgres "$dir/server.key"

# `fsync` stays on: what the server writes is measured, too.
printf '#!/bin/sh\ncd /; exec %s %s -D %s -s -w -m fast -l %s "$1"\n' "${as_user[*]}" "$programs/pg_ctl" "$dir/data" "$dir/log" >"$dir/control"
printf '#!/bin/sh\nexec %s restart\n' "$dir/control" >"$dir/restart"
chmod 755 "$dir/control" "$dir/restart"

stop() {
  "$dir/control" stop || true
  rm -rf "$dir"
}
trap stop EXIT
trap 'exit 1' INT TERM
(cd / && "${as_user[@]}" "$programs/initdb" -D "$dir/data" -A trust -U postgres --no-sync >/dev/null)
cat >>"$dir/data/postgresql.conf" <<P
listen_addresses = '127.0.0.1'
port = $port
unix_socket_directories = '$dir'
max_connections = 200
ssl = on
ssl_cert_file = '$dir/server.pem'
ssl_key_file = '$dir/server.key'
P
"$dir/control" start || { cat "$dir/log" >&2; exit 1; }

export GOKATA_TEST_DATABASE=postgres://postgres@127.0.0.1:$port/postgres GOKATA_TEST_RESTART=$dir/restart
export GOKATA_TEST_AUTHORITIES=$dir
"$@"
