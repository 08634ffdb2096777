package dev.storefront.common.switches;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What operators have set, in a file of the machine: a service that starts while the configuration
 * centre is away goes on with what it heard last. Instances of a machine share it.
 */
final class SwitchMemory {

  private static final Logger log = LoggerFactory.getLogger(SwitchMemory.class);

  private final Path folder;
  private final Path file;

  /**
   * @param folder is made when there is something to be kept
   * @param service whose switches they are
   */
  SwitchMemory(Path folder, String service) {
    this.folder = folder;
    this.file = folder.resolve(service + ".properties");
  }

  /** The texts by key, none if nothing was kept or it cannot be read. */
  Map<String, String> load() {
    Map<String, String> texts = new TreeMap<>();
    if (Files.exists(file)) {
      try (Reader reader = Files.newBufferedReader(file)) {
        Properties kept = new Properties();
        kept.load(reader);
        kept.stringPropertyNames().forEach(key -> texts.put(key, kept.getProperty(key, "")));
        log.info("Until the configuration centre answers switches are as in {}: {}", file, texts);
      } catch (IOException | IllegalArgumentException e) {
        log.warn("Switches have their defaults until the configuration centre answers: {}", "" + e);
      }
    }
    return texts;
  }

  /** Keeps them in place of those of before; what cannot be kept is gone with the next start. */
  void keep(Map<String, String> texts) {
    try {
      Files.createDirectories(folder);
      Path written = Files.createTempFile(folder, "switches", ".new");
      Properties all = new Properties();
      all.putAll(texts);
      try (Writer writer = Files.newBufferedWriter(written)) {
        all.store(writer, null);
      }
      Files.move(
          written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      log.warn("Switches are not kept for the next start: {}", e.toString());
    }
  }
}
