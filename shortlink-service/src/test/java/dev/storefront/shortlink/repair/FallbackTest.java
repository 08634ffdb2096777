package dev.storefront.shortlink.repair;

import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.Fallbacks;
import dev.storefront.localstack.Faults;
import dev.storefront.localstack.testing.NotOnContainers;
import dev.storefront.localstack.testing.NotOnSharedServers;
import dev.storefront.localstack.testing.OldFiles;
import dev.storefront.localstack.testing.TestBackends;
import dev.storefront.localstack.testing.WithBackends;
import dev.storefront.shortlink.marker.IdleCodes;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;

/** A node of Redis that goes on with less than it had acknowledged. */
@WithBackends(database = "shortlink", namespace = "fallback")
@NotOnContainers
@NotOnSharedServers
class FallbackTest extends ChangedLinks {

  private static final String REDIS = "redis-1";

  @TempDir private Path folder;

  @Autowired MeterRegistry meters;
  @Autowired IdleCodes idleCodes;

  private final Faults faults = TestBackends.shared().faults();
  private Fallbacks fallbacks;
  private double before;

  @BeforeEach
  void links() {
    fallbacks = new Fallbacks(meters);
    before = fallbacks.found();
    makeLinks();
  }

  @AfterEach
  void heal() {
    faults.start(REDIS);
  }

  @Test
  void what_changed_since_older_files_were_written_stays_changed() throws Exception {
    OldFiles old = OldFiles.of(REDIS, folder);
    Instant copied = Instant.now();
    changeLinks();

    old.fallBack(faults);

    allAreRightOrNotAnswered();
    new UnusedSegments(idleCodes, meters)
        .nothingIsRecycledOnThatNode(copied, Instant.now().plus(LONG));
  }

  @Test
  void what_was_acknowledged_is_there_after_a_node_came_back_empty() throws Exception {
    changeLinks();
    OldFiles.loseAll(REDIS, faults);

    allAreRightOrNotAnswered();
  }

  /** Every second link is not looked at before the doubt is over. */
  private void allAreRightOrNotAnswered() {
    List<String> codes = codes();
    await()
        .atMost(LONG)
        .until(
            () -> {
              boolean all = fallbacks.isOverSince(before);
              for (int i = 0; i < codes.size(); i += 2) {
                all &= isAnsweredRightly(codes.get(i));
              }
              return all;
            });
    await().atMost(LONG).until(() -> unanswered().isEmpty());
  }
}
