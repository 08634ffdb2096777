package dev.storefront.usertag.user;

/** Hears of users who are erased, in the transaction that does so. */
public interface ErasureListener {

  /** Nothing is to be left of the user, who may be one that never had a tag. */
  void erased(UserId userId);
}
