package dev.storefront.history.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ArchiveRowTest {

  @Test
  void the_key_is_the_middle_of_the_users_md5_and_the_user() {
    // md5("alice") = 6384e2b2184bcb f58e ccf10ca7a6563c
    assertThat(key("alice")).isEqualTo("f58ealice");
    // md5("zoë {x}") = 43f1f4da1a4758 3e6a 91eefc0df4f938
    assertThat(key("zoë {x}")).isEqualTo("3e6azoë {x}");
  }

  private static String key(String user) {
    return new String(ArchiveRow.key(user), StandardCharsets.UTF_8);
  }
}
