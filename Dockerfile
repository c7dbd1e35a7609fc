# The image that `npm run images` builds without a container engine: the same files, built by the same program.
#   docker build --tag qleetos .
FROM --platform=$BUILDPLATFORM golang:1.26-trixie AS helm
ARG HELM_VERSION=4.1.4
ARG TARGETARCH
ENV CGO_ENABLED=0 GOARCH=$TARGETARCH
RUN go install -trimpath -ldflags "-s -w -X helm.sh/helm/v4/internal/version.version=v${HELM_VERSION}" \
      "helm.sh/helm/v4/cmd/helm@v${HELM_VERSION}" \
  && find /go/bin -name helm -exec cp {} /helm \;

FROM --platform=$BUILDPLATFORM node:24-trixie-slim AS build
ARG TARGETARCH
WORKDIR /source
COPY . .
COPY --from=helm /helm /helm
RUN npm run images -- --platform "linux/${TARGETARCH}" --helm "linux/${TARGETARCH}=/helm" --rootfs /rootfs

FROM scratch
COPY --from=build /rootfs/ /
ARG VERSION
ARG REVISION
LABEL org.opencontainers.image.title="QleetOS" \
      org.opencontainers.image.description="Server, worker and command line of QleetOS, an application orchestration control plane." \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.source="https://github.com/qleet/qleetos" \
      org.opencontainers.image.version=$VERSION \
      org.opencontainers.image.revision=$REVISION
ENV PATH=/usr/local/bin \
    HOME=/home/nonroot \
    NODE_ENV=production \
    MALLOC_ARENA_MAX=2 \
    QLEET_HOST=0.0.0.0 \
    QLEET_WORKER_HOST=0.0.0.0 \
    QLEET_WORKER_PORT=9090
WORKDIR /opt/qleetos
USER 65532:65532
EXPOSE 1323 9090
STOPSIGNAL SIGTERM
ENTRYPOINT ["/usr/local/bin/qleetctl"]
CMD ["--help"]
