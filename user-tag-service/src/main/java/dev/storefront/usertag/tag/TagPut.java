package dev.storefront.usertag.tag;

/** What became of a tag that was put. */
sealed interface TagPut {

  /** The tag is new. */
  record Created(Tag tag) implements TagPut {}

  /** The tag was there; its description is now this one. */
  record Updated(Tag tag) implements TagPut {}

  /** There are as many tags as there may be, or as many numbers were given out. */
  record TooManyTags(int most) implements TagPut {}
}
