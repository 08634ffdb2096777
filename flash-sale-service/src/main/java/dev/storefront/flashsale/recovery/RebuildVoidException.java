package dev.storefront.flashsale.recovery;

/** A promotion's rebuild came to nothing, because of what others or Redis did meanwhile. */
class RebuildVoidException extends RuntimeException {

  private final RebuildCode code;

  /**
   * @param code why; not DONE
   */
  RebuildVoidException(RebuildCode code) {
    super(code.name());
    this.code = code;
  }

  RebuildCode code() {
    return code;
  }
}
