package dev.storefront.acceptance.flashsale.faults;

/** Servers work, and what is to be done to one of them would prove nothing: so it is left out. */
final class PointlessStepException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  PointlessStepException(String why) {
    super(why);
  }
}
