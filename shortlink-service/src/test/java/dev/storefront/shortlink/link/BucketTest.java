package dev.storefront.shortlink.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.shortlink.ShortLinkTest;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.CodeBook;
import dev.storefront.shortlink.code.LinkProperties;
import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.code.Tier;
import dev.storefront.shortlink.code.TierProperties;
import dev.storefront.shortlink.link.ColdLinks.Cold;
import dev.storefront.shortlink.marker.IdleCodes;
import dev.storefront.shortlink.marker.IdleCodes.Idle;
import dev.storefront.shortlink.marker.SegmentMarkers;
import dev.storefront.shortlink.segment.Candidate;
import dev.storefront.shortlink.segment.SegmentIds;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Sixteen neighbours share a key, and each has its own end. */
class BucketTest extends ShortLinkTest {

  private static final LinkOptions NONE = LinkOptions.NONE;
  private static final int NEIGHBOURS = 16;
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration OVER = Duration.ofMillis(-1);
  private static final Duration MINUTES = Duration.ofMinutes(20);

  @Autowired CodeBook codes;
  @Autowired TierProperties tiers;
  @Autowired LinkStore store;
  @Autowired IdleCodes idleCodes;
  @Autowired RedisClusterAccess cluster;
  @Autowired ScriptRunner scripts;
  @Autowired SegmentMarkers markers;
  @Autowired LinkProperties properties;

  private final Random chance = new Random();

  /** Where nobody else's links are: in one of the last segments, but for the short one. */
  private List<Address.Numbered> neighbours() {
    return neighbours(Tier.SEVEN);
  }

  private List<Address.Numbered> neighbours(Tier tier) {
    Segment segment = new Segment(tier, tier.segments() - 2 - chance.nextInt(100_000));
    return LongStream.range(0, NEIGHBOURS)
        .mapToObj(n -> codes.addressOf(tier, segment.ids().first() + n))
        .toList();
  }

  @Test
  void a_link_that_is_over_is_gone_though_its_neighbour_lives() {
    List<Address.Numbered> both = neighbours();
    Address over = both.get(0);
    Address live = both.get(1);
    publish(over, "https://example.com/over");
    publish(live, "https://example.com/live");
    assertThat(placeOf(over.code()).bucket()).isEqualTo(placeOf(live.code()).bucket());
    keep(over.code(), OVER);

    assertThat(store.read(over, false)).isEmpty();
    assertThat(store.read(over, true)).isEmpty();
    assertThat(store.readAll(List.of(over, live)).get(1)).isPresent();
    get("/" + over.code()).expect(404, "unknown-code");
    get("/" + live.code()).expect(302);
  }

  /** As if it were not there: no script takes it for a link. */
  @Test
  void a_link_that_is_over_hinders_nothing() {
    List<Address.Numbered> some = neighbours();
    publish(some.get(0), "https://example.com/neighbour");
    Address address = some.get(1);
    StoredLink before = publish(address, "https://example.com/before");
    keep(address.code(), OVER);
    assertThat(store.replace(address, before, before.asDeleted(Instant.now()))).isFalse();

    StoredLink newer = before.changed(before.terms(), Instant.now());
    store.restoreAll(Map.of(address, new Cold(newer, 1)), true);
    assertThat(store.read(address, false)).contains(newer);
    keep(address.code(), OVER);
    assertThat(ScriptRunner.await(store.restore(address, new Cold(before, 1)))).contains(before);

    keep(address.code(), OVER);
    StoredLink other = made("https://example.com/other");
    LinkStore.Published published = ScriptRunner.await(store.publish(address, other, 0));
    assertThat(published.reply()).isEqualTo(LinkReply.PUBLISHED);
    assertThat(store.read(address, false)).contains(other);
  }

  @Test
  void what_is_over_is_not_restored_where_only_older_links_are_to_be_replaced() {
    List<Address.Numbered> some = neighbours();
    publish(some.get(0), "https://example.com/neighbour");
    Address address = some.get(1);
    StoredLink link = publish(address, "https://example.com/");
    keep(some.get(0).code(), HOUR);
    keep(address.code(), OVER);
    // By more than an idle time, or Redis would have to have it.
    StoredLink longAgo =
        new StoredLink(
            1,
            link.version() - tiers.idleTime(address).plus(HOUR).toMillis(),
            null,
            false,
            link.createdAt(),
            link.createdBy(),
            link.url(),
            link.options());
    store.restoreAll(Map.of(address, new Cold(longAgo, 1)), false);
    assertThat(store.read(address, false)).isEmpty();
    store.restoreAll(Map.of(address, new Cold(longAgo, 1)), true);
    assertThat(store.read(address, false)).contains(longAgo);
  }

