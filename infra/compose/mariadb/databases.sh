#!/bin/bash
# Run by the image when the server has no data yet, and by hand when an upgrade asks for it: it may be run again. For each service a database, the account of its
# owner, which brings the database up to date, and its own account, to which the owner gives its rights ("migrate"): none of them changes the audit log.
set -eu
export MYSQL_PWD="$MARIADB_ROOT_PASSWORD"
prefix="${DATABASE_PREFIX:-portal}"
for name in reference declarations licences trips media; do
  password="MYSQL_PASSWORD_$(echo "$name" | tr '[:lower:]' '[:upper:]')"
  owner="${password}_OWNER"
  mariadb -uroot <<SQL
create database if not exists \`${prefix}_$name\` character set utf8mb4 collate utf8mb4_bin;
create user if not exists '${prefix}_$name'@'%' identified by '${!password}';
create user if not exists '${prefix}_${name}_owner'@'%' identified by '${!owner}';
grant select, insert, update, delete, create, alter, drop, index on \`${prefix}_$name\`.* to '${prefix}_${name}_owner'@'%' with grant option;
grant select, insert on \`${prefix}_$name\`.* to '${prefix}_$name'@'%';
SQL
done
mariadb -uroot <<SQL
create database if not exists keycloak character set utf8mb4 collate utf8mb4_unicode_ci;
create user if not exists 'keycloak'@'%' identified by '$MYSQL_PASSWORD_KEYCLOAK';
grant all on keycloak.* to 'keycloak'@'%';
SQL
