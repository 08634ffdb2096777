# Ends with 0 when the service of this container is ready. The image has no curl; bash can ask by itself.
exec 3<>"/dev/tcp/127.0.0.1/${SERVER_PORT:?}" || exit 1
printf 'GET /actuator/health/readiness HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n' >&3
read -r -t 2 _ status _ <&3
[ "$status" = 200 ]
