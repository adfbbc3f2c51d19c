# SPDX-License-Identifier: Apache-2.0
# Installs the Debian packages of the lists given as arguments that are not there yet. A program of
# the same name from elsewhere will do: vendors ship npm inside their nodejs. Where there is no apt-get, it says
# what is needed, as the comments of the lists name it, and leaves the rest to the build.
# Sourced: install_missing FILE...

install_missing() {
  if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    echo "assay: there is no apt-get here, so nothing is installed; needed, with headers, are" \
      "$(cat "$@" | sed 's/^[^#]*# *//' | paste -s -d, - | sed 's/,/, /g')" >&2
    return 0
  fi
  missing=
  for package in $(cat "$@" | sed 's/#.*//'); do
    case $(dpkg-query -W -f '${Status}' "$package" 2>/dev/null) in
      'install ok installed') ;;
      *) command -v "$package" >/dev/null || missing="$missing $package" ;;
    esac
  done
  [ -n "$missing" ] || return 0
  if [ "$(id -u)" -ne 0 ]; then
    echo "assay: these packages are missing and only root can install them; run: apt-get install$missing" >&2
    return 3
  fi
  echo "assay: installing$missing" >&2
  export DEBIAN_FRONTEND=noninteractive
  { apt-get update -q && apt-get install -q -y --no-install-recommends $missing; } >&2 || {
    echo "assay: apt-get could not install$missing; see its messages above" >&2
    return 3
  }
}
