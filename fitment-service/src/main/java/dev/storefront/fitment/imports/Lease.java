package dev.storefront.fitment.imports;

/**
 * The right to work on an import, for a while. Every write of its holder checks it, so that one who
 * lost it without noticing changes nothing.
 *
 * @param importId the import
 * @param owner the instance
 */
record Lease(String importId, String owner) {

  /** Another instance works on the import by now. */
  static final class LostException extends RuntimeException {

    private static final long serialVersionUID = 1;

    LostException(Lease lease) {
      super("Import " + lease.importId() + " is no longer this instance's");
    }
  }
}
