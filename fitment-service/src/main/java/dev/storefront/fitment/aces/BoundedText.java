package dev.storefront.fitment.aces;

/** Text of which no more is kept than anybody wants to read. Mutable, of one thread. */
final class BoundedText {

  /** The longest text that can be taken; one character more is kept, to tell. */
  static final int LONGEST = 2_000;

  private final StringBuilder text = new StringBuilder();

  void append(char[] characters, int start, int length) {
    text.append(characters, start, Math.min(length, LONGEST + 1 - text.length()));
  }

  @Override
  public String toString() {
    return text.toString().strip();
  }
}
