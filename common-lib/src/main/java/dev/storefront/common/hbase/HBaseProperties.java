package dev.storefront.common.hbase;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where HBase is, and how long a call may take.
 *
 * @param zookeeper its ZooKeeper quorum, {@code host:port[,host:port]}
 * @param timeout the longest a call may take, retries included
 */
@ConfigurationProperties("storefront.hbase")
record HBaseProperties(
    @DefaultValue("127.0.0.1:12181") String zookeeper, @DefaultValue("2s") Duration timeout) {}
