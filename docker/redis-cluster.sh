# Makes one cluster of the primaries at $PORTS, at each start: new ones get their share of the slots, those that were
# left half-made get the rest of it, and all are introduced to each other anew, because their ports may have changed.
# Ends once each of them serves and reaches all others.
set -eu
# shellcheck disable=SC2086  # one word for each port
set -- $PORTS
first=$1
count=$#

# After "docker compose restart" this starts with the nodes, not after them.
for port in "$@"; do
  for _ in $(seq 60); do
    [ "$(redis-cli -p "$port" ping 2>&1)" = PONG ] && break
    sleep 0.5
  done
done

i=0
for port in "$@"; do
  from=$((i * 16384 / count))
  i=$((i + 1))
  # A node's own line has its slots behind the eight fields that every line has.
  if [ "$(redis-cli -p "$port" cluster nodes | awk '/myself/ { print NF }')" -eq 8 ]; then
    # Nodes that meet with the same epoch choose others later; one that has met others keeps what it has.
    redis-cli -p "$port" cluster set-config-epoch "$i" || true
    redis-cli -p "$port" cluster addslotsrange "$from" $((i * 16384 / count - 1))
  fi
  redis-cli -p "$first" cluster meet 127.0.0.1 "$port"
done

# True when the node at $1 serves, and has an open connection to each of the others where it now is, and knows no more.
complete() {
  redis-cli -p "$1" cluster info | grep -q cluster_state:ok || return 1
  known=$(redis-cli -p "$1" cluster nodes)
  [ "$(printf '%s\n' "$known" | wc -l)" -eq "$count" ] || return 1
  for other in $PORTS; do
    printf '%s\n' "$known" | grep -v -e fail -e handshake | grep " 127.0.0.1:$other@" | grep -q ' connected' || return 1
  done
}

for port in "$@"; do
  for _ in $(seq 60); do
    complete "$port" && continue 2
    sleep 0.5
  done
  echo "Redis at port $port does not serve, or does not reach all of $PORTS, after 30 seconds:" >&2
  redis-cli -p "$port" cluster nodes >&2
  exit 1
done
