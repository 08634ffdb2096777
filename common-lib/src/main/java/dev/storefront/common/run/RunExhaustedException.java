package dev.storefront.common.run;

/** A step failed for so long that it will not get better by itself. */
final class RunExhaustedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  RunExhaustedException(RuntimeException last) {
    super(last);
  }
}
