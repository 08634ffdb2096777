package dev.storefront.common.switches;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where the configuration centre is.
 *
 * @param connect ZooKeeper's {@code host:port[,host:port]}
 */
@ConfigurationProperties("storefront.zookeeper")
record SwitchProperties(@DefaultValue("127.0.0.1:12181") String connect) {}
