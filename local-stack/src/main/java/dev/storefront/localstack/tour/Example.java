package dev.storefront.localstack.tour;

/** What one service is good for, shown by a few calls. */
interface Example {

  /** The service's process name. */
  String service();

  /** The question that it answers, in a few words. */
  String question();

  void show(Guide guide);
}
