package dev.storefront.shortlink.code;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * Translates ids to codes and back. Id n of a tier is the n-th code of a secret order: number n - 1
 * through the tier's keyed {@link Permutation}, written with 62 letters.
 */
@Component
public class CodeBook {

  private final Map<Tier, Permutation> permutations = new EnumMap<>(Tier.class);

  CodeBook(TierProperties tiers) {
    for (Tier tier : Tier.values()) {
      String secret = tier.length() + ":" + tiers.of(tier).key();
      permutations.put(tier, Permutation.keyedBy(secret, tier.size()));
    }
  }

  /** The address of an id of the tier, 1 to its size. */
  public Address.Numbered addressOf(Tier tier, long id) {
    long number = permutation(tier).apply(id - 1);
    return new Address.Numbered(Base62.encode(number, tier.length()), id, tier.segmentOf(id));
  }

  /** Where the link of that name would live, empty if no link can have the name. */
  public Optional<Address> locate(String code) {
    int length = code.length();
    if (length >= Tier.FIVE.length() && length <= Tier.SEVEN.length()) {
      long number = Base62.decode(code);
      if (number >= 0) {
        Tier tier = Tier.of(length);
        long id = permutation(tier).invert(number) + 1;
        return Optional.of(new Address.Numbered(code, id, tier.segmentOf(id)));
      }
    }
    return SlugRule.allows(code) ? Optional.of(new Address.Slug(code)) : Optional.empty();
  }

  private Permutation permutation(Tier tier) {
    Permutation found = permutations.get(tier);
    if (found == null) {
      throw new IllegalStateException("No permutation for " + tier);
    }
    return found;
  }
}
