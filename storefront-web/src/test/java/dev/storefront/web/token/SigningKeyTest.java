package dev.storefront.web.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SigningKeyTest {

  @TempDir Path parent;

  @Test
  void a_key_survives_a_restart() throws IOException {
    SigningKey made = SigningKey.in(parent);
    SigningKey read = SigningKey.in(parent);
    assertThat(read.keys().toString(false)).isEqualTo(made.keys().toString(false));
    assertThat(read.id()).isNotEmpty();
  }

  @Test
  void two_folders_have_two_keys() throws IOException {
    assertThat(SigningKey.in(parent.resolve("a")).id())
        .isNotEqualTo(SigningKey.in(parent.resolve("b")).id());
  }

  @Test
  void only_the_owner_reaches_the_key() throws IOException {
    Path folder = parent.resolve("tokens");
    SigningKey.in(folder);
    assertThat(permissions(folder)).isEqualTo("rwx------");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files)
          .singleElement()
          .satisfies(f -> assertThat(permissions(f)).isEqualTo("rw-------"));
    }
  }

  @Test
  void a_damaged_file_is_named_and_left_alone() throws IOException {
    Path file = parent.resolve("signing-key.jwk");
    Files.writeString(file, "{");
    assertThatThrownBy(() -> SigningKey.in(parent)).hasMessageContaining(file.toString());
    assertThat(file).hasContent("{");
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
