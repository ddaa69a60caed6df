# The version of Go is that of the archives (.ci/release). If you can reach a registry, put the digest behind the version
# (golang:1.26.8@sha256:…): then the image of Go stays the same.
#
# For another processor Go builds the program on this machine, without emulation:
#
#     docker buildx build --platform linux/amd64,linux/arm64 --build-arg REVISION=$(git rev-parse HEAD) .
FROM --platform=$BUILDPLATFORM golang:1.26.8 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG REVISION=
ARG TARGETOS
ARG TARGETARCH
RUN CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH go build -trimpath -buildvcs=false \
    -ldflags="-s -w -buildid= -X main.revision=$REVISION" -o /out/reckon ./cmd/reckon && mkdir /out/data

FROM scratch
ARG REVISION=
LABEL org.opencontainers.image.title="Reckon" \
      org.opencontainers.image.description="A chat bot for number puzzles, for Discord and Telegram" \
      org.opencontainers.image.version="1.2.0" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.revision="$REVISION"
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /out/reckon /reckon
COPY cmd/reckon/licences.txt /licences.txt
# A new volume takes its owner from here.
COPY --from=build --chown=65532:65532 /out/data /data
USER 65532:65532
# Here is reckon.db, where RECKON_DB says nothing else.
WORKDIR /data
ENV TMPDIR=/data SQLITE_TMPDIR=/data
VOLUME /data
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["/reckon", "health"]
ENTRYPOINT ["/reckon"]
