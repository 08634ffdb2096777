package dev.storefront.usertag.tag;

/**
 * A tag.
 *
 * @param number dense, from 1, never given out twice
 * @param name {@code [a-z][a-z0-9_-]{0,63}}
 * @param description for people, 0-1000 characters
 */
public record Tag(int number, String name, String description) {

  /** What a name looks like. */
  public static final String NAME_PATTERN = "^[a-z][a-z0-9_-]{0,63}$";
}
