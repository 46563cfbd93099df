#!/bin/sh
# Pictures of every screen in every state into build/screens; arguments are parts of names to take.
set -eu
cd "$(dirname "$0")/.."
exec "${KORTLEK_PYTHON:-../.venv/bin/python}" scripts/screens.py "$@"
