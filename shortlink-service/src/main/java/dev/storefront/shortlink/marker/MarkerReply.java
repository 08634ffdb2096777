package dev.storefront.shortlink.marker;

/** What the scripts of markers answer; the numbers are theirs. */
enum MarkerReply {
  OPENED(1),
  PROLONGED(2),
  CLOSED(3),
  LATER_GENERATION(-1),
  STILL_LIVE(-2);

  private final long number;

  MarkerReply(long number) {
    this.number = number;
  }

  long number() {
    return number;
  }
}
