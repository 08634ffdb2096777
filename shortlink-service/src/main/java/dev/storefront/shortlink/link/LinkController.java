package dev.storefront.shortlink.link;

import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.Caller;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.InvalidField;
import dev.storefront.common.web.Problem;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.CodeBook;
import dev.storefront.shortlink.code.LinkProperties;
import dev.storefront.shortlink.link.LinkCreation.Creation;
import dev.storefront.shortlink.link.LinkEditing.Edit;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
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

  private final LinkCreation creation;
  private final LinkEditing editing;
  private final LinkReader reader;
  private final CodeBook codes;
  private final LinkRules rules;
  private final LinkProperties properties;

  LinkController(
      LinkCreation creation,
      LinkEditing editing,
      LinkReader reader,
      CodeBook codes,
      LinkRules rules,
      LinkProperties properties) {
    this.creation = creation;
    this.editing = editing;
    this.reader = reader;
    this.codes = codes;
    this.rules = rules;
    this.properties = properties;
  }

  @Operation(
      summary = "Makes a short link",
      description =
          "With a slug the tier does not matter. A link without `expiresAt` ends when nobody visits"
              + " it for its tier's idle time; one with it lives until then. `utm` puts parameters"
              + " into the target's query, `forwardQuery` those of the visitor that it does not"
              + " have. Whoever does not know the `password` gets a form. 400 `banned-host`, 409"
              + " `slug-taken`, 409 `tier-exhausted`.")
  @Answers({"400 invalid-request, banned-host", "409 slug-taken, tier-exhausted"})
  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  CreatedLink create(
      @Parameter(hidden = true) Caller caller, @Valid @RequestBody NewLinkRequest body) {
    List<InvalidField> errors = new ArrayList<>();
    @Nullable LinkTerms terms = rules.check(body, errors);
    Optional<Address.Slug> slug = slug(body.slug(), errors);
    if (terms == null || !errors.isEmpty()) {
      throw InvalidField.problem(errors).toException();
    }
    Creation made =
        slug.isPresent()
            ? creation.createSlug(slug.get(), terms, body.password(), caller.clientId())
            : creation.create(properties.tierOr(body.tier()), terms, caller.clientId());
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
              + " without one, lives again. 400 `banned-host`; 404 `unknown-code`; 403"
              + " `not-yours`.")
  @Answers({"400 invalid-request, banned-host", "403 not-yours", "404 unknown-code"})
  @PatchMapping("/{code}")
  LinkView change(
      @Parameter(hidden = true) Caller caller,
      @PathVariable String code,
      @Valid @RequestBody LinkChange body) {
    Address address = locate(code);
    StoredLink changed = done(editing.change(caller, address, rules.check(body)));
    return LinkView.of(address, reader.judge(changed), changed, properties);
  }

  @Operation(
      summary = "Deletes a link",
      description =
          "Its code answers 404 from now on, until it is recycled. 404 `unknown-code`; 403"
              + " `not-yours`.")
  @Answers({"403 not-yours", "404 unknown-code"})
  @DeleteMapping("/{code}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@Parameter(hidden = true) Caller caller, @PathVariable String code) {
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
