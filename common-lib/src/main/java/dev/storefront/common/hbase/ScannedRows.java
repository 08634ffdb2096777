package dev.storefront.common.hbase;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.Result;

/**
 * The rows of a scan that ends when nobody waits for them any more. {@code AsyncTable.scanAll} goes
 * on to the last row, whatever becomes of its future.
 */
final class ScannedRows implements AdvancedScanResultConsumer {

  private final CompletableFuture<List<Result>> all = new CompletableFuture<>();

  /** The client calls one after the other. */
  private final List<Result> rows = new ArrayList<>();

  CompletableFuture<List<Result>> all() {
    return all;
  }

  /** Ends the scan with HBase's next answer, unless it has ended. */
  void giveUp() {
    all.cancel(false);
  }

  @Override
  public void onNext(Result[] results, ScanController controller) {
    rows.addAll(List.of(results));
    onHeartbeat(controller);
  }

  /** HBase looked for so long that it answers without a row. */
  @Override
  public void onHeartbeat(ScanController controller) {
    if (all.isDone()) {
      controller.terminate();
    }
  }

  @Override
  public void onError(Throwable error) {
    all.completeExceptionally(error);
  }

  @Override
  public void onComplete() {
    all.complete(rows);
  }
}
