#!/bin/bash
# Does the same as the entrypoint of the image mariadb: at the first start it creates the databases, sets the password of root, and runs the scripts of
# /docker-entrypoint-initdb.d.
set -eu
chown mysql:mysql /var/lib/mysql
if [ ! -d /var/lib/mysql/mysql ]; then
  mariadb-install-db --user=mysql --datadir=/var/lib/mysql --auth-root-authentication-method=normal --skip-test-db > /dev/null
  mariadbd --user=mysql --skip-networking "$@" &
  server=$!
  until mariadb -uroot -e 'select 1' > /dev/null 2>&1; do sleep 0.2; done
  mariadb -uroot -e "create user root@'%' identified by '$MARIADB_ROOT_PASSWORD'; grant all on *.* to root@'%' with grant option; alter user root@localhost identified by '$MARIADB_ROOT_PASSWORD'"
  for script in /docker-entrypoint-initdb.d/*.sh; do bash "$script"; done
  MYSQL_PWD="$MARIADB_ROOT_PASSWORD" mariadb-admin -uroot shutdown
  wait "$server"
fi
exec mariadbd --user=mysql --bind-address=0.0.0.0 "$@"