  @Test
  void a_neighbours_renewal_a_change_and_a_new_link_take_away_what_is_over() {
    List<Address.Numbered> some = neighbours();
    Address over = some.get(0);
    Address other = some.get(1);
    publish(over, "https://example.com/over");
    StoredLink seen = publish(other, "https://example.com/other");
    List<Runnable> writes =
        List.of(
            () -> {
              keep(other.code(), HOUR);
              store.read(other, true);
            },
            () -> store.replace(other, seen, seen.changed(seen.terms(), Instant.now())),
            () -> publish(some.get(2), "https://example.com/new"),
            () ->
                ScriptRunner.await(
                    store.restore(
                        some.get(3), new Cold(made("https://example.com/from-cold-storage"), 1))));
    for (Runnable write : writes) {
      intoRedis(over.code(), seen.encode(), OVER);
      assertThat(isField(over)).isTrue();
      write.run();
      assertThat(isField(over)).as("after write %d", writes.indexOf(write)).isFalse();
      assertThat(left(other.code())).isGreaterThan(HOUR);
    }
  }

  private boolean isField(Address address) {
    return redis
        .opsForHash()
        .hasKey(placeOf(address.code()).bucket(), placeOf(address.code()).place());
  }

  @Test
  void a_visit_that_renews_nothing_writes_nothing() {
    List<Address.Numbered> some = neighbours();
    publish(some.get(0), "https://example.com/over");
    publish(some.get(1), "https://example.com/live");
    keep(some.get(0).code(), OVER);
    store.read(some.get(1), true);
    assertThat(isField(some.get(0))).isTrue();
  }

  @Test
  void a_bucket_lasts_as_long_as_the_last_of_its_links_and_no_longer() {
    List<Address.Numbered> some = neighbours();
    Address years = some.get(0);
    Duration idle = tiers.idleTime(years);
    Instant end = Instant.now().plus(Duration.ofDays(2_000));
    StoredLink promised = publish(years, new LinkTerms("https://example.com/", end, NONE));
    publish(some.get(1), "https://example.com/short");
    assertThat(leftOfBucket(years)).isGreaterThan(Duration.ofDays(1_999));
    assertThat(left(some.get(1).code())).isBetween(idle.minus(MINUTES), idle);

    keep(some.get(1).code(), OVER);
    assertThat(store.read(some.get(1), true)).as("kept by its neighbour").isEmpty();

    store.replace(years, promised, promised.asDeleted(Instant.now()));
    assertThat(leftOfBucket(years)).isBetween(idle.minus(MINUTES), idle);
  }

  private Duration leftOfBucket(Address address) {
    return Duration.ofMillis(
        redis.getExpire(placeOf(address.code()).bucket(), TimeUnit.MILLISECONDS));
  }

  /** By the nodes' clocks, as if each link had a key with an end. */
  @Test
  void an_instance_whose_clock_is_off_neither_ends_a_link_nor_keeps_it() {
    Address address = neighbours().get(0);
    Duration idle = tiers.idleTime(address);
    LinkStore ahead =
        new LinkStore(
            scripts, markers, tiers, properties, Clock.offset(Clock.systemUTC(), idle.plus(HOUR)));
    ScriptRunner.await(ahead.publish(address, made("https://example.com/"), 0));
    assertThat(left(address.code())).isBetween(idle.minus(MINUTES), idle);
    assertThat(ahead.read(address, true)).isPresent();
    keep(address.code(), OVER);
    LinkStore behind =
        new LinkStore(
            scripts, markers, tiers, properties, Clock.offset(Clock.systemUTC(), HOUR.negated()));
    assertThat(behind.read(address, false)).isEmpty();
  }

