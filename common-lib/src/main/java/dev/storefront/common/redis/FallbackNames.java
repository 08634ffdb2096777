package dev.storefront.common.redis;

/**
 * Under which name a service's database keeps what is known of a Redis Cluster. A bean of this type
 * is for services of which several instances share a database and mean other clusters by one name.
 */
@FunctionalInterface
public interface FallbackNames {

  /**
   * @param cluster the cluster's name in this instance
   * @return the same text in every instance that means this cluster, 1 to 60 characters
   */
  String of(String cluster);
}
