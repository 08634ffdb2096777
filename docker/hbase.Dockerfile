# HBase publishes no image of its own. This one holds the released jars, resolved from the very class path that
# ./storefront runs (local-stack/hbase-server), so that there is one place for the version and one tested set of jars.
FROM maven:3.9.9-eclipse-temurin-17 AS jars
COPY local-stack/hbase-server/pom.xml /src/pom.xml
RUN --mount=type=cache,target=/root/.m2,sharing=locked \
    mvn -q -B -f /src/pom.xml dependency:copy-dependencies -DincludeScope=runtime -DoutputDirectory=/lib

FROM eclipse-temurin:17.0.15_6-jre
RUN useradd --system --uid 10001 --no-create-home hbase && install -d -o hbase -g hbase /data
COPY --from=jars /lib /hbase/lib
COPY local-stack/src/main/resources/dev/storefront/localstack/hbase/ /hbase/conf/
USER hbase
VOLUME /data
# What HBase's own start script opens on JDK 11 and later.
ENV JDK_JAVA_OPTIONS="--add-opens java.base/java.lang=ALL-UNNAMED \
--add-opens java.base/java.lang.reflect=ALL-UNNAMED \
--add-opens java.base/java.net=ALL-UNNAMED \
--add-opens java.base/java.nio=ALL-UNNAMED \
--add-opens java.base/java.util=ALL-UNNAMED \
--add-opens java.base/java.util.concurrent=ALL-UNNAMED \
--add-opens java.base/jdk.internal.ref=ALL-UNNAMED \
--add-opens java.base/sun.nio.ch=ALL-UNNAMED"
# The configuration's values, as local-stack fills them in.
ENTRYPOINT ["sh", "-c", "exec java -Xmx384m -XX:+UseSerialGC -Ddata=/data -Daddress=0.0.0.0 \
    -Dzookeeper.port=$ZOOKEEPER_PORT -Dmaster.port=$HBASE_MASTER_PORT -Dregionserver.port=$HBASE_REGION_SERVER_PORT \
    -cp '/hbase/conf:/hbase/lib/*' org.apache.hadoop.hbase.master.HMaster start"]
