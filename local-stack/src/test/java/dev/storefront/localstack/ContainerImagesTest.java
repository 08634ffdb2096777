package dev.storefront.localstack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.localstack.server.ProjectRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContainerImagesTest {

  @Test
  void tests_on_containers_use_the_images_of_docker_compose() throws IOException {
    List<String> compose =
        Files.readAllLines(ProjectRoot.find().resolve("docker-compose.yml")).stream()
            .map(String::trim)
            .toList();

    assertThat(compose)
        .contains(
            "image: " + TestcontainersBackends.REDIS_IMAGE,
            "image: " + TestcontainersBackends.KAFKA_IMAGE,
            "image: " + TestcontainersBackends.MYSQL_IMAGE,
            "image: " + TestcontainersBackends.HBASE_IMAGE);
  }
}
