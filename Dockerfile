# One image that runs `flyfun serve`: page and API, chat apps, worker, scheduler. `.ci/start-bare` runs the same steps
# without a container. Pin the base by digest when you build for others: `docker buildx imagetools inspect` tells it.
FROM python:3.11-slim AS build
WORKDIR /app
COPY requirements-server.lock ./
RUN python -m venv /opt/flyfun \
 && /opt/flyfun/bin/pip install --no-cache-dir --disable-pip-version-check --no-deps --require-hashes -r requirements-server.lock
COPY pyproject.toml setup.py MANIFEST.in LICENSE README.md ./
COPY adapters adapters
COPY agent agent
COPY bot bot
COPY configs configs
COPY data data
COPY tongue tongue
RUN /opt/flyfun/bin/pip wheel --disable-pip-version-check --no-deps --no-build-isolation -w /wheel . \
 && /opt/flyfun/bin/pip install --no-cache-dir --disable-pip-version-check --no-deps /wheel/flyfun-*.whl

FROM python:3.11-slim
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin flyfun \
 && install -d -o flyfun -g flyfun /data
COPY --from=build /opt/flyfun /opt/flyfun
ENV PATH=/opt/flyfun/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    FLYFUN_DATA_DIR=/data \
    FLYFUN_HOST=0.0.0.0 \
    FLYFUN_PORT=8080
USER flyfun
WORKDIR /data
VOLUME /data
EXPOSE 8080
# Long enough for what was begun: the program drains for 20 seconds after SIGTERM.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["python", "-c", "import os, urllib.request as u; u.urlopen(f'http://127.0.0.1:{os.environ[\"FLYFUN_PORT\"]}/healthz', timeout=4)"]
CMD ["flyfun", "serve"]
