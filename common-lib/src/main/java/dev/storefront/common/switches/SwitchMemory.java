package dev.storefront.common.switches;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What operators have set, in a file of the machine: a service that starts while the configuration
 * centre is away goes on with what it heard last. Instances of a machine share it.
 */
final class SwitchMemory {

  private static final Logger log = LoggerFactory.getLogger(SwitchMemory.class);

  private static final FileAttribute<?> FOR_US_ALONE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final Path folder;
  private final boolean isAmongOthers;
  private final Path file;
  private final AtomicBoolean isRefused = new AtomicBoolean();

  /**
   * @param folder is made when there is something to be kept
   * @param isAmongOthers whether any user of the machine may make it; then it counts only if it is
   *     the service's user's, and nobody else may write to it
   * @param service whose switches they are
   */
  SwitchMemory(Path folder, boolean isAmongOthers, String service) {
    this.folder = folder;
    this.isAmongOthers =
        isAmongOthers && folder.getFileSystem().supportedFileAttributeViews().contains("unix");
    this.file = folder.resolve(service + ".properties");
  }

  /** The texts by key, none if nothing was kept or it cannot be read. */
  Map<String, String> load() {
    Map<String, String> texts = new TreeMap<>();
    if (Files.exists(file) && isTrusted()) {
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
      Files.createDirectories(
          folder, isAmongOthers ? new FileAttribute<?>[] {FOR_US_ALONE} : new FileAttribute<?>[0]);
      if (!isTrusted()) {
        return;
      }
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

  /** Who made the folder before us, or may write to it, could set switches. */
  private boolean isTrusted() {
    if (!isAmongOthers || isOursAlone()) {
      return true;
    }
    if (isRefused.compareAndSet(false, true)) {
      log.warn("Others may write to {}: switches are neither read from there nor kept", folder);
    }
    return false;
  }

  private boolean isOursAlone() {
    try {
      Map<String, Object> found =
          Files.readAttributes(folder, "unix:uid,permissions", LinkOption.NOFOLLOW_LINKS);
      return found.get("uid") instanceof Integer owner
          && owner == new UnixSystem().getUid()
          && found.get("permissions") instanceof Set<?> allowed
          && !allowed.contains(PosixFilePermission.GROUP_WRITE)
          && !allowed.contains(PosixFilePermission.OTHERS_WRITE);
    } catch (IOException e) {
      log.warn("{} is not looked at: {}", folder, e.toString());
      return false;
    }
  }
}
