package dev.storefront.common.switches;

import java.nio.file.Path;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What becomes of switches over a restart.
 *
 * @param keptIn a folder for the last values that an instance heard of, which count until the
 *     configuration centre answers; nobody but the service may write to it. Empty for {@code
 *     storefront-<user>} among the machine's temporary files
 */
@ConfigurationProperties("storefront.switches")
record SwitchMemoryProperties(@DefaultValue("") String keptIn) {

  /** Whether others of the machine may have made the folder before. */
  boolean isAmongOthers() {
    return keptIn.isEmpty();
  }

  /** Without one of its own, one of the user's among the temporary ones. */
  Path folder() {
    return keptIn.isEmpty()
        ? Path.of(
            System.getProperty("java.io.tmpdir", "."),
            "storefront-" + System.getProperty("user.name"))
        : Path.of(keptIn);
  }
}
