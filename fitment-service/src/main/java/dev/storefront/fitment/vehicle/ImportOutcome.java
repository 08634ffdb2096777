package dev.storefront.fitment.vehicle;

/** How an import ended. */
sealed interface ImportOutcome {

  /** The whole file was read. */
  record Done(ImportReport report) implements ImportOutcome {}

  /** The first line is not the header of a vehicle file. Nothing was read. */
  record WrongHeader(String expected) implements ImportOutcome {}
}
