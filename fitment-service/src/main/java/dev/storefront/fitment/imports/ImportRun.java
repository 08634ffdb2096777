package dev.storefront.fitment.imports;

import dev.storefront.common.run.ActiveRun;
import java.io.IOException;

/** Works through the files of one format. */
interface ImportRun {

  ImportFormat format();

  /**
   * Works a file through from where its import is.
   *
   * @throws UnreadableFileException if the file is not of the format at all
   * @throws dev.storefront.common.run.RunLostException if the import was cancelled or another
   *     instance works on it
   * @throws InterruptedException if the instance stops
   */
  void run(ActiveRun<ImportRequest, Progress> run) throws IOException, InterruptedException;

  /** Removes what an import has left that is over; a repeat is harmless. */
  default void clear(long importId) {}
}
