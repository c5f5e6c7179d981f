#!/bin/bash
# Run once, by the image, when the server has no data yet: a database and a user for each service. None can read another's.
set -eu
export MYSQL_PWD="$MARIADB_ROOT_PASSWORD"
prefix="${DATABASE_PREFIX:-portal}"
for name in reference declarations licences trips media; do
  password="MYSQL_PASSWORD_$(echo "$name" | tr '[:lower:]' '[:upper:]')"
  mariadb -uroot <<SQL
create database if not exists \`${prefix}_$name\` character set utf8mb4 collate utf8mb4_bin;
create user if not exists '${prefix}_$name'@'%' identified by '${!password}';
grant select, insert, update, delete, create, alter, drop, index on \`${prefix}_$name\`.* to '${prefix}_$name'@'%';
SQL
done
mariadb -uroot <<SQL
create database if not exists keycloak character set utf8mb4 collate utf8mb4_unicode_ci;
create user if not exists 'keycloak'@'%' identified by '$MYSQL_PASSWORD_KEYCLOAK';
grant all on keycloak.* to 'keycloak'@'%';
SQL
