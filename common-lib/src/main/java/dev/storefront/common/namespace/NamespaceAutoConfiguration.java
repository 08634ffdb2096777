package dev.storefront.common.namespace;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;

@AutoConfiguration
@EnableConfigurationProperties(Namespace.class)
class NamespaceAutoConfiguration {}
