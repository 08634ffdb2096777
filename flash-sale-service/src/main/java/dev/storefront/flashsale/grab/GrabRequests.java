package dev.storefront.flashsale.grab;

import dev.storefront.common.client.IpAddress;
import dev.storefront.common.security.Caller;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.InvalidField;
import dev.storefront.flashsale.admission.Admission;
import dev.storefront.flashsale.order.Orders;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Checks requests and completes them by who asks: of a user's call, pin and ip come from the token
 * and the connection, whatever the body says; of a service's call, from the body. Either may come
 * too often.
 */
@Component
class GrabRequests {

  private final Admission admission;
  private final GrabRules rules;

  GrabRequests(Admission admission, GrabRules rules) {
    this.admission = admission;
    this.rules = rules;
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
    List<InvalidField> errors =
        Stream.concat(
                rules.broken(request),
                service ? missing(request) : rules.brokenPin(caller.subject()))
            .toList();
    if (!errors.isEmpty()) {
      throw InvalidField.problem(errors).toException();
    }
    return service ? ofService(request) : ofUser(request, caller, connection);
  }

  private static Stream<InvalidField> missing(GrabRequest request) {
    return Stream.of(missing("pin", request.pin()), missing("ip", request.ip())).flatMap(m -> m);
  }

  private static Stream<InvalidField> missing(String field, @Nullable String value) {
    return value == null ? Stream.of(new InvalidField(field, "must not be null")) : Stream.empty();
  }

  private Orders.Draft ofService(GrabRequest request) {
    String pin = Objects.requireNonNull(request.pin());
    admission.admitPin(pin);
    IpAddress ip = IpAddress.parse(Objects.requireNonNull(request.ip())).orElseThrow();
    return new Orders.Draft(request.orderId(), request.orderItems(), pin, ip.text(), true);
  }

  private Orders.Draft ofUser(GrabRequest request, Caller caller, HttpServletRequest connection) {
    IpAddress ip = admission.origin(connection);
    return new Orders.Draft(
        request.orderId(), request.orderItems(), caller.subject(), ip.text(), false);
  }
}
