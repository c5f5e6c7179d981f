#!/bin/bash
# Creates the first account administrator. It runs inside the container, because the realm "master" cannot be reached from outside. In infra/compose:
#   docker compose exec keycloak bash /opt/portal/first-administrator.sh ana ana@example.org
# That person sets a password of their own and a second factor at the first sign-in.
set -eu
# --insecure: kcadm.sh trusts only public certificate authorities, and it calls only this same container.
kcadm() { /opt/keycloak/bin/kcadm.sh "$@" --config /tmp/kcadm.config --insecure; }
kcadm config credentials --server https://localhost:8443 --realm master --user "$KC_BOOTSTRAP_ADMIN_USERNAME" --password "$KC_BOOTSTRAP_ADMIN_PASSWORD"
password="$(head -c 18 /dev/urandom | base64)"
kcadm create users -r portal -s username="$1" -s email="$2" -s emailVerified=true -s enabled=true -s 'groups=["/account-administrators"]'
kcadm set-password -r portal --username "$1" --new-password "$password" --temporary
rm -f /tmp/kcadm.config
echo "$1 signs in at $KC_HOSTNAME/admin/portal/console/ with the password $password, which is asked to be changed."
