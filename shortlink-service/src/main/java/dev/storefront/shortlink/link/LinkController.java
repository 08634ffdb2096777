package dev.storefront.shortlink.link;

import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.Caller;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Problem;
import dev.storefront.shortlink.admission.Admission;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.CodeBook;
import dev.storefront.shortlink.code.LinkProperties;
import dev.storefront.shortlink.link.LinkCreation.Creation;
import dev.storefront.shortlink.link.LinkEditing.Edit;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Objects;
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

  private final Admission admission;
  private final LinkCreation creation;
  private final LinkEditing editing;
  private final LinkReader reader;
  private final CodeBook codes;
  private final LinkRules rules;
  private final LongestLife lives;
  private final LinkProperties properties;

  LinkController(
      Admission admission,
      LinkCreation creation,
      LinkEditing editing,
      LinkReader reader,
      CodeBook codes,
      LinkRules rules,
      LongestLife lives,
      LinkProperties properties) {
    this.admission = admission;
    this.creation = creation;
    this.editing = editing;
    this.reader = reader;
    this.codes = codes;
    this.rules = rules;
    this.lives = lives;
    this.properties = properties;
  }

  @Operation(
      summary = "Makes a short link",
      description =
          "With a slug the tier does not matter; it has 3 to 32 letters, digits, `-` or `_`, of 5"
              + " to 7 not letters and digits alone. The target's host is stored in ASCII, and what"
              + " a URL cannot have behind it percent-encoded. A link without `expiresAt` ends when"
              + " nobody visits it for its tier's idle time; one with it lives until then. If that"
              + " is further ahead than its tier lets links live, it gets a code of seven letters,"
              + " as `tier` says. `utm`"
              + " puts parameters into the target's query, `forwardQuery` those of the visitor that"
              + " it does not have. Whoever does not know the `password` gets a form. 400"
              + " `banned-host`, if nothing else is wrong; 409 `slug-taken`, 409"
              + " `tier-exhausted`; 429 `rate-limited`: too many calls of the application in a"
              + " second.")
  @Answers({
    "400 invalid-request, banned-host",
    "409 slug-taken, tier-exhausted",
    "429 rate-limited"
  })
  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  CreatedLink create(@Parameter(hidden = true) Caller caller, @RequestBody NewLinkRequest body) {
    admission.admit(caller);
    Objections objections = new Objections();
    @Nullable LinkTerms wanted = rules.check(body, objections);
    Optional<Address.Slug> slug = slug(body.slug(), objections);
    objections.refuse();
    LinkTerms terms = Objects.requireNonNull(wanted);
    Creation made =
        slug.isPresent()
            ? creation.createSlug(slug.get(), terms, body.password(), caller.clientId())
            : creation.create(
                lives.tierFor(properties.tierOr(body.tier()), terms), terms, caller.clientId());
    if (made instanceof Creation.Created created) {
      return CreatedLink.of(created.address(), created.link(), properties);
    }
    throw refusal(made).toException();
  }

  @Operation(
      summary = "What a code leads to",
      description = "Looking does not renew the link. 404 `unknown-code`; 403 `not-yours`.")
  @Answers({"403 not-yours", "404 unknown-code"})
  @GetMapping("/{code}")
  LinkView find(@Parameter(hidden = true) Caller caller, @PathVariable String code) {
    Address address = locate(code);
    Lookup lookup = reader.find(address);
    return LinkView.of(address, lookup, lookup.linkFor(caller), properties);
  }

  @Operation(
      summary = "Changes a link",
      description =
          "What is absent stays as it is; null takes it away (not the `url`); what is given takes"
              + " the place of the whole of what was there. An expired link with a new end, or"
              + " without one, lives again. It keeps its code, however"
              + " long it is to live. 400 `banned-host`; 404 `unknown-code`; 403 `not-yours`; 429 `rate-limited`: too many"
              + " calls of the application in a second.")
  @Answers({
    "400 invalid-request, banned-host",
    "403 not-yours",
    "404 unknown-code",
    "429 rate-limited"
  })
  @PatchMapping("/{code}")
  LinkView change(
      @Parameter(hidden = true) Caller caller,
      @PathVariable String code,
      @RequestBody LinkChange body) {
    admission.admitChange(caller);
    Address address = locate(code);
    StoredLink changed = done(editing.change(caller, address, rules.check(body)));
    return LinkView.of(address, reader.judge(changed), changed, properties);
  }

  @Operation(
      summary = "Deletes a link",
      description =
          "Its code answers 404 from now on, until it is recycled; a slug is nobody's ever again. A"
              + " repeat is 204, too, for as long as Redis knows. 404 `unknown-code`; 403"
              + " `not-yours`; 429 `rate-limited`: too many calls of the application in a second.")
  @Answers({"403 not-yours", "404 unknown-code", "429 rate-limited"})
  @DeleteMapping("/{code}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@Parameter(hidden = true) Caller caller, @PathVariable String code) {
    admission.admitChange(caller);
    done(editing.delete(caller, locate(code)));
  }

  private static StoredLink done(Edit edit) {
    if (edit instanceof Edit.Done done) {
      return done.link();
    }
    if (edit instanceof Edit.Busy) {
      throw Problem.of(
              HttpStatus.SERVICE_UNAVAILABLE,
              "unavailable",
              "Many change this link at the same time. Try again.")
          .toException();
    }
    throw (edit instanceof Edit.NotYours ? Lookup.notYours() : Lookup.unknownCode()).toException();
  }

  private Address locate(String code) {
    return codes.locate(code).orElseThrow(() -> Lookup.unknownCode().toException());
  }

  private Optional<Address.Slug> slug(@Nullable String slug, Objections objections) {
    if (slug == null) {
      return Optional.empty();
    }
    if (codes.locate(slug).orElse(null) instanceof Address.Slug address) {
      return Optional.of(address);
    }
    objections.add(
        "slug",
        "must have 3 to 32 letters, digits, '-' or '_', be no reserved word, and of 5 to 7 have a"
            + " '-' or '_'");
    return Optional.empty();
  }

  private static Problem refusal(Creation made) {
    return made instanceof Creation.SlugTaken
        ? Problem.of(HttpStatus.CONFLICT, "slug-taken", "This slug is taken.")
        : Problem.of(HttpStatus.CONFLICT, "tier-exhausted", "Every code of this tier is in use.");
  }
}
