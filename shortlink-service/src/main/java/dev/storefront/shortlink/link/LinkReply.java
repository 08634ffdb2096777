package dev.storefront.shortlink.link;

/** What the scripts of links answer; the numbers are theirs. */
enum LinkReply {
  PUBLISHED(1),
  ALREADY_PUBLISHED(2),
  REPLACED(3),
  TAKEN(-1),
  RECYCLED(-2),
  CHANGED_MEANWHILE(-3),
  TOO_LATE(-4);

  private final long number;

  LinkReply(long number) {
    this.number = number;
  }

  long number() {
    return number;
  }

  static LinkReply of(long number) {
    for (LinkReply reply : values()) {
      if (reply.number == number) {
        return reply;
      }
    }
    throw new IllegalArgumentException("no reply of a link script: " + number);
  }
}
