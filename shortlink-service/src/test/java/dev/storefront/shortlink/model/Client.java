package dev.storefront.shortlink.model;

import dev.storefront.common.testing.HttpCalls;
import dev.storefront.common.testing.Reply;
import dev.storefront.shortlink.model.LinkModel.Outcome;
import dev.storefront.shortlink.model.LinkModel.Span;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Calls to the instances that there are, with the time of each. */
final class Client {

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final long BEGAN = System.currentTimeMillis();
  private static final long BEGAN_NANOS = System.nanoTime();

  /**
   * An instance of the service.
   *
   * @param name no other's, also not of one before it at the same port
   */
  record Instance(String name, int port) {}

  /**
   * How a call ended.
   *
   * @param reply null if there was none
   */
  record Answer(@Nullable Reply reply, Span span, String via) {

    boolean is(int status) {
      return reply != null && reply.status() == status;
    }

    /** 503, or no answer: the call may have done something. */
    boolean isUnknown() {
      return reply == null || reply.status() == 503;
    }

    Outcome outcome(int done) {
      return is(done) ? Outcome.DONE : isUnknown() ? Outcome.UNKNOWN : Outcome.REFUSED;
    }

    /** What came, where the status said that something did. */
    Reply body() {
      if (reply == null) {
        throw new IllegalStateException("no answer");
      }
      return reply;
    }
  }

  private final Supplier<List<Instance>> instances;
  private final Supplier<@Nullable Instance> maker;
  private final AtomicLong unknown = new AtomicLong();

  Client(Supplier<List<Instance>> instances, Supplier<@Nullable Instance> maker) {
    this.instances = instances;
    this.maker = maker;
  }

  /** Epoch milliseconds that only ever go on. */
  static long now() {
    return BEGAN + (System.nanoTime() - BEGAN_NANOS) / 1_000_000;
  }

  Instance any(Random random) {
    List<Instance> all = instances.get();
    return all.get(random.nextInt(all.size()));
  }

  /**
   * The one that makes links by itself, null while it is down: that alone has leases of the
   * service's own, and when it was killed these can be said to be over.
   */
  @Nullable Instance maker() {
    return maker.get();
  }

  List<Instance> all() {
    return instances.get();
  }

  /** How many calls had no answer, or 503. */
  long unknown() {
    return unknown.get();
  }

  Answer call(
      Instance at, String method, String path, @Nullable String token, @Nullable String body) {
    HttpCalls http = new HttpCalls(at.port());
    HttpRequest.Builder request =
        http.request(path, token)
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .method(method, body == null ? BodyPublishers.noBody() : HttpCalls.json(body));
    long sent = now();
    Answer answer;
    try {
      Reply reply = http.call(request);
      answer = new Answer(reply, new Span(sent, now()), at.name());
    } catch (AssertionError lost) {
      // A process that was killed does nothing more; one that is slow may.
      long got = lost.getCause() instanceof HttpTimeoutException ? LinkModel.NEVER : now();
      answer = new Answer(null, new Span(sent, got), at.name());
    }
    if (answer.isUnknown()) {
      unknown.incrementAndGet();
    }
    return answer;
  }
}
