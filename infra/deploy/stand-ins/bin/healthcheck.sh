#!/bin/bash
# As healthcheck.sh of the image mariadb: the server answers over the network.
MYSQL_PWD="$MARIADB_ROOT_PASSWORD" mariadb -uroot -h127.0.0.1 -e 'select 1' > /dev/null
