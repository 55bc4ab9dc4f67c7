"""python3 docs/api/ask.py "How far from EGTF to LFMD" [session]: asks FlyFun, or goes on in a session."""

import json
import os
import sys
import urllib.request
import uuid

address = os.environ.get("FLYFUN_ADDRESS", "http://127.0.0.1:8080") + "/api/aviation-agent/v1/chat"
session = sys.argv[2] if len(sys.argv) > 2 else uuid.uuid4().hex
headers = {"content-type": "application/json", "idempotency-key": uuid.uuid4().hex}
headers["authorization"] = f"Bearer {os.environ.get('FLYFUN_API_TOKEN', '')}"
body = {"messages": [{"role": "user", "content": sys.argv[1]}], "session_id": session}
request = urllib.request.Request(address, json.dumps(body).encode(), headers)
with urllib.request.urlopen(request, timeout=200) as reply:
    print(json.load(reply)["answer"])
print(f"session {session}, {reply.headers['ratelimit-remaining']} requests left", file=sys.stderr)
