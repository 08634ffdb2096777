package dev.storefront.usertag.audience;

/** Carries a refusal out of a recursion; never leaves {@link Questions}. */
final class RefusedException extends RuntimeException {

  private final transient Refusal refusal;

  RefusedException(Refusal refusal) {
    super(refusal.detail(), null, false, false);
    this.refusal = refusal;
  }

  Refusal refusal() {
    return refusal;
  }
}
