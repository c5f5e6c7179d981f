#!/bin/bash
# Does the same as healthcheck.sh of the image mariadb: checks that the server answers over the network.
MYSQL_PWD="$MARIADB_ROOT_PASSWORD" mariadb -uroot -h127.0.0.1 -e 'select 1' > /dev/null
