package dev.storefront.acceptance.faults;

import static dev.storefront.acceptance.suite.Scope.OPERATOR;
import static dev.storefront.acceptance.suite.Scope.SERVICE;
import static dev.storefront.acceptance.suite.Scope.USER;
import static dev.storefront.acceptance.suite.Service.BROWSE_HISTORY;
import static dev.storefront.acceptance.suite.Service.FITMENT;
import static dev.storefront.acceptance.suite.Service.FLASH_SALE;
import static dev.storefront.acceptance.suite.Service.SHORTLINK;
import static dev.storefront.acceptance.suite.Service.USER_TAG;

import dev.storefront.acceptance.suite.Call;
import dev.storefront.acceptance.suite.Reply;
import dev.storefront.acceptance.suite.RunningSuite;
import dev.storefront.acceptance.suite.Scope;
import dev.storefront.acceptance.suite.Service;
import java.util.UUID;

/** A call that succeeds while everything is up, each time that it is made. */
enum Probe {
  SHOW_A_VEHICLE(FITMENT, OPERATOR, "GET", "/api/v1/vehicles/1000001"),
  PUT_FITMENT(
      FITMENT,
      OPERATOR,
      "PUT",
      "/api/v1/skus/9101/fitment",
      "{\"kind\": \"POP\", \"spuId\": 91, \"vendorId\": 5, \"vehicleIds\": [1000001]}"),
  CHECK_FITMENT(
      FITMENT,
      OPERATOR,
      "POST",
      "/api/v1/fitment/check",
      "{\"vehicleIds\": [1000001], \"skuIds\": [9101]}"),

  REPORT_A_VIEW(BROWSE_HISTORY, USER, "POST", "/api/v1/page-views", "{\"skuId\": 42}"),
  LIST_HISTORY(BROWSE_HISTORY, USER, "GET", "/api/v1/history"),
  COUNT_HISTORY(BROWSE_HISTORY, USER, "GET", "/api/v1/history/count"),

  SHOW_A_PROMOTION(FLASH_SALE, OPERATOR, "GET", "/api/v1/promotions/990001"),
  GRAB(
      FLASH_SALE,
      USER,
      "POST",
      "/api/v1/grabs",
      "{\"orderId\": \"$UNIQUE\", \"items\": [{\"promotionId\": 990001, \"quantity\": 1}]}"),
  RECONCILE(FLASH_SALE, OPERATOR, "GET", "/api/v1/reconciliation?promotionId=990001"),

  SHORTEN(SHORTLINK, SERVICE, "POST", "/api/v1/links", "{\"url\": \"https://shop.example/\"}"),
  LEASE(
      SHORTLINK,
      SERVICE,
      "POST",
      "/api/v1/leases",
      "{\"requestId\": \"$UNIQUE\", \"tier\": 7, \"count\": 1}"),
  /** Only cold storage can tell that there is no such link. */
  MISS_A_LINK(SHORTLINK, SERVICE, "GET", "/api/v1/links/$UNIQUE"),

  SHOW_A_TAG(USER_TAG, OPERATOR, "GET", "/api/v1/tags/acceptance"),
  LIST_TAGS_OF_A_USER(USER_TAG, SERVICE, "GET", "/api/v1/users/alice/tags"),
  TAG_A_USER(USER_TAG, SERVICE, "PUT", "/api/v1/users/alice/tags/acceptance"),
  QUERY_AN_AUDIENCE(
      USER_TAG, OPERATOR, "POST", "/api/v1/audiences/query", "{\"expression\": \"acceptance\"}");

  private final Service service;
  private final Scope scope;
  private final String method;
  private final String path;
  private final String json;

  Probe(Service service, Scope scope, String method, String path, String json) {
    this.service = service;
    this.scope = scope;
    this.method = method;
    this.path = path;
    this.json = json;
  }

  Probe(Service service, Scope scope, String method, String path) {
    this(service, scope, method, path, "");
  }

  Reply send(RunningSuite suite) {
    String unique = "probe-" + UUID.randomUUID().toString().substring(0, 8);
    Call call = Call.of(method, path.replace("$UNIQUE", unique));
    String body = json.replace("$UNIQUE", unique);
    return suite.send(service, scope, body.isEmpty() ? call : call.json(body));
  }

  /** True for the answer that this call gets while everything is up. */
  boolean isAnsweredBy(Reply reply) {
    return this == MISS_A_LINK ? reply.status() == 404 : reply.status() / 100 == 2;
  }
}
