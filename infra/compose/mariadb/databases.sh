#!/bin/bash
# Creates the databases and their accounts. The image runs this script when the server has no data yet; an operator runs it when an upgrade requires it.
# It can be run again: it then sets the passwords that have changed.
# Each service (MYSQL_PASSWORD_TRIPS_OWNER stands for svc-trips) gets a database, an owner account, which migrates the database, and an account for the service
# itself, to which the owner grants its rights (command "migrate"). No account of a service itself can change the audit log.
set -eu
export MYSQL_PWD="$MARIADB_ROOT_PASSWORD"
prefix="${DATABASE_PREFIX:-portal}"
for owner in $(compgen -v MYSQL_PASSWORD_ | grep '_OWNER$'); do
  password="${owner%_OWNER}"
  name="$(echo "${password#MYSQL_PASSWORD_}" | tr '[:upper:]' '[:lower:]')"
  mariadb -uroot <<SQL
create database if not exists \`${prefix}_$name\` character set utf8mb4 collate utf8mb4_bin;
create user if not exists '${prefix}_$name'@'%' identified by '${!password}';
alter user '${prefix}_$name'@'%' identified by '${!password}';
create user if not exists '${prefix}_${name}_owner'@'%' identified by '${!owner}';
alter user '${prefix}_${name}_owner'@'%' identified by '${!owner}';
grant select, insert, update, delete, create, alter, drop, index on \`${prefix}_$name\`.* to '${prefix}_${name}_owner'@'%' with grant option;
grant select, insert on \`${prefix}_$name\`.* to '${prefix}_$name'@'%';
SQL
done
mariadb -uroot <<SQL
create database if not exists keycloak character set utf8mb4 collate utf8mb4_unicode_ci;
create user if not exists 'keycloak'@'%' identified by '$MYSQL_PASSWORD_KEYCLOAK';
alter user 'keycloak'@'%' identified by '$MYSQL_PASSWORD_KEYCLOAK';
grant all on keycloak.* to 'keycloak'@'%';
create user if not exists '${prefix}_ops'@'%' identified by '$MYSQL_PASSWORD_OPS';
alter user '${prefix}_ops'@'%' identified by '$MYSQL_PASSWORD_OPS';
grant select on \`${prefix//_/\\_}\\_%\`.* to '${prefix}_ops'@'%';
grant process, replication client on *.* to '${prefix}_ops'@'%';
SQL
