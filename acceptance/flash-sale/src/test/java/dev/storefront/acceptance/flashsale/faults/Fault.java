package dev.storefront.acceptance.flashsale.faults;

import static dev.storefront.localstack.server.ReplicatedRedis.PAIRS;

import dev.storefront.acceptance.flashsale.faults.Plan.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;

/** What goes wrong in a round: where and when exactly, the seed decides. */
enum Fault {
  NONE("none", 15, (at, random) -> List.of()),
  SERVICE_KILLED("an instance killed", 25, (at, r) -> killed(at, instance(r), 500 + ms(r, 3_000))),
  BOTH_SERVICES_KILLED(
      "both instances killed",
      30,
      (at, r) ->
          both(
              killed(at, "flash-sale-1", 500),
              killed(at + ms(r, 1_000), "flash-sale-2", 500 + ms(r, 2_000)))),
  SERVICE_STOPPED(
      "an instance stopped, and going on", 25, (at, r) -> stopped(at, instance(r), ms(r, 8_000))),
  KAFKA_KILLED("Kafka killed", 25, (at, r) -> killed(at, Servers.KAFKA, ms(r, 5_000))),
  KAFKA_STOPPED(
      "Kafka stopped, and going on", 25, (at, r) -> stopped(at, Servers.KAFKA, ms(r, 8_000))),
  DATABASE_KILLED("database killed", 25, (at, r) -> killed(at, Servers.DATABASE, ms(r, 8_000))),
  DATABASE_STOPPED(
      "database stopped, and going on", 25, (at, r) -> stopped(at, Servers.DATABASE, ms(r, 8_000))),
  SCRIPTS_FLUSHED(
      "SCRIPT FLUSH, three times",
      15,
      (at, r) -> both(flushed(at), both(flushed(at + ms(r, 2_000)), flushed(at + 3_000)))),
  REDIS_STOPPED_SHORTLY(
      "a Redis primary stopped for less than its time-out",
      20,
      (at, r) -> RedisSteps.primaryStopped(at, r.nextInt(PAIRS), 200 + ms(r, 1_000))),
  KAFKA_AND_SERVICE_KILLED(
      "Kafka and an instance killed",
      30,
      (at, r) ->
          both(
              killed(at, Servers.KAFKA, 2_000 + ms(r, 3_000)),
              killed(at + ms(r, 3_000), instance(r), 6_000))),
  DATABASE_AND_SERVICE_KILLED(
      "database and an instance killed",
      30,
      (at, r) ->
          both(
              killed(at, Servers.DATABASE, 2_000 + ms(r, 3_000)),
              killed(at + ms(r, 3_000), instance(r), 6_000))),
  SEVERAL(
      "an instance killed, Kafka stopped, SCRIPT FLUSH",
      25,
      (at, r) ->
          both(
              stopped(at, Servers.KAFKA, ms(r, 1_000)),
              both(killed(at + ms(r, 4_000), instance(r), 500), flushed(at + 5_000)))),
  REDIS_STOPPED_LONG(
      "a Redis primary stopped until its replica has taken over, and going on",
      45,
      (at, r) -> RedisSteps.primaryStopped(at, r.nextInt(PAIRS), 5_000 + ms(r, 3_000))),
  REDIS_TAKEN_OVER(
      "a Redis primary killed; a replica that lags takes over",
      45,
      (at, r) ->
          RedisSteps.takenOver(at, r.nextInt(PAIRS), 200 + ms(r, 1_000), 6_000 + ms(r, 4_000))),
  REDIS_LAST_SECOND_LOST(
      "a Redis primary killed, and back without its last second",
      45,
      (at, r) -> RedisSteps.lastSecondLost(at, r.nextInt(PAIRS), 300 + ms(r, 1_000))),
  REDIS_EMPTIED(
      "a Redis primary killed, and back empty",
      45,
      (at, r) -> RedisSteps.emptied(at, r.nextInt(PAIRS))),
  REDIS_TAKEN_OVER_AND_SERVICE_KILLED(
      "a Redis primary and an instance killed",
      50,
      (at, r) ->
          both(
              RedisSteps.takenOver(at, r.nextInt(PAIRS), 200 + ms(r, 1_000), 6_000 + ms(r, 4_000)),
              killed(at + ms(r, 3_000), instance(r), 3_000))),
  DATABASE_TAIL_LOST(
      "database killed, and back without its last seconds",
      30,
      (at, r) -> DatabaseSteps.tailLost(afterStop(at), 4_000 + ms(r, 4_000))),
  // Long, so that no sale ends before it is found that Redis lost it: one that is over stays lost.
  DATABASE_TAIL_LOST_AND_REDIS_EMPTIED(
      "database back without its last seconds, then a Redis primary empty",
      60,
      (at, r) ->
          DatabaseSteps.tailLostAndRedisEmptied(
              afterStop(at), 4_000 + ms(r, 4_000), r.nextInt(PAIRS)));

  private static final long EARLY = 500;

  private final String words;
  private final int seconds;
  private final BiFunction<Long, Random, List<Step>> steps;

  Fault(String words, int seconds, BiFunction<Long, Random, List<Step>> steps) {
    this.words = words;
    this.seconds = seconds;
    this.steps = steps;
  }

  /** How long calls are made in its round. */
  Duration length() {
    return Duration.ofSeconds(seconds);
  }

  /**
   * When an operator stops a promotion. A database that loses it never hears of it again: there it
   * is stopped before what is lost.
   */
  long stopAt() {
    return switch (this) {
      case DATABASE_TAIL_LOST, DATABASE_TAIL_LOST_AND_REDIS_EMPTIED -> EARLY;
      default -> length().toMillis() / 2;
    };
  }

  List<Step> steps(Random random) {
    long at = 3_000 + ms(random, 4_000);
    return steps.apply(at, random).stream().sorted(Comparator.comparingLong(Step::at)).toList();
  }

  @Override
  public String toString() {
    return words;
  }

  /** Who stops a promotion {@link #EARLY} has an answer by then, or none. */
  private static long afterStop(long at) {
    return at + Planner.PATIENT.toMillis();
  }

  private static long ms(Random random, int most) {
    return random.nextInt(most);
  }

  private static String instance(Random random) {
    return "flash-sale-" + (1 + random.nextInt(2));
  }

  private static List<Step> both(List<Step> one, List<Step> other) {
    List<Step> all = new ArrayList<>(one);
    all.addAll(other);
    return all;
  }

  private static List<Step> killed(long at, String name, long away) {
    return Step.inTurn(
        new Step(at, "kill -9 " + name, servers -> servers.kill(name)),
        new Step(at + away, "start " + name, servers -> servers.start(name)));
  }

  private static List<Step> stopped(long at, String name, long away) {
    return Step.inTurn(
        new Step(at, "SIGSTOP " + name, servers -> servers.pause(name)),
        new Step(at + 1_000 + away, "SIGCONT " + name, servers -> servers.resume(name)));
  }

  private static List<Step> flushed(long at) {
    return List.of(new Step(at, "SCRIPT FLUSH", servers -> servers.redis().flushScripts()));
  }
}
