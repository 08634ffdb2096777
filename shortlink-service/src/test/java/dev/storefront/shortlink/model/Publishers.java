package dev.storefront.shortlink.model;

import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.shortlink.model.Client.Answer;
import dev.storefront.shortlink.model.Client.Instance;
import dev.storefront.shortlink.model.LinkModel.Outcome;
import dev.storefront.shortlink.model.LinkModel.Span;
import dev.storefront.shortlink.model.LinkModel.Value;
import dev.storefront.shortlink.model.Tenure.Write;
import dev.storefront.shortlink.sdk.FreshLink;
import dev.storefront.shortlink.sdk.ShortLinkClient;
import dev.storefront.shortlink.sdk.ShortLinkException;
import dev.storefront.shortlink.sdk.ShortLinkOptions;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Those who make links, and who may be held up for longer than their leases. */
final class Publishers {

  private static final int MOST_HELD = 3;
  private static final String BATCH = "/api/v1/links/batch";

  private final Client client;
  private final LinkModel model;
  private final Actors actors;
  private final Queue<Holding> held = new ConcurrentLinkedQueue<>();
  private final Queue<Session> paused = new ConcurrentLinkedQueue<>();

  /** The same once their leases are over. */
  private final Queue<Holding> heldTooLong = new ConcurrentLinkedQueue<>();

  private final Queue<Session> pausedTooLong = new ConcurrentLinkedQueue<>();

  Publishers(Client client, LinkModel model, Actors actors) {
    this.client = client;
    this.model = model;
    this.actors = actors;
  }

  /** A lease and its ids without a link. */
  private record Holding(String leaseId, long epoch, Map<Long, String> codes) {}

  /**
   * An SDK whose application has links that it did not publish yet.
   *
   * @param unpublished codes that became void
   */
  private record Session(
      String name, ShortLinkClient sdk, List<FreshLink> links, Set<String> unpublished) {}

  /** Leases ids, or takes a lease that is there, and publishes some. */
  void publish(Random random) {
    Holding holding = held.size() < MOST_HELD ? lease(random, 6 + random.nextInt(10)) : held.poll();
    if (holding == null) {
      return;
    }
    List<Long> ids =
        holding.codes().keySet().stream().limit(1 + random.nextInt(5)).collect(Collectors.toList());
    publish(holding, ids, client.any(random));
    if (holding.codes().size() > 4 || !holding.codes().isEmpty() && random.nextBoolean()) {
      held.add(holding);
      return;
    }
    model.leaseIsOver(holding.leaseId(), Client.now());
    String path = "/api/v1/leases/" + holding.leaseId();
    if (client.call(client.any(random), "DELETE", path, app(), null).is(200)) {
      heldTooLong.add(holding);
    }
  }

  /** A lost answer is asked for again, as the contract has it. */
  private @Nullable Holding lease(Random random, int count) {
    String body =
        "{\"requestId\":\"%s\",\"tier\":%d,\"count\":%d}"
            .formatted(UUID.randomUUID(), Actors.TIER, count);
    for (int attempt = 0; attempt < 3; attempt++) {
      Answer answer = client.call(client.any(random), "POST", "/api/v1/leases", app(), body);
      if (answer.is(200)) {
        Reply reply = answer.body();
        Map<Long, String> codes = new LinkedHashMap<>();
        reply
            .at("/ranges")
            .forEach(
                range -> {
                  long id = range.at("/first").asLong();
                  for (var code : range.at("/codes")) {
                    codes.put(id++, code.asString());
                  }
                });
        model.granted(reply.text("/leaseId"), codes.values(), answer.span());
        return new Holding(reply.text("/leaseId"), reply.number("/epoch"), codes);
      }
      actors.expect(answer, 409);
    }
    return null;
  }

  private void publish(Holding holding, List<Long> ids, Instance at) {
    long sent = Client.now();
    Map<Long, Write> writes = new LinkedHashMap<>();
    List<String> links = new ArrayList<>();
    for (long id : ids) {
      String target = actors.target();
      String code = holding.codes().remove(id);
      writes.put(id, model.writing(code, Value.of(target), sent, at.name()));
      links.add(link(id, target));
      actors.isThere(code);
    }
    String body = batch(holding, String.join(",", links));
    Answer answer = client.call(at, "POST", BATCH, app(), body);
    actors.expect(answer, 200, 404, 409);
    int n = 0;
    for (Write write : writes.values()) {
      Outcome outcome = answer.outcome(200);
      if (answer.is(200) && !answer.body().text("/results/" + n + "/error/code").isEmpty()) {
        outcome = Outcome.REFUSED;
      }
      if (outcome == Outcome.REFUSED) {
        model.blame(write.code, "not published: " + answer.body(), answer.span());
      }
      model.published(write, outcome, answer.span().got());
      n++;
    }
  }

