package dev.storefront.history.erasure;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Where something of a user is kept. */
enum Store {
  @JsonProperty("redis")
  REDIS,
  @JsonProperty("hbase")
  HBASE,
  @JsonProperty("mysql")
  MYSQL,
  @JsonProperty("lake")
  LAKE,
  @JsonProperty("kafka")
  KAFKA
}
