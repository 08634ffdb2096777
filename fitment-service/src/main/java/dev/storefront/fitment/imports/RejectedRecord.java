package dev.storefront.fitment.imports;

/**
 * A record that was not taken.
 *
 * @param record its number within the file, from 1
 * @param line the line that it begins on, from 1
 * @param reason its first 500 characters are kept
 */
record RejectedRecord(long record, long line, String reason) {

  private static final int LONGEST_REASON = 500;

  RejectedRecord {
    reason =
        reason.length() <= LONGEST_REASON
            ? reason
            : reason.substring(0, LONGEST_REASON - 3) + "...";
  }
}
