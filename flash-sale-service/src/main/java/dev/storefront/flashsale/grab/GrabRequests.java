package dev.storefront.flashsale.grab;

import dev.storefront.common.security.Caller;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.InvalidField;
import dev.storefront.flashsale.order.Orders;
import jakarta.validation.Validator;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Checks requests and completes them by who asks: of a user's call, pin and ip come from the token
 * and the connection, whatever the body says; of a service's call, from the body.
 */
@Component
class GrabRequests {

  private static final int LONGEST_PIN = 128;
  private static final Pattern IP = Pattern.compile("[0-9a-fA-F.:]{2,45}");

  private final Validator validator;

  GrabRequests(Validator validator) {
    this.validator = validator;
  }

  /**
   * The order to grab.
   *
   * @throws dev.storefront.common.web.ProblemException 400 that lists everything that is wrong
   */
  Orders.Draft draft(GrabRequest request, Caller caller, String connectedFrom) {
    boolean service = caller.has(Scope.SERVICE);
    @Nullable String pin = service ? request.pin() : caller.subject();
    @Nullable String ip = service ? request.ip() : withoutZone(connectedFrom);
    List<InvalidField> errors = new ArrayList<>();
    validator
        .validate(request)
        .forEach(v -> errors.add(new InvalidField(v.getPropertyPath().toString(), v.getMessage())));
    checkTwice(request, errors);
    if (pin == null || pin.isBlank() || pin.length() > LONGEST_PIN) {
      errors.add(new InvalidField("pin", "must be 1 to " + LONGEST_PIN + " characters"));
    }
    if (ip == null || !IP.matcher(ip).matches()) {
      errors.add(new InvalidField("ip", "must be an IP address"));
    }
    if (!errors.isEmpty()) {
      throw InvalidField.problem(errors).toException();
    }
    return new Orders.Draft(
        request.orderId(),
        request.orderItems(),
        Objects.requireNonNull(pin),
        Objects.requireNonNull(ip).toLowerCase(Locale.ROOT),
        service);
  }

  private static void checkTwice(GrabRequest request, List<InvalidField> errors) {
    @Nullable List<GrabRequest.Item> items = request.items();
    if (items == null) {
      return;
    }
    Set<Long> seen = new HashSet<>();
    for (int i = 0; i < items.size(); i++) {
      GrabRequest.@Nullable Item item = items.get(i);
      if (item != null && item.promotionId() != null && !seen.add(item.promotionId())) {
        errors.add(new InvalidField("items[" + i + "].promotionId", "is in the order already"));
      }
    }
  }

  /** An IPv6 address of a link names the interface after a percent sign. */
  private static String withoutZone(String address) {
    int zone = address.indexOf('%');
    return zone < 0 ? address : address.substring(0, zone);
  }
}
