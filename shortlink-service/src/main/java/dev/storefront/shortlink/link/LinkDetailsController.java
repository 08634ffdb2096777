package dev.storefront.shortlink.link;

import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.Caller;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Problem;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.CodeBook;
import dev.storefront.shortlink.code.LinkProperties;
import dev.storefront.shortlink.lease.Ownership;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@Tag(name = "links")
@RestController
@RequestMapping("/api/v1/links/{code}")
@RequiresScope({Scope.SERVICE, Scope.OPERATOR})
class LinkDetailsController {

  private static final MediaType SVG = MediaType.valueOf("image/svg+xml");
  private static final Comparator<MediaType> MOST_SPECIFIC_FIRST =
      Comparator.comparing(MediaType::isWildcardType).thenComparing(MediaType::isWildcardSubtype);
  private static final List<MediaType> FORMS = List.of(MediaType.IMAGE_PNG, SVG);

  private final CodeBook codes;
  private final LinkReader reader;
  private final Owners owners;
  private final LinkProperties properties;

  LinkDetailsController(
      CodeBook codes, LinkReader reader, Owners owners, LinkProperties properties) {
    this.codes = codes;
    this.reader = reader;
    this.owners = owners;
    this.properties = properties;
  }

  @Operation(
      summary = "The short URL as a QR code",
      description =
          "PNG, or SVG with `?format=svg` or where `Accept` likes it better; 406 where it allows"
              + " neither.",
      responses =
          @ApiResponse(
              responseCode = "200",
              content = {
                @Content(
                    mediaType = "image/png",
                    schema = @Schema(type = "string", format = "binary")),
                @Content(mediaType = "image/svg+xml", schema = @Schema(type = "string"))
              }))
  @Answers({"403 not-yours", "404 unknown-code", "406 not-acceptable"})
  @GetMapping("/qr")
  ResponseEntity<byte[]> qr(
      @Parameter(hidden = true) Caller caller,
      @PathVariable String code,
      @RequestParam(required = false) @Nullable String format,
      @RequestParam(defaultValue = "256") @Min(64) @Max(1024) int size,
      @RequestHeader(name = HttpHeaders.ACCEPT, defaultValue = "*/*") String accept)
      throws HttpMediaTypeNotAcceptableException {
    reader.find(locate(code)).linkFor(caller);
    QrImage image = new QrImage(properties.shortUrl(code));
    return isSvg(format, accept)
        ? ResponseEntity.ok()
            .contentType(SVG)
            .body(image.svg(size).getBytes(StandardCharsets.UTF_8))
        : ResponseEntity.ok().contentType(MediaType.IMAGE_PNG).body(image.png(size));
  }

  @Operation(
      summary = "Who owned the code, and when",
      description =
          "Oldest first. `until` is null for the present owner, and when the link was deleted, the"
              + " time of that. For the last of them, and for operators. 404 `unknown-code`; 403"
              + " `not-yours`.")
  @Answers({"403 not-yours", "404 unknown-code"})
  @GetMapping("/owners")
  OwnersView owners(@Parameter(hidden = true) Caller caller, @PathVariable String code) {
    List<Ownership> all = owners.of(locate(code));
    if (all.isEmpty()) {
      throw Lookup.unknownCode().toException();
    }
    if (!caller.has(Scope.OPERATOR)
        && !all.get(all.size() - 1).clientId().equals(caller.clientId())) {
      throw Lookup.notYours().toException();
    }
    return new OwnersView(code, all.stream().map(OwnerView::of).toList());
  }

  private Address locate(String code) {
    return codes.locate(code).orElseThrow(() -> Lookup.unknownCode().toException());
  }

  private static boolean isSvg(@Nullable String format, String accept)
      throws HttpMediaTypeNotAcceptableException {
    if (format == null) {
      return preferred(accept).equals(SVG);
    }
    return switch (format.toLowerCase(Locale.ROOT)) {
      case "svg" -> true;
      case "png" -> false;
      default -> throw Problem.invalid("format", "must be png or svg").toException();
    };
  }

  /** PNG where both are as welcome. */
  private static MediaType preferred(String accept) throws HttpMediaTypeNotAcceptableException {
    try {
      List<MediaType> accepted =
          MediaType.parseMediaTypes(accept).stream().sorted(MOST_SPECIFIC_FIRST).toList();
      return FORMS.stream()
          .filter(form -> quality(form, accepted) > 0)
          .max(Comparator.comparingDouble(form -> quality(form, accepted)))
          .orElseThrow(() -> new HttpMediaTypeNotAcceptableException(FORMS));
    } catch (InvalidMediaTypeException malformed) {
      throw new HttpMediaTypeNotAcceptableException(FORMS);
    }
  }

  /** What the first that includes the form says of it: the most specific comes first. */
  private static double quality(MediaType form, List<MediaType> accepted) {
    return accepted.stream()
        .filter(type -> type.includes(form))
        .findFirst()
        .map(MediaType::getQualityValue)
        .orElse(0.0);
  }

  record OwnersView(@Schema(example = "4Xk02a") String code, List<OwnerView> owners) {}

  record OwnerView(
      @Schema(example = "order-app") String owner,
      @Schema(example = "1") int generation,
      Instant from,
      @Nullable Instant until) {

    static OwnerView of(Ownership ownership) {
      return new OwnerView(
          ownership.clientId(), ownership.generation(), ownership.from(), ownership.until());
    }
  }
}
