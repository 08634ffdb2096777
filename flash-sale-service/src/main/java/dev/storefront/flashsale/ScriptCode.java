package dev.storefront.flashsale;

/** What a script answers, by the numbers that its header names. */
public interface ScriptCode {

  /** The script's number for it. */
  long number();

  /**
   * The code of a script's answer.
   *
   * @throws IllegalArgumentException if there is none of this number
   */
  static <C extends ScriptCode> C of(C[] codes, long number) {
    for (C code : codes) {
      if (code.number() == number) {
        return code;
      }
    }
    throw new IllegalArgumentException("no code " + number);
  }
}
