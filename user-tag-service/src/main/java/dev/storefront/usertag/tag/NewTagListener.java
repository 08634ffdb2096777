package dev.storefront.usertag.tag;

/** Hears of tags that are made, in the transaction that makes them. */
public interface NewTagListener {

  /** There is a tag of this name, which perhaps another one had before. */
  void made(String tag);
}