  /** Who was held up for longer than its lease: nothing of that may be published. */
  void publishTooLate(Random random) {
    Holding holding = heldTooLong.poll();
    if (holding != null && !holding.codes().isEmpty()) {
      String links =
          holding.codes().keySet().stream().map(this::link).collect(Collectors.joining(","));
      Answer answer = client.call(client.any(random), "POST", BATCH, app(), batch(holding, links));
      if (answer.is(200)) {
        model.blame(holding.leaseId(), "takes links after its end", answer.span());
      }
    }
    Session session = pausedTooLong.poll();
    if (session != null) {
      long sent = Client.now();
      session.links().forEach(link -> session.sdk().publish(link, actors.target()));
      session.sdk().close();
      if (session.unpublished().size() < session.links().size()) {
        Span span = new Span(sent, Client.now());
        model.blame(session.name(), "published links after its lease", span);
      }
    }
  }

  private String link(long id) {
    return link(id, actors.target());
  }

  private static String link(long id, String target) {
    return "{\"id\":%d,\"url\":\"%s\"}".formatted(id, target);
  }

  private static String batch(Holding holding, String links) {
    return "{\"leaseId\":\"%s\",\"epoch\":%d,\"links\":[%s]}"
        .formatted(holding.leaseId(), holding.epoch(), links);
  }

  /** A link by itself, under a code of the service's own. */
  void create() {
    Instance maker = client.maker();
    if (maker == null) {
      return;
    }
    String target = actors.target();
    String body = "{\"url\":\"" + target + "\"}";
    Answer answer = client.call(maker, "POST", "/api/v1/links", app(), body);
    actors.expect(answer, 201);
    if (answer.is(201)) {
      String code = answer.body().code();
      Span span = answer.span();
      model.granted(target, List.of(code), span);
      Write write = model.writing(code, Value.of(target), span.sent(), answer.via());
      model.published(write, Outcome.DONE, span.got());
      model.leaseIsOver(target, span.got());
      actors.isThere(code);
    }
  }

  /** A client with the SDK; some of them are paused before they publish. */
  void shorten(Random random) {
    String name = "model-" + UUID.randomUUID();
    URI service = URI.create("http://127.0.0.1:" + client.any(random).port());
    Set<String> unpublished = ConcurrentHashMap.newKeySet();
    ShortLinkOptions options =
        ShortLinkOptions.of(service, () -> TestTokens.service(name))
            .withTier(Actors.TIER)
            .withLeaseSize(4 + random.nextInt(8))
            .withVoidLinksTo(link -> unpublished.add(link.link().code()));
    Session session =
        new Session(name, new ShortLinkClient(options), new ArrayList<>(), unpublished);
    try {
      for (int n = 1 + random.nextInt(4); n > 0; n--) {
        long sent = Client.now();
        FreshLink link = session.sdk().next();
        model.granted(name, List.of(link.link().code()), new Span(sent, Client.now()));
        session.links().add(link);
      }
    } catch (ShortLinkException away) {
      // It has those that it has.
    }
    if (paused.size() < MOST_HELD && random.nextBoolean()) {
      paused.add(session);
    } else {
      finish(session);
    }
  }

  private void finish(Session session) {
    Map<String, Write> writes = new LinkedHashMap<>();
    for (FreshLink link : session.links()) {
      String code = link.link().code();
      String target = actors.target();
      writes.put(code, model.writing(code, Value.of(target), Client.now(), ""));
      actors.isThere(code);
      session.sdk().publish(link, target);
    }
    // What is void goes back within that call.
    model.leaseIsOver(session.name(), Client.now());
    session.sdk().close();
    long got = Client.now();
    writes.forEach(
        (code, write) -> {
          boolean isVoid = session.unpublished().contains(code);
          model.published(write, isVoid ? Outcome.UNKNOWN : Outcome.DONE, got);
        });
  }

  /** All leases that are out are about to end, also those of SDKs that are paused. */
  void leasesEnd() {
    long now = Client.now();
    held.forEach(holding -> model.leaseIsOver(holding.leaseId(), now));
    paused.forEach(session -> model.leaseIsOver(session.name(), now));
    move(held, heldTooLong);
    move(paused, pausedTooLong);
  }

  private static String app() {
    return TestTokens.service("order-app");
  }

  private static <T> void move(Queue<T> from, Queue<T> to) {
    to.addAll(from);
    from.clear();
  }

  /** All ids that are free once more: the model says of each whether it may be. */
  void leaseAll() {
    Random none = new Random(0);
    for (int n = 0; n < 20; n++) {
      lease(none, 1_000);
    }
  }

  /** Ends the SDKs. */
  void close() {
    paused.forEach(session -> session.sdk().close());
    pausedTooLong.forEach(session -> session.sdk().close());
  }
}
