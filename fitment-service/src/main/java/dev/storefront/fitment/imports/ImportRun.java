package dev.storefront.fitment.imports;

import java.io.IOException;

/** Works through the files of one format. */
interface ImportRun {

  ImportFormat format();

  /**
   * Works a file through from where its import is.
   *
   * @throws UnreadableFileException if the file is not of the format at all
   * @throws Lease.LostException if another instance works on it by now
   */
  void run(FitmentImport started, Lease lease) throws IOException, InterruptedException;

  /** Removes what an import has left besides its result. */
  default void tidy(String importId) {}
}
