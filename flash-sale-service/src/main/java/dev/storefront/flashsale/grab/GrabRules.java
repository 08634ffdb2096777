package dev.storefront.flashsale.grab;

import dev.storefront.common.client.IpAddress;
import dev.storefront.common.web.InvalidField;
import jakarta.validation.Validator;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * What a grab has to be like. Nothing is said of the items of a list that is too long: {@code
 * Valid} would look at, and tell of, all of them, and that in a time that grows with the square of
 * their number.
 */
@Component
class GrabRules {

  /** Characters of a pin. */
  static final int LONGEST_PIN = 128;

  private static final String PIN =
      "must be 1 to " + LONGEST_PIN + " characters of Unicode, not all of them blank";

  private final Validator validator;

  GrabRules(Validator validator) {
    this.validator = validator;
  }

  /** All that is wrong with a request, by field. */
  Stream<InvalidField> broken(GrabRequest request) {
    return Stream.of(
            brokenOf("", request),
            request.pin() == null ? Stream.<InvalidField>empty() : brokenPin(request.pin()),
            brokenIp(request.ip()),
            brokenItems(request.items()))
        .flatMap(broken -> broken)
        .sorted(Comparator.comparing(InvalidField::field));
  }

  /**
   * What is wrong with an account's name. Half a surrogate pair is no character: UTF-8 has none for
   * it, and all such accounts would be one.
   */
  Stream<InvalidField> brokenPin(String pin) {
    boolean sound =
        !pin.isBlank()
            && pin.length() <= LONGEST_PIN
            && pin.codePoints().noneMatch(c -> Character.getType(c) == Character.SURROGATE);
    return sound ? Stream.empty() : Stream.of(new InvalidField("pin", PIN));
  }

  private static Stream<InvalidField> brokenIp(@Nullable String ip) {
    return ip == null || IpAddress.parse(ip).isPresent()
        ? Stream.empty()
        : Stream.of(new InvalidField("ip", "must be an IP address"));
  }

  private Stream<InvalidField> brokenItems(@Nullable List<GrabRequest.@Nullable Item> items) {
    if (items == null || items.size() > GrabRequest.MOST_ITEMS) {
      return Stream.empty();
    }
    Set<Long> seen = new HashSet<>();
    return IntStream.range(0, items.size())
        .boxed()
        .flatMap(i -> brokenItem("items[" + i + "]", items.get(i), seen));
  }

  private Stream<InvalidField> brokenItem(
      String path, GrabRequest.@Nullable Item item, Set<Long> seen) {
    if (item == null) {
      return Stream.of(new InvalidField(path, "must not be null"));
    }
    @Nullable Long promotion = item.promotionId();
    return promotion == null || seen.add(promotion)
        ? brokenOf(path + ".", item)
        : Stream.concat(
            brokenOf(path + ".", item),
            Stream.of(new InvalidField(path + ".promotionId", "is in the order already")));
  }

  private Stream<InvalidField> brokenOf(String path, Object rules) {
    return validator.validate(rules).stream()
        .map(broken -> new InvalidField(path + broken.getPropertyPath(), broken.getMessage()));
  }
}
