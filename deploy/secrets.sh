#!/bin/sh
# Makes ./secrets for compose.yaml: random passwords where none is yet, empty files for what is optional.
set -eu
umask 077
mkdir -p secrets
made() { od -An -tx1 -N32 /dev/urandom | tr -d ' \n'; }
[ -s secrets/postgres_password ] || made > secrets/postgres_password
[ -s secrets/database_url ] || printf 'postgresql://flyfun:%s@postgres/flyfun' "$(cat secrets/postgres_password)" > secrets/database_url
for name in api_token secret_key; do [ -s "secrets/$name" ] || made > "secrets/$name"; done
for name in telegram_bot_token slack_bot_token slack_app_token openai_api_key; do
  [ -e "secrets/$name" ] || : > "secrets/$name"
done
# Compose mounts the files as they are: the container's user must be able to read them.
chmod 644 secrets/*
echo "secrets/ is made. The page's token is in secrets/api_token."
