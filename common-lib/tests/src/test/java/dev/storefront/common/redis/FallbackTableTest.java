package dev.storefront.common.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.localstack.Backends;
import dev.storefront.localstack.testing.TestBackends;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.transaction.support.TransactionTemplate;

class FallbackTableTest {

  private static final int CHANGES = 40;

  private final String name = "fallback_" + UUID.randomUUID().toString().replace("-", "");
  private final Backends backends = TestBackends.shared();
  private final DriverManagerDataSource database =
      new DriverManagerDataSource(
          backends.jdbcUrl(name), backends.databaseUser(), backends.databasePassword());
  private final JdbcClient db = JdbcClient.create(database);

  @AfterEach
  void drop() {
    db.sql("DROP DATABASE " + name).update();
  }

  @Test
  void of_changes_that_are_made_at_once_none_fails_and_none_is_lost() {
    new ResourceDatabasePopulator(new ClassPathResource("db/redis-fallback/R__redis_fallback.sql"))
        .execute(database);
    FallbackTable table =
        new FallbackTable(
            db,
            new TransactionTemplate(new DataSourceTransactionManager(database)),
            cluster -> cluster);
    ExecutorService instances = Executors.newFixedThreadPool(8);

    List<CompletableFuture<?>> changes =
        IntStream.range(0, CHANGES)
            .<CompletableFuture<?>>mapToObj(
                i ->
                    CompletableFuture.supplyAsync(
                        () ->
                            table.change(
                                "default",
                                state ->
                                    state.vetted(node(i), HashSlots.NONE, null, Instant.EPOCH)),
                        instances))
            .toList();

    assertThat(changes)
        .allSatisfy(change -> assertThat(change).succeedsWithin(FallbackInstance.LONG));
    FallbackTable.Stored stored = table.readUnless("default", -1).orElseThrow();
    assertThat(stored.version()).isEqualTo(CHANGES);
    assertThat(stored.state().nodes()).hasSize(CHANGES);
    instances.shutdown();
  }

  private static NodeView node(int number) {
    String name = "node-" + number;
    return new NodeView(
        name,
        true,
        "run",
        "replication",
        "0",
        1,
        HashSlots.of(Integer.toString(number)),
        HashSlots.NONE,
        HashSlots.NONE,
        Set.of(name));
  }
}
