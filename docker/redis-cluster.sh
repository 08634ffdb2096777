# Makes one cluster of the primaries at $PORTS, or finds it made, and waits until every node says that it is well.
set -eu
first=${PORTS%% *}

if ! redis-cli -p "$first" cluster info | grep -q cluster_slots_assigned:16384; then
  addresses=
  for port in $PORTS; do addresses="$addresses 127.0.0.1:$port"; done
  # shellcheck disable=SC2086  # one word for each address
  redis-cli --cluster create $addresses --cluster-yes
fi

for port in $PORTS; do
  for _ in $(seq 60); do
    redis-cli -p "$port" cluster info | grep -q cluster_state:ok && continue 2
    sleep 0.5
  done
  echo "Redis at port $port is in no cluster after 30 seconds" >&2
  exit 1
done
