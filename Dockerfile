# The gateway, keeper, attestor and deploy command, in one image. By default it runs the gateway:
#
#   docker build -t prediction-market .
#   docker run prediction-market node app/dist/main.js keeper
ARG NODE_IMAGE=docker.io/library/node:22-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /src
COPY . .
RUN npm install --no-audit --no-fund --loglevel=error && npm run build

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY --from=build /src/dist ./
# Omits optional packages: the embedded node of the localnet, and native code that has a JavaScript fallback.
RUN npm install --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund --loglevel=error

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 KEEPER_HOST=0.0.0.0 ATTESTOR_HOST=0.0.0.0
WORKDIR /app
COPY --from=dependencies /app ./
# A numeric user, so that Kubernetes can check that it is not root. It owns the folder of the embedded store and the journal.
RUN mkdir /data && chown 10001:10001 /data
USER 10001:10001
VOLUME /data
EXPOSE 8080 8910 8920
# Node runs as process 1 and shuts down in order on SIGTERM.
CMD ["node", "app/dist/main.js"]
