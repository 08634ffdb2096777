package dev.storefront.fitment.imports;

import java.io.IOException;
import java.util.function.Predicate;

/** Works through the files of one format. */
interface ImportRun {

  ImportFormat format();

  /**
   * Works a file through from where its import is, until its thread is interrupted.
   *
   * @throws UnreadableFileException if the file is not of the format at all
   * @throws Lease.LostException if another instance works on it by now
   */
  void run(FitmentImport started, Lease lease) throws IOException, InterruptedException;

  /**
   * Removes what imports have left that are over, whoever worked on them; a repeat is harmless.
   *
   * @param isOver tells of an import's id whether nobody goes on with it any more
   */
  default void tidy(Predicate<String> isOver) {}
}
