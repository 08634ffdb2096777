package dev.storefront.usertag.rule;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.storefront.usertag.tag.Tag;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a rule shall be. What a reply has besides is not looked at. */
@JsonIgnoreProperties("name")
record RulePut(
    @Schema(example = "buyer")
        @NotNull(message = "is required")
        @Pattern(regexp = Tag.NAME_PATTERN, message = "must match " + Tag.NAME_PATTERN)
        String tag,
    @NotNull(message = "is required") RuleTopic topic,
    @Schema(
            description =
                "the values that an event's members must have, each a text, a number or a boolean;"
                    + " may be left out",
            example = "{\"type\": \"PAID\"}")
        @Nullable Map<String, @Nullable Object> where,
    @Schema(description = "of how many events, 1 to 100; 1 if left out", example = "3")
        @Min(value = 1, message = "must be 1 to 100")
        @Max(value = MOST_EVENTS, message = "must be 1 to 100")
        @Nullable Integer atLeast,
    @Schema(
            description =
                "between the first and the last of them, 1 to 2,678,400 (31 days); needed with"
                    + " atLeast above 1",
            example = "86400")
        @Min(value = 1, message = "must be 1 to 2678400")
        @Max(value = LONGEST_WINDOW, message = "must be 1 to 2678400")
        @Nullable Long withinSeconds,
    @Schema(
            description =
                "from the last of them until the tag is taken again, up to 10 years; left out:"
                    + " never",
            example = "2592000")
        @Min(value = 1, message = "must be 1 to 315360000")
        @Max(value = LONGEST_LIFE, message = "must be 1 to 315360000")
        @Nullable Long expiresAfterSeconds) {

  static final int MOST_EVENTS = 100;
  static final long LONGEST_WINDOW = 2_678_400;
  static final long LONGEST_LIFE = 315_360_000;
  private static final int LONGEST_VALUE = 512;

  @Schema(hidden = true)
  @AssertTrue(
      message =
          "must have members of the topic's events alone: a text of up to 512 characters, a number"
              + " or a boolean of each")
  boolean isWhere() {
    return where == null
        || topic == null
        || where.entrySet().stream()
            .allMatch(
                entry -> topic.fields().contains(entry.getKey()) && isValue(entry.getValue()));
  }

  @Schema(hidden = true)
  @AssertTrue(message = "is needed with atLeast above 1")
  boolean isWithinSeconds() {
    return atLeast == null || atLeast == 1 || withinSeconds != null;
  }

  Map<String, Object> conditions() {
    Map<String, Object> conditions = new TreeMap<>();
    if (where != null) {
      where.forEach((member, value) -> conditions.put(member, Objects.requireNonNull(value)));
    }
    return conditions;
  }

  private static boolean isValue(@Nullable Object value) {
    return (value instanceof Number number && Double.isFinite(number.doubleValue()))
        || value instanceof Boolean
        || (value instanceof String text && text.length() <= LONGEST_VALUE);
  }
}
