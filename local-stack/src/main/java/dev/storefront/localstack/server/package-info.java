/**
 * The real servers behind the suite, each as its own process: Redis Cluster, Kafka, MariaDB, HBase.
 */
@NullMarked
package dev.storefront.localstack.server;

import org.jspecify.annotations.NullMarked;
