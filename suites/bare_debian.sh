# SPDX-License-Identifier: Apache-2.0
# Sourced: bare_debian ROOT LOG makes a minimal Debian 12 in the folder ROOT, if it is not there yet, with the mirror, proxies and
# certificate of this machine; ends with 77 where that cannot be done.

bare_debian() {
  if [ ! -x "$1/usr/bin/apt-get" ]; then
    mirror=$(grep -hoE 'https?://[^ ]+/debian/?$' /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | head -n 1 || true)
    debootstrap --variant=minbase --include=ca-certificates bookworm "$1" ${mirror:+"$mirror"} >"$2" 2>&1 || {
      tail -n 3 "$2" >&2
      exit 77
    }
    find /etc/apt/apt.conf.d -name '99*' -exec cp {} "$1/etc/apt/apt.conf.d/" \;
    cp /etc/resolv.conf /etc/hosts "$1/etc/"
  fi
  if [ -n "${SSL_CERT_FILE:-}" ]; then
    mkdir -p "$1$(dirname "$SSL_CERT_FILE")" && cp "$SSL_CERT_FILE" "$1$SSL_CERT_FILE"
  fi
}
