package dev.storefront.localstack.demo;

/** One part of the demo data. */
interface DemoPart {

  /** What it is, for the line that tells of its progress. */
  String name();

  /** True when an earlier start has loaded it; what people made of it since stays as it is. */
  boolean isLoaded();

  /** Loads it; running it again after it broke off does no harm. */
  void load();
}
