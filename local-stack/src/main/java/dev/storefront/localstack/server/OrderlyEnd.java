package dev.storefront.localstack.server;

import java.io.IOException;
import java.util.Optional;

/**
 * Notes in a Redis node, as its last write, which process is about to end. Its files keep the order
 * of writes: who finds the note of a process finds all that it acknowledged. Without the note a
 * service counts the next start of the node as one that lost its last second.
 */
final class OrderlyEnd {

  /**
   * Longer than an end takes. A node that did not end after all takes writes again then, and those
   * who watch it take the note away.
   */
  private static final String NO_WRITES_MILLIS = "60000";

  private static final int FIXED_FIELDS = 8;
  private static final int SLOTS = 16_384;
  private static final int POLYNOMIAL = 0x1021;

  private OrderlyEnd() {}

  /** From the note on the node takes no writes. A node without slots has nothing to note. */
  static void note(RedisConnection node) throws IOException {
    Optional<Integer> slot = firstSlot(node.send("CLUSTER", "NODES"));
    if (slot.isEmpty()) {
      return;
    }
    String process =
        node.send("INFO", "server")
            .lines()
            .filter(line -> line.startsWith("run_id:"))
            .findFirst()
            .orElseThrow()
            .substring("run_id:".length())
            .strip();
    node.send("MULTI");
    node.send("SET", "orderly-end:{" + tag(slot.get()) + "}", process);
    node.send("CLIENT", "PAUSE", NO_WRITES_MILLIS, "WRITE");
    node.send("EXEC");
  }

  /** The first slot of the node's own, as it stands in its own line. */
  private static Optional<Integer> firstSlot(String nodes) {
    return nodes
        .lines()
        .filter(line -> line.contains("myself,master"))
        .map(line -> line.split(" "))
        .filter(fields -> fields.length > FIXED_FIELDS && !fields[FIXED_FIELDS].startsWith("["))
        .map(fields -> Integer.valueOf(fields[FIXED_FIELDS].split("-")[0]))
        .findFirst();
  }

  /** The smallest number whose text lies in the slot. */
  private static int tag(int slot) {
    int number = 0;
    while (crc16(Integer.toString(number)) % SLOTS != slot) {
      number++;
    }
    return number;
  }

  /** CRC-16/XMODEM, by which Redis Cluster chooses a key's slot. */
  private static int crc16(String text) {
    int crc = 0;
    for (int i = 0; i < text.length(); i++) {
      crc ^= text.charAt(i) << Byte.SIZE;
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        crc = (crc & 0x8000) == 0 ? crc << 1 : crc << 1 ^ POLYNOMIAL;
      }
      crc &= 0xFFFF;
    }
    return crc;
  }
}
