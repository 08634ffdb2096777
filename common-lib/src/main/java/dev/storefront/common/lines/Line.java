package dev.storefront.common.lines;

/**
 * One line of a file.
 *
 * @param number from 1
 * @param text without its end; empty if the line is faulty
 * @param fault why it cannot be read at all, empty if it can
 */
public record Line(long number, String text, String fault) {

  /** True if there is nothing in it. */
  public boolean isBlank() {
    return fault.isEmpty() && text.isBlank();
  }
}