  @Test
  void a_full_bucket_is_one_piece_of_memory_and_with_a_long_target_it_works_too() {
    List<Address.Numbered> all = neighbours();
    all.forEach(address -> publish(address, target(address, 100)));
    assertThat(encoding(all.get(0))).isEqualTo("listpack");
    assertThat(memory(all.get(0))).isLessThan(NEIGHBOURS * 200L);

    Address last = all.get(NEIGHBOURS - 1);
    StoredLink seen = store.read(last, false).orElseThrow();
    LinkTerms terms = new LinkTerms(target(last, 2_048), null, NONE);
    assertThat(store.replace(last, seen, seen.changed(terms, Instant.now()))).isTrue();
    assertThat(get("/" + last.code()).header("Location")).isEqualTo(terms.url());
    for (Address address : all.subList(0, NEIGHBOURS - 1)) {
      assertThat(get("/" + address.code()).header("Location")).isEqualTo(target(address, 100));
    }
  }

  private static String target(Address address, int length) {
    return "https://shop.example/" + address.code() + "/" + "0".repeat(length - 29);
  }

  private String encoding(Address address) {
    return cluster.call(c -> c.objectEncoding(bucket(address))).join();
  }

  private long memory(Address address) {
    return cluster.call(c -> c.memoryUsage(bucket(address))).join();
  }

  private byte[] bucket(Address address) {
    return placeOf(address.code()).bucket().getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void a_link_that_is_over_is_idle_and_its_live_neighbours_are_not() {
    Segment segment = neighbours(Tier.FIVE).get(0).segment();
    long first = segment.ids().first();
    // Ends of buckets, and of the segment.
    List<Long> live = List.of(first, first + 15, first + 16, first + 999);
    long over = first + 1;
    for (long id :
        LongStream.concat(live.stream().mapToLong(n -> n), LongStream.of(over)).toArray()) {
      Duration left = id == over ? OVER : id == first + 16 ? HOUR : HOUR.multipliedBy(2);
      StoredLink link = publish(codes.addressOf(Tier.FIVE, id), "https://example.com/" + id);
      intoRedis(codes.addressOf(Tier.FIVE, id).code(), link.encode(), left);
    }

    Instant since = Instant.now();
    Idle found = idleCodes.of(List.of(segment), since).get(0);
    SegmentIds others = SegmentIds.all(segment).minus(live.stream().mapToLong(n -> n));
    assertThat(found.ids().ranges()).isEqualTo(others.ranges());
    assertThat(found.othersLast()).isBetween(HOUR.minus(MINUTES), HOUR);

    SegmentIds some =
        SegmentIds.none(segment).plus(LongStream.of(first, over, first + 16, first + 17));
    List<Candidate> closed =
        idleCodes.close(List.of(new Candidate(segment, 1, since, some)), since, HOUR);
    assertThat(closed.get(0).idle().stream().boxed()).containsExactly(over, first + 17);
    assertThat(redis.opsForValue().get(markers.keyOf(segment.tag()))).isEqualTo("2");
  }

  @Test
  void the_last_segment_of_a_tier_is_looked_at_whole() {
    Segment last = new Segment(Tier.FIVE, Tier.FIVE.segments() - 1);
    Address.Numbered address = codes.addressOf(Tier.FIVE, last.ids().last());
    StoredLink link = publish(address, "https://example.com/last");
    intoRedis(address.code(), link.encode(), HOUR);
    Idle found = idleCodes.of(List.of(last), Instant.now()).get(0);
    assertThat(found.ids().contains(address.id())).isFalse();
    assertThat(found.ids().count()).isEqualTo((int) last.ids().count() - 1);
    forget(address.code());
  }

  @Test
  void slugs_have_a_bucket_each() {
    List<Address> slugs =
        IntStream.range(0, 2)
            .<Address>mapToObj(n -> new Address.Slug("own-" + unique().substring(0, 8)))
            .toList();
    slugs.forEach(slug -> publish(slug, "https://example.com/" + slug.code()));
    for (Address slug : slugs) {
      assertThat(get("/" + slug.code()).header("Location")).endsWith(slug.code());
      assertThat(left(slug.code())).isGreaterThan(tiers.slugIdleTime().minus(MINUTES));
    }
  }

  private static StoredLink made(String url) {
    return made(new LinkTerms(url, null, NONE));
  }

  private static StoredLink made(LinkTerms terms) {
    return StoredLink.made(1, terms, "order-app", Clock.systemUTC());
  }

  private StoredLink publish(Address address, String url) {
    return publish(address, new LinkTerms(url, null, NONE));
  }

  private StoredLink publish(Address address, LinkTerms terms) {
    StoredLink link = made(terms);
    ScriptRunner.await(store.publish(address, link, 0));
    return link;
  }
}
