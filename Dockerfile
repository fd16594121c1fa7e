# Stoep in a container, from the archive that scripts/package makes: docs/installing.md says how. A small Debian is
# enough, since the archive brings Node along; `--build-arg FROM=...` takes another one with glibc.
ARG FROM=debian:12-slim

FROM ${FROM} AS unpacked
ARG ARCHIVE=dist/packages/stoep-*-linux-x64.tar.gz
ADD ${ARCHIVE} /unpacked/
RUN mv /unpacked/stoep-* /stoep

FROM ${FROM}
# By number, so that the data keep their owner whatever else the base holds.
RUN groupadd --system --gid 10001 stoep \
  && useradd --system --uid 10001 --gid stoep --no-create-home --home-dir /data stoep \
  && install --directory --owner=stoep --group=stoep --mode=700 /data
COPY --from=unpacked /stoep /opt/stoep
ENV STOEP_DATA=/data PORT=3000
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["/opt/stoep/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["/opt/stoep/stoep"]
