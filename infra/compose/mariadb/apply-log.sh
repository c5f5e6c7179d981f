#!/bin/bash
# Applies the binary log of the database server, from a backup up to a moment, to the databases that "restore … --until" has filled. That command prints the
# arguments.
#   apply-log.sh <file> <position> '<first second that is left out, UTC>'
# MYSQL_HOST, MYSQL_TCP_PORT and MARIADB_ROOT_PASSWORD say how to connect to the server; MYSQL_CA is the file with the authority of its certificate.
set -euo pipefail
export MYSQL_PWD="$MARIADB_ROOT_PASSWORD" TZ=UTC
prefix="${DATABASE_PREFIX:-portal}"
file="$1" position="$2" until="$3"
to=(--host="${MYSQL_HOST:-mariadb}" --user=root --protocol=tcp)
[ -z "${MYSQL_CA:-}" ] || to+=(--ssl-ca="$MYSQL_CA" --ssl-verify-server-cert)
ask() { mariadb "${to[@]}" --skip-column-names --batch --execute "$1"; }

# The databases must be newly filled, with nothing left of an earlier attempt. After a failed attempt, the restore must fill them again.
staged=$(ask "select schema_name from information_schema.schemata where schema_name like '${prefix//_/\\_}\\_restoring\\_%'")
[ -n "$staged" ] || { echo "Nothing is filled: run the restore first" >&2; exit 1; }
if ask "select 1 from information_schema.tables where table_schema = '${prefix}_restoring_reference' and table_name in ('applied_log', 'applying_log')" | grep -q 1; then
  echo "The log was applied before, or half of it: run the restore again first" >&2
  exit 1
fi
# All rows that one statement has changed are applied as one statement again, which can be larger than the usual limit.
packet=$(ask 'select @@global.max_allowed_packet')
ask 'set global max_allowed_packet = 1073741824'
trap 'ask "set global max_allowed_packet = $packet"' EXIT
ask "create table \`${prefix}_restoring_reference\`.applying_log (part varchar(100) not null)"
files=$(ask 'show binary logs' | cut -f1 | awk -v first="$file" '$1 >= first')
for to_database in $staged; do
  from_database="${prefix}_${to_database#"${prefix}_restoring_"}"
  # The applied changes are not logged again, because a later restore begins with a later backup.
  # shellcheck disable=SC2086
  mariadb-binlog "${to[@]}" --read-from-remote-server --disable-log-bin --start-position="$position" --stop-datetime="$until" \
    --rewrite-db="$from_database->$to_database" --database="$from_database" $files | mariadb "${to[@]}" --binary-mode --max-allowed-packet=1G
  echo "$from_database: applied"
done
ask "rename table \`${prefix}_restoring_reference\`.applying_log to \`${prefix}_restoring_reference\`.applied_log; insert into \`${prefix}_restoring_reference\`.applied_log values ('$file $position $until')"
