#!/bin/bash
# Dumps the database of Keycloak into the folder DUMPS, the volume `keycloak-dumps`, and keeps the newest seven dumps.
#   keycloak-dump.sh                   one dump a day (UTC): when the container starts, and after each midnight
#   keycloak-dump.sh once              one dump now
#   keycloak-dump.sh restore <name>    replaces the database with a dump, such as 2026-05-03T00-10-00. Keycloak must not run
# MYSQL_HOST, MYSQL_TCP_PORT and MYSQL_PASSWORD_KEYCLOAK say how to connect to the server; MYSQL_CA is the file with the authority of its certificate.
set -euo pipefail
export MYSQL_PWD="$MYSQL_PASSWORD_KEYCLOAK" TZ=UTC
umask 077
folder="${DUMPS:-/keycloak-dumps}"
to=(--host="${MYSQL_HOST:-mariadb}" --user=keycloak --protocol=tcp)
[ -z "${MYSQL_CA:-}" ] || to+=(--ssl-ca="$MYSQL_CA" --ssl-verify-server-cert)
unfinished="$folder/.unfinished"

# One process at a time dumps. A dump gets its name when it is complete and on the disk. The steps are joined by &&, because `set -e` has no effect in a function
# whose result is tested.
dump() (
  flock 9 &&
    mariadb-dump "${to[@]}" --single-transaction --hex-blob keycloak | gzip > "$unfinished" &&
    sync "$unfinished" &&
    mv "$unfinished" "$folder/$(date +%FT%H-%M-%S).sql.gz" &&
    printf '%s\n' "$folder"/*.sql.gz | head --lines=-7 | xargs --no-run-if-empty rm
) 9< "$folder"

# Removes every table before it loads the dump: Keycloak would not start beside a table that a later version of it has made. If it is interrupted, run it again.
restore() (
  file="$folder/$1.sql.gz"
  flock 9
  gzip --test "$file"
  {
    echo 'set foreign_key_checks = 0;'
    mariadb "${to[@]}" --batch --skip-column-names \
      --execute="select concat('drop table \`', table_name, '\`;') from information_schema.tables where table_schema = 'keycloak'"
    gunzip --stdout "$file"
  } | mariadb "${to[@]}" keycloak
) 9< "$folder"

case "${1:-}" in
  '')
    while true; do
      compgen -G "$folder/$(date +%F)T*.sql.gz" > /dev/null || dump || echo 'The database of Keycloak was not dumped. The next attempt is in half an hour.' >&2
      sleep 1800
    done
    ;;
  once) dump ;;
  restore) restore "${2:?the name of a dump, such as 2026-05-03T00-10-00}" ;;
  *)
    echo "There is no command \"$1\"; there are once, restore, and none to dump every day" >&2
    exit 1
    ;;
esac
