# Builds the package that `npm install --global varve` would fetch, and installs it into a small image.
# docs/self-hosting.md says how to run it; scripts/try-container.ts runs these steps without a container engine.
ARG NODE=24.21.0

FROM node:${NODE}-bookworm-slim AS build
WORKDIR /source
COPY . .
RUN npm ci --ignore-scripts
RUN node scripts/pack-varve.ts /packed
RUN npm install --global --prefix /installed /packed/varve-*.tgz

FROM node:${NODE}-bookworm-slim
COPY --from=build /installed /usr/local
# Chats, settings and the index are data; the key that seals keys and traces is kept apart from them.
ENV XDG_DATA_HOME=/data XDG_STATE_HOME=/data/state XDG_CONFIG_HOME=/config XDG_CACHE_HOME=/tmp/cache
RUN install -d -o node -g node -m 700 /data /config
USER node
WORKDIR /data
VOLUME /data /config
EXPOSE 4747
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:4747/').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["varve"]
CMD ["start", "--no-open", "--host", "0.0.0.0", "--port", "4747", "--password-file", "/run/secrets/varve-password"]
