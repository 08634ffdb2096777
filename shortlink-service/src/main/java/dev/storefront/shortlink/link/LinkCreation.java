package dev.storefront.shortlink.link;

import dev.storefront.common.degradation.Guard;
import dev.storefront.common.metrics.UseCase;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.CodeBook;
import dev.storefront.shortlink.code.Tier;
import dev.storefront.shortlink.link.LinkPublisher.NewLink;
import dev.storefront.shortlink.link.LinkStore.Published;
import dev.storefront.shortlink.link.OwnCodes.OwnCode;
import dev.storefront.shortlink.password.Passwords;
import dev.storefront.shortlink.tier.TierChoice;
import java.time.Clock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Makes single links, under a code of the service's own or under a slug. */
@Component
class LinkCreation {

  private static final int ATTEMPTS = 5;
  private static final int SLUG_GENERATION = 1;

  private final TierChoice tiers;
  private final OwnCodes ownCodes;
  private final CodeBook codes;
  private final Slugs slugs;
  private final LinkPublisher publisher;
  private final LinkIndex index;
  private final Passwords passwords;
  private final Guard database;
  private final Clock clock;

  LinkCreation(
      TierChoice tiers,
      OwnCodes ownCodes,
      CodeBook codes,
      Slugs slugs,
      LinkPublisher publisher,
      LinkIndex index,
      Passwords passwords,
      Guard database,
      Clock clock) {
    this.tiers = tiers;
    this.ownCodes = ownCodes;
    this.codes = codes;
    this.slugs = slugs;
    this.publisher = publisher;
    this.index = index;
    this.passwords = passwords;
    this.database = database;
    this.clock = clock;
  }

  /** How making a link ends. */
  sealed interface Creation {

    record Created(Address address, StoredLink link) implements Creation {}

    record SlugTaken() implements Creation {}

    record TierExhausted() implements Creation {}
  }

  /** A link under the next code of the tier, or of the next one if that is where links go now. */
  @UseCase("create-link")
  Creation create(Tier wanted, LinkTerms terms, String clientId) {
    for (Tier tier : tiers.inTurn(wanted)) {
      Creation made = createIn(tier, terms, clientId);
      if (made instanceof Creation.Created) {
        tiers.count(wanted, tier, 1);
        return made;
      }
    }
    return new Creation.TierExhausted();
  }

  private Creation createIn(Tier tier, LinkTerms terms, String clientId) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Optional<OwnCode> code = ownCodes.next(tier);
      if (code.isEmpty()) {
        return new Creation.TierExhausted();
      }
      Address address = codes.addressOf(tier, code.get().id());
      Published published =
          publish(
              address,
              StoredLink.made(code.get().generation(), terms, clientId, clock),
              code.get().latest().toEpochMilli());
      if (published.reply() == LinkReply.PUBLISHED && published.link() != null) {
        return created(address, published.link());
      }
      // The lease was overtaken: it was swept, its segment recycled, or the code used.
    }
    throw new IllegalStateException("No free code in " + ATTEMPTS + " attempts");
  }

  /**
   * A link under a chosen name.
   *
   * @param password what the hash in the terms is of; null for none
   */
  @UseCase("create-slug")
  Creation createSlug(
      Address.Slug slug, LinkTerms terms, @Nullable String password, String clientId) {
    if (!database.answer(() -> slugs.reserve(slug.code(), clientId, clock.instant()))) {
      return new Creation.SlugTaken();
    }
    StoredLink wanted = StoredLink.made(SLUG_GENERATION, terms, clientId, clock);
    Published published = publish(slug, wanted, 0);
    StoredLink link = published.link();
    if (link != null && !published.isOurs() && isOf(link, wanted, password)) {
      published = publish(slug, link, 0);
    }
    if (link == null
        || !published.isOurs()
        || !database.answer(() -> slugs.markPublished(slug.code()))) {
      return new Creation.SlugTaken();
    }
    return created(slug, link);
  }

  /** True if an earlier try of the same request left the link: hashes of a password differ. */
  private boolean isOf(StoredLink link, StoredLink wanted, @Nullable String password) {
    @Nullable String hash = link.options().passwordHash();
    return hash != null
        && password != null
        && !link.deleted()
        && link.createdBy().equals(wanted.createdBy())
        && link.url().equals(wanted.url())
        && link.options().equals(wanted.options().withPasswordHash(hash))
        && passwords.matches(password, hash);
  }

  /** In the lists at once. */
  private Creation created(Address address, StoredLink link) {
    index.storeNow(MappingEvent.of(MappingEvent.Type.WRITTEN, address, link));
    return new Creation.Created(address, link);
  }

  private Published publish(Address address, StoredLink link, long latest) {
    return publisher.publish(new NewLink(address, link, latest));
  }
}
