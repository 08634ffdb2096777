package dev.storefront.history.erasure;

import dev.storefront.history.archive.Archive;
import dev.storefront.history.core.ColdRow;
import dev.storefront.history.deletion.Deletions;
import dev.storefront.history.deletion.Deletions.Erasure;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

/**
 * Cold rows of users who were erased after the date that the rows are of. An export of what was
 * computed before knows nothing of that, and brings them back.
 */
@Component
public class ErasedRows {

  private static final int AT_A_TIME = 100;

  private final Deletions deletions;
  private final Archive archive;

  ErasedRows(Deletions deletions, Archive archive) {
    this.deletions = deletions;
    this.archive = archive;
  }

  /**
   * Deletes them, after the export and before its rows count as complete. May be repeated.
   *
   * @param asOf the export's logical time, epoch milliseconds
   * @throws dev.storefront.common.health.BackendUnavailableException while HBase is away
   */
  public void delete(long asOf) {
    // Later than whatever a run of this date writes, and earlier than one of the next date.
    long lastOfDate = ColdRow.timestamp(asOf, ColdRow.MOST_ATTEMPTS - 1);
    Erasure place = Erasure.from(asOf);
    List<Erasure> page;
    do {
      page = deletions.erasedAfter(place, AT_A_TIME);
      CompletableFuture.allOf(
              page.stream()
                  .map(one -> archive.delete(one.user(), Math.max(one.upTo(), lastOfDate)))
                  .toArray(CompletableFuture[]::new))
          .join();
      place = page.isEmpty() ? place : page.get(page.size() - 1);
    } while (page.size() == AT_A_TIME);
  }
}
