package dev.storefront.common.redis;

import dev.storefront.lua.LuaScript;
import io.lettuce.core.cluster.SlotHash;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * A script with its keys and arguments, checked before it is sent: a script whose keys lie
 * elsewhere would fail, or worse, would answer from a slot that holds nothing.
 *
 * @param script the script
 * @param keys full key names, all of one hash slot
 * @param args arguments as Redis gets them
 * @param slot of all its keys, -1 if it has none
 * @param mostDoubted it fails as long as its slot is in doubt by a later generation than this
 */
public record ScriptCall(
    LuaScript script, byte[][] keys, byte[][] args, int slot, long mostDoubted) {

  private static final int NONE = -1;

  /**
   * @param args each a {@code byte[]}, or anything else whose {@code toString} is sent as UTF-8
   * @throws IllegalArgumentException if the number of keys is not the script's, or the keys lie in
   *     more than one slot
   */
  public static ScriptCall of(LuaScript script, List<String> keys, Object... args) {
    int count = keys.size();
    int min = script.header().minKeys();
    if (script.header().exactKeys() ? count != min : count < min) {
      throw new IllegalArgumentException(
          "%s takes %d keys%s, got %d"
              .formatted(script.name(), min, script.header().exactKeys() ? "" : " or more", count));
    }
    byte[][] keyBytes = new byte[count][];
    int slot = NONE;
    for (int i = 0; i < count; i++) {
      keyBytes[i] = keys.get(i).getBytes(StandardCharsets.UTF_8);
      int own = SlotHash.getSlot(keyBytes[i]);
      slot = i == 0 ? own : slot;
      if (own != slot) {
        throw new IllegalArgumentException(
            "%s: %s and %s lie in different slots"
                .formatted(script.name(), keys.get(0), keys.get(i)));
      }
    }
    byte[][] argBytes = new byte[args.length][];
    for (int i = 0; i < args.length; i++) {
      argBytes[i] =
          args[i] instanceof byte[] bytes
              ? bytes
              : args[i].toString().getBytes(StandardCharsets.UTF_8);
    }
    return new ScriptCall(script, keyBytes, argBytes, slot, Long.MAX_VALUE);
  }

  /**
   * The same, for what no old record may answer, and that no record tells whether it is old: it
   * fails as if Redis were away as long as its slot is in {@link RedisDoubt}. Does nothing in a
   * service that is not told of a Redis that fell back.
   */
  public ScriptCall unlessInDoubt() {
    return unlessInDoubtAfter(0);
  }

  /**
   * As {@link #unlessInDoubt}, for what the caller has put right itself already.
   *
   * @param generation of the doubt that does not concern it any more, as {@link ScriptRunner#doubt}
   *     told; a later one does
   */
  public ScriptCall unlessInDoubtAfter(long generation) {
    return new ScriptCall(script, keys, args, slot, generation);
  }

  /**
   * The arguments as the script gets them: with the fence behind them if its header asks for it.
   */
  byte[][] fencedBy(long generation, long floor) {
    if (!script.header().fenced()) {
      return args;
    }
    byte[][] all = Arrays.copyOf(args, args.length + 2);
    all[args.length] = Long.toString(generation).getBytes(StandardCharsets.US_ASCII);
    all[args.length + 1] = Long.toString(floor).getBytes(StandardCharsets.US_ASCII);
    return all;
  }
}
