# syntax=docker/dockerfile:1
# One file for all services:  docker build --build-arg MODULE=fitment-service -t fitment-service .

# Nothing here depends on MODULE, so that six images cost one build.
FROM maven:3.9.9-eclipse-temurin-17 AS build
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/root/.m2 mvn -q -B package -DskipTests

# The layers that change rarely apart from the one that changes with each commit.
FROM build AS layers
ARG MODULE
RUN java -Djarmode=tools -jar $MODULE/target/$MODULE-exec.jar extract --layers --destination /layers \
    && mv /layers/application/$MODULE-exec.jar /layers/application/service.jar

FROM eclipse-temurin:17.0.15_6-jre
RUN useradd --system --uid 10001 --no-create-home storefront \
    && install -d -o storefront -g storefront -m 700 /data
WORKDIR /service
COPY docker/ready.sh /usr/local/bin/ready
COPY --from=layers /layers/dependencies/ ./
COPY --from=layers /layers/spring-boot-loader/ ./
COPY --from=layers /layers/snapshot-dependencies/ ./
COPY --from=layers /layers/application/ ./
USER storefront
HEALTHCHECK --interval=5s --timeout=3s --start-period=90s --retries=6 CMD ["bash", "/usr/local/bin/ready"]
ENTRYPOINT ["java", "-XX:+ExitOnOutOfMemoryError", "-jar", "service.jar"]
