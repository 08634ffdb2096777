package dev.storefront.shortlink.repair;

import dev.storefront.common.redis.RedisFallbackListener;
import dev.storefront.common.run.DoubtRuns;
import dev.storefront.common.run.RunFactory;
import dev.storefront.common.run.RunKind;
import dev.storefront.common.run.RunOutcome;
import dev.storefront.common.run.Runs;
import dev.storefront.shortlink.link.LinkRepair;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class RepairConfiguration {

  /** One for each doubt. */
  private static final int MOST_OPEN = 100;

  /** Links of other slots need not wait for those of the first: all nodes may restart at once. */
  private static final int AT_A_TIME = 16;

  @Bean
  Runs<RepairRequest, RepairProgress> linkRepairs(RunFactory runs, RepairTask task) {
    return runs.runs(
        new RunKind<>(
            "link-repair", RepairRequest.class, RepairProgress.START, AT_A_TIME, MOST_OPEN, 0),
        task);
  }

  /** Meanwhile each link is confirmed as it is asked for, once that can be done. */
  @Bean
  RedisFallbackListener doubtRuns(
      Runs<RepairRequest, RepairProgress> linkRepairs, LinkRepair links) {
    return new DoubtRuns<>(
        linkRepairs,
        doubt -> new RepairRequest(doubt.slots(), doubt.since().toEpochMilli()),
        "",
        (doubt, progress) -> {
          if (progress.complete()) {
            links.confirmFrom(doubt.generation());
          }
        });
  }

  /** A migration orders the one run that there is. */
  @Bean
  Runs<Listing.Request, Listing> linkListing(RunFactory runs, LinkRepair links) {
    return runs.runs(
        new RunKind<>("link-listing", Listing.Request.class, new Listing(0), 1, 1, 0),
        run -> {
          while (run.progress().step() < LinkRepair.STEPS) {
            int step = run.progress().step();
            run.patiently(() -> links.list(step));
            run.save(new Listing(step + 1));
          }
          return new RunOutcome.Done();
        });
  }
}
