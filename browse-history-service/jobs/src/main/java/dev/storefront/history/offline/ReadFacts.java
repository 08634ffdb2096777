package dev.storefront.history.offline;

import dev.storefront.history.lake.LakeColumns;
import dev.storefront.history.lake.LakeView;
import java.io.IOException;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.core.fs.Path;
import org.apache.flink.util.Collector;

/** Reads files of the lake and of deletions. */
final class ReadFacts extends RichFlatMapFunction<FactFile, Fact> {

  private static final long serialVersionUID = 1L;

  private transient LongCounter in;

  @Override
  public void open(OpenContext context) {
    in = getRuntimeContext().getLongCounter(Counts.IN);
  }

  @Override
  public void flatMap(FactFile file, Collector<Fact> out) throws IOException {
    Path path = new Path(file.path());
    if (file.deletions()) {
      DeletedViewColumns.DELETIONS.readAll(
          path, deletion -> out.collect(fact(deletion, file.freshFrom())));
    } else {
      LakeColumns.VIEWS.readAll(path, view -> out.collect(fact(view, file.freshFrom() <= 0)));
    }
  }

  private Fact fact(LakeView view, boolean fresh) {
    in.add(1L);
    return new Fact(view.userId(), false, view.skuId(), 0, view.viewedAt(), fresh);
  }

  private Fact fact(DeletedView deletion, long freshFrom) {
    in.add(1L);
    // A pause is known before the views that it hides are made: no row has those when it ends.
    long known = deletion.from() == 0 ? deletion.upTo() : deletion.from();
    return new Fact(
        deletion.userId(),
        true,
        deletion.skuId(),
        deletion.from(),
        deletion.upTo(),
        known >= freshFrom);
  }
}
