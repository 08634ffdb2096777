package dev.storefront.flashsale.grab;

import dev.storefront.common.security.Caller;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.InvalidField;
import dev.storefront.flashsale.admission.Admission;
import dev.storefront.flashsale.admission.IpAddress;
import dev.storefront.flashsale.order.Orders;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Validator;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Checks requests and completes them by who asks: of a user's call, pin and ip come from the token
 * and the connection, whatever the body says; of a service's call, from the body. Either may come
 * too often.
 */
@Component
class GrabRequests {

  private static final int LONGEST_PIN = 128;

  private final Admission admission;
  private final Validator validator;

  GrabRequests(Admission admission, Validator validator) {
    this.admission = admission;
    this.validator = validator;
  }

  /**
   * The order to grab.
   *
   * @throws dev.storefront.common.web.ProblemException 400 that lists everything that is wrong, or
   *     429 {@code rate-limited}
   */
  Orders.Draft draft(GrabRequest request, Caller caller, HttpServletRequest connection) {
    admission.admit(caller);
    boolean service = caller.has(Scope.SERVICE);
    @Nullable String pin = service ? request.pin() : caller.subject();
    Optional<IpAddress> ip =
        service
            ? Optional.ofNullable(request.ip()).flatMap(IpAddress::parse)
            : Optional.of(admission.origin(connection));
    List<InvalidField> errors = new ArrayList<>();
    validator
        .validate(request)
        .forEach(v -> errors.add(new InvalidField(v.getPropertyPath().toString(), v.getMessage())));
    checkTwice(request, errors);
    if (pin == null || pin.isBlank() || pin.length() > LONGEST_PIN) {
      errors.add(new InvalidField("pin", "must be 1 to " + LONGEST_PIN + " characters"));
    }
    if (ip.isEmpty()) {
      errors.add(new InvalidField("ip", "must be an IP address"));
    }
    if (!errors.isEmpty()) {
      throw InvalidField.problem(errors).toException();
    }
    String whose = Objects.requireNonNull(pin);
    if (service) {
      admission.admitPin(whose);
    }
    return new Orders.Draft(
        request.orderId(), request.orderItems(), whose, ip.orElseThrow().text(), service);
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
}
