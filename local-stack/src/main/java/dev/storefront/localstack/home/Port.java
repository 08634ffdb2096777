package dev.storefront.localstack.home;

/** Every port of the stack: the setting that changes it, and its value when nobody does. */
public enum Port {
  STOREFRONT(8080),
  FITMENT(8081),
  BROWSE_HISTORY(8082),
  FLASH_SALE(8083),
  SHORTLINK(8084),
  USER_TAG(8085),
  REDIS_1(17001),
  REDIS_2(17002),
  REDIS_3(17003),
  KAFKA(19092),
  KAFKA_CONTROLLER(19093),
  DATABASE(13306),
  ZOOKEEPER(12181),
  HBASE_MASTER(12182),
  HBASE_REGION_SERVER(12183),
  FLINK(18081),
  FLINK_JOBMANAGER(18082),
  FLINK_TASKMANAGER(18083);

  /** Redis Cluster talks among its nodes on the client port plus this. */
  public static final int REDIS_BUS_OFFSET = 10_000;

  private final int standard;

  Port(int standard) {
    this.standard = standard;
  }

  /** The value when nobody sets another. */
  public int standard() {
    return standard;
  }

  /** The environment variable that sets this port. */
  public String setting() {
    return name() + "_PORT";
  }

  /** True for the client port of a Redis node, which needs its bus port as well. */
  public boolean hasBus() {
    return this == REDIS_1 || this == REDIS_2 || this == REDIS_3;
  }
}
