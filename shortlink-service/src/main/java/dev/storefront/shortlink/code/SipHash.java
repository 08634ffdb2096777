package dev.storefront.shortlink.code;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SipHash-2-4 of one 64-bit word: a fast keyed function that nobody predicts without the key. */
final class SipHash {

  private static final long LENGTH_BLOCK = 8L << 56;

  private final long k0;
  private final long k1;

  SipHash(long k0, long k1) {
    this.k0 = k0;
    this.k1 = k1;
  }

  /** Keyed by a secret text. */
  static SipHash keyedBy(String secret) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8));
      ByteBuffer key = ByteBuffer.wrap(digest).order(ByteOrder.LITTLE_ENDIAN);
      return new SipHash(key.getLong(), key.getLong());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }

  long of(long word) {
    State state = new State(k0, k1);
    state.absorb(word);
    state.absorb(LENGTH_BLOCK);
    return state.finish();
  }

  /** Four words that are added, rotated and mixed; short-lived, so that it stays in registers. */
  private static final class State {

    private long v0;
    private long v1;
    private long v2;
    private long v3;

    State(long k0, long k1) {
      v0 = k0 ^ 0x736f6d6570736575L;
      v1 = k1 ^ 0x646f72616e646f6dL;
      v2 = k0 ^ 0x6c7967656e657261L;
      v3 = k1 ^ 0x7465646279746573L;
    }

    void absorb(long word) {
      v3 ^= word;
      round();
      round();
      v0 ^= word;
    }

    long finish() {
      v2 ^= 0xff;
      round();
      round();
      round();
      round();
      return v0 ^ v1 ^ v2 ^ v3;
    }

    private void round() {
      v0 += v1;
      v1 = Long.rotateLeft(v1, 13) ^ v0;
      v0 = Long.rotateLeft(v0, 32);
      v2 += v3;
      v3 = Long.rotateLeft(v3, 16) ^ v2;
      v0 += v3;
      v3 = Long.rotateLeft(v3, 21) ^ v0;
      v2 += v1;
      v1 = Long.rotateLeft(v1, 17) ^ v2;
      v2 = Long.rotateLeft(v2, 32);
    }
  }
}
