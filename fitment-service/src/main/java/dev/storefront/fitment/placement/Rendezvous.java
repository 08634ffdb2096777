package dev.storefront.fitment.placement;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/**
 * Chooses one of several names for a number: the one whose hash together with the number is
 * highest. So a new name takes its equal share from all others and moves nothing among them, and
 * one that goes leaves its share to all others. The choice depends on the names and the number
 * alone and is the same in every release; data lies where it says.
 */
final class Rendezvous {

  private final List<Candidate> candidates;

  /** Among these; their order does not matter. */
  Rendezvous(List<String> names) {
    candidates = names.stream().sorted().map(Candidate::of).toList();
  }

  String choose(long number) {
    Candidate best = candidates.get(0);
    for (Candidate candidate : candidates) {
      if (candidate.score(number) > best.score(number)) {
        best = candidate;
      }
    }
    return best.name();
  }

  private record Candidate(String name, long seed) {

    static Candidate of(String name) {
      try {
        byte[] hash =
            MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
        return new Candidate(name, ByteBuffer.wrap(hash).getLong());
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java has SHA-256", e);
      }
    }

    long score(long number) {
      return mix(seed + mix(number));
    }

    /** SplitMix64's last step: every bit of the argument changes about half of the result's. */
    private static long mix(long value) {
      long mixed = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
      mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
      return mixed ^ (mixed >>> 31);
    }
  }
}
