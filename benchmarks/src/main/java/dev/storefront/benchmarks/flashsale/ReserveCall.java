package dev.storefront.benchmarks.flashsale;

import dev.storefront.common.redis.ScriptCall;
import dev.storefront.lua.LuaScript;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A call of {@code reserveUnits} that reserves one unit for a random order and buyer, as the
 * service makes it.
 *
 * @param record the promotion's record
 * @param now epoch milliseconds
 */
record ReserveCall(String record, long now) {

  static final LuaScript SCRIPT = LuaScript.load("flashsale/reserveUnits");

  /** Each number in the call is drawn from so many. */
  static final int NUMBERS = 20_000;

  /** What redis-benchmark replaces by 12 digits, each time by others. */
  private static final String DRAWN = "__rand_int__";

  private static final String TWELVE_DIGITS = "000000000000";

  /** The same call, with numbers drawn here. */
  ScriptCall drawn() {
    return ScriptCall.of(
        SCRIPT, keys(draw(), draw(), draw()), (Object[]) args(draw(), draw(), draw()));
  }

  /** The command as redis-benchmark takes it. */
  List<String> command() {
    List<String> keys = keys(DRAWN, DRAWN, DRAWN);
    List<String> command = new ArrayList<>(List.of("EVALSHA", SCRIPT.sha1()));
    command.add(Integer.toString(keys.size()));
    command.addAll(keys);
    command.addAll(List.of(args(DRAWN, DRAWN, DRAWN)));
    command.addAll(List.of("1", "1")); // generation and floor, as the runner adds them
    return command;
  }

  private List<String> keys(String marks, String ip, String pin) {
    return List.of(
        record,
        record + ":orders:" + marks,
        record + ":limits:" + ip,
        record + ":limits:" + pin,
        record + ":pending");
  }

  private String[] args(String order, String pin, String noted) {
    return new String[] {
      Long.toString(now),
      order,
      "1",
      "1",
      "203.0.113.7",
      pin,
      noted + "|1|GRAB|1|203.0.113.7|user",
      "0",
      "0",
    };
  }

  private static String draw() {
    String number = Integer.toString(ThreadLocalRandom.current().nextInt(NUMBERS));
    return TWELVE_DIGITS.substring(number.length()) + number;
  }
}
