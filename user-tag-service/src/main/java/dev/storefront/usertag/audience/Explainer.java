package dev.storefront.usertag.audience;

import dev.storefront.usertag.audience.Explanation.Cost;
import dev.storefront.usertag.segment.SegmentLayout;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.springframework.stereotype.Component;

/** Works audiences out and watches what that takes. */
@Component
class Explainer {

  /** What the first explanation of an instance goes by: two gigabytes a second. */
  private static final double FIRST_BYTES_PER_MILLI = 2_000_000;

  /** What a user of a tag costs at most where they are few. */
  private static final int BYTES_PER_USER = 4;

  /** Less was read too quickly to judge by it. */
  private static final int FEWEST_BYTES = 1_000_000;

  private final TagSizes sizes;
  private final SegmentScan scan;
  private final SegmentLayout layout;
  private volatile double bytesPerMilli = FIRST_BYTES_PER_MILLI;

  Explainer(TagSizes sizes, SegmentScan scan, SegmentLayout layout) {
    this.sizes = sizes;
    this.scan = scan;
    this.layout = layout;
  }

  Explanation explain(Question question) {
    SegmentQuery query = sizes.planAnew(question);
    int last = layout.lastSegment(query.lastOrdinal());
    Cost estimated = estimate(query, last + 1L);
    Observation observed = new Observation(query);
    long began = System.nanoTime();
    scan.run(
        query,
        IntStream.rangeClosed(0, last),
        Evaluation::workedOut,
        (segment, done) -> observed.add(done));
    double millis = (double) (System.nanoTime() - began) / TimeUnit.MILLISECONDS.toNanos(1);
    learn(observed.bytes(), millis);
    Part root = query.roots().get(0);
    return new Explanation(
        observed.users(root),
        new PlanTree(observed).of(root),
        estimated,
        new Cost(observed.segments(), observed.bytes(), rounded(millis)));
  }

  private Cost estimate(SegmentQuery query, long count) {
    long plain = (query.lastOrdinal() + Byte.SIZE) / Byte.SIZE;
    long bytes = query.readsKnownUsers() ? plain : 0;
    for (Part part : query.parts()) {
      if (part.operation() == Part.Operation.TAG) {
        bytes += Math.min(plain, Math.round(part.estimate() * BYTES_PER_USER));
      }
    }
    return new Cost(count, bytes, rounded(bytes / bytesPerMilli));
  }

  private void learn(long bytes, double millis) {
    if (bytes >= FEWEST_BYTES && millis > 0) {
      bytesPerMilli = (bytesPerMilli + bytes / millis) / 2;
    }
  }

  private static double rounded(double millis) {
    return Math.round(millis * 1000) / 1000.0;
  }
}
