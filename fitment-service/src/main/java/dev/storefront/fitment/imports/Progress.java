package dev.storefront.fitment.imports;

/**
 * How far an import is. Saved together with what it counts, so that after a crash it goes on
 * exactly there.
 *
 * @param records lines or applications that are done with
 * @param lines lines of the file that are done with
 * @param bytes bytes of the file that are done with
 * @param staged true once all of the file was read, if it has to be read whole before it counts
 * @param skus SKUs that were written; in a dry run, that would have been
 * @param pairs the vehicles of those, added up
 * @param rejected records that were not taken
 */
record Progress(
    long records, long lines, long bytes, boolean staged, long skus, long pairs, long rejected) {

  static final Progress NONE = new Progress(0, 0, 0, false, 0, 0, 0);

  /** The same with all of the file read. */
  Progress whole() {
    return new Progress(records, lines, bytes, true, skus, pairs, rejected);
  }

  /** The same with more SKUs written. */
  Progress plus(long moreSkus, long morePairs) {
    return new Progress(
        records, lines, bytes, staged, skus + moreSkus, pairs + morePairs, rejected);
  }
}
