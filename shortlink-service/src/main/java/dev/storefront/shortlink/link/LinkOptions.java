package dev.storefront.shortlink.link;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a link may have besides its target and its end. Redis, HBase and Kafka have it in the same
 * form, so that a link redirects the same way wherever it was found.
 *
 * @param validFrom null for at once
 * @param maxVisits how often it redirects; null for always
 * @param tags at most {@value #MOST_TAGS}, none twice
 * @param passwordHash null for none
 * @param utm null for none
 * @param forwardQuery true if a visitor's query goes on to the target; null for not
 * @param devices null for one target for all
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record LinkOptions(
    @Nullable Instant validFrom,
    @Nullable Integer maxVisits,
    @Size(max = MOST_TAGS) List<@Size(max = LONGEST_TAG) String> tags,
    @Size(max = 200) @Nullable String passwordHash,
    @Nullable Utm utm,
    @Nullable Boolean forwardQuery,
    @Nullable Devices devices) {

  /** Of a plain link. */
  public static final LinkOptions NONE =
      new LinkOptions(null, null, List.of(), null, null, null, null);

  static final int MOST_TAGS = 20;
  static final int LONGEST_TAG = 64;

  private static final JsonMapper JSON = new JsonMapper();

  public LinkOptions {
    tags = tags == null ? List.of() : tags.stream().distinct().toList();
  }

  /** Parameters that a target gets, {@code utm_source} and so on. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Utm(
      @Schema(example = "sms") @Size(min = 1, max = 100) @Nullable String source,
      @Schema(example = "text") @Size(min = 1, max = 100) @Nullable String medium,
      @Schema(example = "spring-sale") @Size(min = 1, max = 100) @Nullable String campaign,
      @Schema(example = "brakes") @Size(min = 1, max = 100) @Nullable String term,
      @Schema(example = "headline") @Size(min = 1, max = 100) @Nullable String content) {}

  /** Other targets by the visitor's device; where there is none the link's own counts. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Devices(
      @Schema(example = "https://apps.example.com/ios") @Nullable String ios,
      @Schema(example = "https://apps.example.com/android") @Nullable String android,
      @Schema(example = "https://www.example.com/desktop") @Nullable String desktop) {}

  /** True of most links: whoever comes goes to the target as it stands. */
  @JsonIgnore
  public boolean isPlain() {
    return equals(NONE);
  }

  LinkOptions withPasswordHash(@Nullable String hash) {
    return new LinkOptions(validFrom, maxVisits, tags, hash, utm, forwardQuery, devices);
  }

  String encode() {
    return JSON.writeValueAsString(this);
  }

  static LinkOptions decode(String json) {
    return JSON.readValue(json, LinkOptions.class);
  }
}
