package dev.storefront.history.offline;

import java.util.List;

/** What is done for a date. */
enum OfflineStep {
  /** Deletions out of MySQL. */
  DELETES,
  /** Rows of the users of whom anything is new. */
  COMPUTE,
  /** These rows into HBase. */
  EXPORT,
  /** One after the other. */
  ALL;

  /** The single steps of it. */
  List<OfflineStep> parts() {
    return this == ALL ? List.of(DELETES, COMPUTE, EXPORT) : List.of(this);
  }
}
