package dev.storefront.usertag.segment;

import dev.storefront.common.web.Problem;
import dev.storefront.common.web.ProblemException;
import java.nio.BufferUnderflowException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** Tells what a script found from the word that there is nothing to find, and has that mended. */
@Component
class SegmentReplies {

  private static final Logger log = LoggerFactory.getLogger(SegmentReplies.class);
  private static final long NOT_BUILT = -1;

  private final ApplicationEventPublisher events;

  SegmentReplies(ApplicationEventPublisher events) {
    this.events = events;
  }

  /**
   * The reply, which begins with what tells the segment's building.
   *
   * @throws ProblemException 503 {@code rebuilding} if the segment is not there, or not whole
   */
  List<Object> found(int segment, List<Object> reply) {
    if (reply.get(0) instanceof Long status) {
      throw lost(segment, status == NOT_BUILT ? "" : text(reply.get(1)));
    }
    return reply;
  }

  /**
   * What a reply says. A value that cannot be read is a part of the segment that is lost.
   *
   * @throws ProblemException as {@link #found}
   */
  <T> T read(int segment, List<Object> reply, Function<List<Object>, T> reader) {
    List<Object> found = found(segment, reply);
    return readable(segment, text(found.get(0)), () -> reader.apply(found));
  }

  /**
   * As {@link #read(int, List, Function)}, of a reply that ends with the segment's edition.
   *
   * @param seen gets that once the reply is read
   */
  <T> T read(
      int segment, List<Object> reply, Consumer<Edition> seen, Function<List<Object>, T> reader) {
    T value = read(segment, reply, reader);
    seen.accept(Edition.of(segment, reply));
    return value;
  }

  /** As {@link #read(int, List, Function)}, of a value that is there. */
  <T> T readable(int segment, String build, Supplier<T> reader) {
    try {
      return reader.get();
    } catch (BufferUnderflowException | IllegalArgumentException | IndexOutOfBoundsException e) {
      log.warn("A value of segment {} of Redis cannot be read: {}", segment, e.toString());
      throw lost(segment, build);
    }
  }

  /**
   * How many marks changed.
   *
   * @throws ProblemException 503 {@code rebuilding} if the segment is not there, or not whole
   */
  long changed(int segment, long reply) {
    if (reply < 0) {
      throw lost(segment, reply == NOT_BUILT ? "" : SegmentLost.ANY_BUILD);
    }
    return reply;
  }

  private ProblemException lost(int segment, String build) {
    events.publishEvent(new SegmentLost(segment, build));
    return Problem.of(
            HttpStatus.SERVICE_UNAVAILABLE,
            "rebuilding",
            "Some of the users concerned are being brought back. Try again later.")
        .toException();
  }

  static String text(Object bytes) {
    return new String((byte[]) bytes, StandardCharsets.US_ASCII);
  }
}
