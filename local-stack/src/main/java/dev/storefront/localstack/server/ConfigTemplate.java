package dev.storefront.localstack.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Configuration files of the servers, with <code>${name}</code> where a value belongs. */
final class ConfigTemplate {

  private ConfigTemplate() {}

  /** Writes the resource into the folder, under its own last name. */
  static void copy(String resource, Path folder, Map<String, String> values) throws IOException {
    String path = "/dev/storefront/localstack/" + resource;
    try (InputStream in = ConfigTemplate.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IOException("no resource " + path);
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      for (Map.Entry<String, String> value : values.entrySet()) {
        text = text.replace("${" + value.getKey() + "}", value.getValue());
      }
      Files.createDirectories(folder);
      Files.writeString(folder.resolve(Path.of(resource).getFileName()), text);
    }
  }
}
