package dev.storefront.shortlink.link;

import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.Caller;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.InvalidField;
import dev.storefront.common.web.Problem;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.CodeBook;
import dev.storefront.shortlink.link.LinkCreation.Creation;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@Tag(name = "links")
@RestController
@RequestMapping("/api/v1/links")
@RequiresScope({Scope.SERVICE, Scope.OPERATOR})
class LinkController {

  private static final Duration LONGEST_LIFE = Duration.ofDays(3660);

  private final LinkCreation creation;
  private final LinkEditing editing;
  private final LinkReader reader;
  private final CodeBook codes;
  private final TargetUrl targets;
  private final LinkProperties properties;
  private final Clock clock;

  LinkController(
      LinkCreation creation,
      LinkEditing editing,
      LinkReader reader,
      CodeBook codes,
      TargetUrl targets,
      LinkProperties properties,
      Clock clock) {
    this.creation = creation;
    this.editing = editing;
    this.reader = reader;
    this.codes = codes;
    this.targets = targets;
    this.properties = properties;
    this.clock = clock;
  }

  @Operation(
      summary = "Makes a short link",
      description =
          "With a slug the tier does not matter. A link without `expiresAt` ends when nobody visits"
              + " it for its tier's idle time; one with it lives until then. 409 `slug-taken`, 409"
              + " `tier-exhausted`.")
  @Answers("409 slug-taken, tier-exhausted")
  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  CreatedLink create(
      @Parameter(hidden = true) Caller caller, @Valid @RequestBody NewLinkRequest body) {
    List<InvalidField> errors = new ArrayList<>();
    @Nullable String url = good(body.url(), errors);
    @Nullable Instant expiresAt = future(body.expiresAt(), errors);
    Optional<Address.Slug> slug = slug(body.slug(), errors);
    if (url == null || !errors.isEmpty()) {
      throw InvalidField.problem(errors).toException();
    }
    Creation made =
        slug.isPresent()
            ? creation.createSlug(slug.get(), url, expiresAt, caller.clientId())
            : creation.create(properties.tierOr(body.tier()), url, expiresAt, caller.clientId());
    if (made instanceof Creation.Created created) {
      return CreatedLink.of(created.address(), created.link(), properties);
    }
    throw refusal(made).toException();
  }

  @Operation(
      summary = "What a code leads to",
      description = "Looking does not renew the link. 404 `unknown-code`.")
  @Answers("404 unknown-code")
  @GetMapping("/{code}")
  LinkView find(@PathVariable String code) {
    Address address = locate(code);
    Lookup lookup = reader.find(address);
    if (lookup instanceof Lookup.Found found) {
      return LinkView.of(address, found.link(), "ACTIVE", properties);
    }
    if (lookup instanceof Lookup.Expired expired) {
      return LinkView.of(address, expired.link(), "EXPIRED", properties);
    }
    throw unknownCode().toException();
  }

  @Operation(
      summary = "Gives a link another target or end",
      description =
          "What is absent stays as it is; `expiresAt: null` takes the end away. An expired link with a new"
              + " end, or without one, lives again. 404 `unknown-code`.")
  @Answers("404 unknown-code")
  @PatchMapping("/{code}")
  LinkView change(@PathVariable String code, @Valid @RequestBody LinkChange body) {
    Address address = locate(code);
    List<InvalidField> errors = new ArrayList<>();
    @Nullable String url = body.url() == null ? null : good(body.url(), errors);
    @Nullable Instant expiresAt = future(body.end(errors), errors);
    if (body.isEmpty()) {
      errors.add(new InvalidField("body", "must have url or expiresAt"));
    }
    if (!errors.isEmpty()) {
      throw InvalidField.problem(errors).toException();
    }
    StoredLink changed =
        editing
            .change(address, url, expiresAt, body.takesEndAway())
            .orElseThrow(() -> unknownCode().toException());
    String state = changed.isExpired(clock.instant()) ? "EXPIRED" : "ACTIVE";
    return LinkView.of(address, changed, state, properties);
  }

  @Operation(
      summary = "Deletes a link",
      description = "Its code answers 404 from now on, until it is recycled. 404 `unknown-code`.")
  @Answers("404 unknown-code")
  @DeleteMapping("/{code}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@PathVariable String code) {
    if (!editing.delete(locate(code))) {
      throw unknownCode().toException();
    }
  }

  static Problem unknownCode() {
    return Problem.of(HttpStatus.NOT_FOUND, "unknown-code", "There is no link under this code.");
  }

  private Address locate(String code) {
    return codes.locate(code).orElseThrow(() -> unknownCode().toException());
  }

  private @Nullable String good(@Nullable String url, List<InvalidField> errors) {
    TargetUrl.Check check = targets.check(url);
    if (check instanceof TargetUrl.Check.Good good) {
      return good.url();
    }
    errors.add(new InvalidField("url", ((TargetUrl.Check.Bad) check).reason()));
    return null;
  }

  private @Nullable Instant future(@Nullable Instant time, List<InvalidField> errors) {
    if (time == null) {
      return null;
    }
    Instant now = clock.instant();
    if (!time.isAfter(now) || time.isAfter(now.plus(LONGEST_LIFE))) {
      errors.add(new InvalidField("expiresAt", "must lie ahead, at most ten years"));
    }
    return Instant.ofEpochMilli(time.toEpochMilli());
  }

  private Optional<Address.Slug> slug(@Nullable String slug, List<InvalidField> errors) {
    if (slug == null) {
      return Optional.empty();
    }
    if (codes.locate(slug).orElse(null) instanceof Address.Slug address) {
      return Optional.of(address);
    }
    errors.add(
        new InvalidField(
            "slug",
            "must have 8 to 32 letters, digits, '-' or '_' (3 to 32 with a '-' or '_' among them)"
                + " and be no reserved word"));
    return Optional.empty();
  }

  private static Problem refusal(Creation made) {
    return made instanceof Creation.SlugTaken
        ? Problem.of(HttpStatus.CONFLICT, "slug-taken", "This slug is taken.")
        : Problem.of(HttpStatus.CONFLICT, "tier-exhausted", "Every code of this tier is in use.");
  }
}
