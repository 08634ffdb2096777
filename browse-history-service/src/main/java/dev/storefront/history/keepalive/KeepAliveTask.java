package dev.storefront.history.keepalive;

import dev.storefront.common.run.ActiveRun;
import dev.storefront.common.run.RunOutcome;
import dev.storefront.common.run.RunTask;
import dev.storefront.history.archive.Archive;
import dev.storefront.history.core.Export;
import dev.storefront.history.keepalive.HotLifetimes.Part;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * Looks through the keys of every node once. It goes on where it was; a node that came meanwhile is
 * looked through too, and one that went is left out.
 */
@Component
class KeepAliveTask implements RunTask<KeepAliveRequest, KeepAliveProgress> {

  private final HotLifetimes lifetimes;
  private final Archive archive;

  KeepAliveTask(HotLifetimes lifetimes, Archive archive) {
    this.lifetimes = lifetimes;
    this.archive = archive;
  }

  @Override
  public RunOutcome work(ActiveRun<KeepAliveRequest, KeepAliveProgress> run)
      throws InterruptedException {
    Optional<String> node = next(run);
    while (node.isPresent()) {
      String id = node.get();
      run.patiently(() -> part(run, id));
      node = next(run);
    }
    return new RunOutcome.Done();
  }

  private Optional<String> next(ActiveRun<KeepAliveRequest, KeepAliveProgress> run) {
    return lifetimes.nodes().stream().filter(id -> !run.progress().done().contains(id)).findFirst();
  }

  private void part(ActiveRun<KeepAliveRequest, KeepAliveProgress> run, String node) {
    if (!lifetimes.nodes().contains(node)) {
      return; // its slots are another one's by now, while this is tried again and again
    }
    long watermark =
        archive.latestExport().map(Export::watermark).orElse(run.request().watermark());
    Part part = lifetimes.keep(node, run.progress().cursorOf(node), watermark);
    run.save(run.progress().after(node, part.cursor(), part.finished(), part.users(), part.kept()));
  }
}
