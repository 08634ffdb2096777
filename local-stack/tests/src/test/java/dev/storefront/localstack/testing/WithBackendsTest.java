package dev.storefront.localstack.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.storefront.localstack.Backends;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

@SpringJUnitConfig(WithBackendsTest.class)
@WithBackends(database = "orders")
@TestPropertySource(properties = "spring.kafka.bootstrap-servers=elsewhere:9092")
class WithBackendsTest {

  @Autowired private Environment environment;

  @Test
  void the_servers_addresses_stand_above_all_other_properties() {
    Backends backends = TestBackends.shared();

    assertThat(environment.getProperty("spring.kafka.bootstrap-servers"))
        .isEqualTo(backends.kafkaBootstrapServers());
    assertThat(environment.getProperty("spring.data.redis.cluster.nodes", String[].class))
        .containsExactlyElementsOf(backends.redisNodes());
    assertThat(environment.getProperty("storefront.hbase.zookeeper"))
        .isEqualTo(backends.zookeeper());
  }

  @Test
  void the_database_is_this_runs_own() {
    assertThat(environment.getProperty("spring.datasource.url"))
        .contains("/orders_" + Namespace.ofThisJvm() + "?");
  }

  @Nested
  class Inside {

    @Test
    void a_nested_class_shares_the_servers_of_the_one_around_it() {
      assertThat(environment.getProperty("storefront.namespace")).isEqualTo(Namespace.ofThisJvm());
    }
  }

  @Test
  void equal_annotations_share_a_context_and_others_do_not() {
    WithBackendsCustomizerFactory factory = new WithBackendsCustomizerFactory();

    assertThat(factory.createContextCustomizer(WithBackendsTest.class, List.of()))
        .isEqualTo(factory.createContextCustomizer(Same.class, List.of()))
        .isNotEqualTo(factory.createContextCustomizer(Apart.class, List.of()));
    assertThat(factory.createContextCustomizer(String.class, List.of())).isNull();
  }

  @Test
  void further_redis_clusters_run_only_where_they_are_asked_for() {
    Backends backends = TestBackends.shared();

    assertThat(new WithBackendsCustomizer("", "", Set.of(), "").properties(backends).keySet())
        .noneMatch(name -> name.startsWith("storefront.redis"));
    Object south =
        new WithBackendsCustomizer("", "", Set.of("south"), "")
            .properties(backends)
            .get("storefront.redis.clusters.south.nodes");
    assertThat(south).isEqualTo(backends.extraRedis("redis-south"));
    assertThat(backends.redisNodes()).doesNotContain(String.valueOf(south));
  }

  @Test
  void a_namespace_is_short_and_fits_every_kind_of_name() {
    assertThat(Namespace.ofThisJvm()).matches("t[a-z0-9]{5}");
    assertThat(Namespace.ofThisJvm("b2")).isEqualTo(Namespace.ofThisJvm() + "b2");
    assertThatIllegalArgumentException().isThrownBy(() -> Namespace.ofThisJvm("a-b"));
  }

  @WithBackends(database = "orders")
  private static final class Same {}

  @WithBackends(database = "orders", namespace = "apart")
  private static final class Apart {}
}
