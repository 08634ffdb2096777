package dev.storefront.shortlink.recycling;

import dev.storefront.shortlink.code.Tier;
import io.micrometer.core.annotation.Timed;
import java.time.Clock;
import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Orders recycling runs and tells how they go. */
@Component
class RecyclingRuns {

  private final RunStore store;
  private final Supplier<UUID> ids;
  private final Clock clock;

  RecyclingRuns(RunStore store, Supplier<UUID> ids, Clock clock) {
    this.store = store;
    this.ids = ids;
    this.clock = clock;
  }

  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "start-recycling"})
  Run start(Tier tier, @Nullable LocalDate dispatchedOn) {
    String id = ids.get().toString();
    store.insert(id, tier, dispatchedOn, clock.instant());
    return store.find(id).orElseThrow();
  }

  Optional<Run> find(String id) {
    return store.find(id);
  }
}
