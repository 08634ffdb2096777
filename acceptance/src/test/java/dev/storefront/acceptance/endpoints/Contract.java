package dev.storefront.acceptance.endpoints;

import static dev.storefront.acceptance.endpoints.Endpoint.delete;
import static dev.storefront.acceptance.endpoints.Endpoint.get;
import static dev.storefront.acceptance.endpoints.Endpoint.patch;
import static dev.storefront.acceptance.endpoints.Endpoint.post;
import static dev.storefront.acceptance.endpoints.Endpoint.put;
import static dev.storefront.acceptance.suite.Scope.GUEST;
import static dev.storefront.acceptance.suite.Scope.OPERATOR;
import static dev.storefront.acceptance.suite.Scope.SERVICE;
import static dev.storefront.acceptance.suite.Scope.USER;
import static dev.storefront.acceptance.suite.Service.BROWSE_HISTORY;
import static dev.storefront.acceptance.suite.Service.FITMENT;
import static dev.storefront.acceptance.suite.Service.FLASH_SALE;
import static dev.storefront.acceptance.suite.Service.SHORTLINK;
import static dev.storefront.acceptance.suite.Service.USER_TAG;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;

/** All endpoints that the public contract promises. */
final class Contract {

  private static final String CSV = "text/csv";
  private static final String NDJSON = "application/x-ndjson";
  private static final LocalDate YESTERDAY = LocalDate.now(ZoneOffset.UTC).minusDays(1);

  private Contract() {}

  static Stream<Endpoint> endpoints() {
    return Stream.of(fitment(), flashSale(), browseHistory(), shortLink(), userTag())
        .flatMap(List::stream);
  }

  private static List<Endpoint> fitment() {
    return List.of(
        post(FITMENT, "/api/v1/vehicles/import")
            .answers(200)
            .only(OPERATOR)
            .lines(CSV, "vehicleId,make,model,year,trim\n"),
        get(FITMENT, "/api/v1/vehicles/{vehicleId}")
            .unknown("/api/v1/vehicles/9999999", "unknown-vehicle")
            .wrong("/api/v1/vehicles/seven"),
        delete(FITMENT, "/api/v1/vehicles/{vehicleId}")
            .answers(204)
            .only(OPERATOR)
            .unknown("/api/v1/vehicles/9999999", "unknown-vehicle")
            .wrong("/api/v1/vehicles/seven"),
        get(FITMENT, "/api/v1/vehicles").wrong("/api/v1/vehicles?year=new"),
        put(FITMENT, "/api/v1/skus/{skuId}/fitment")
            .only(OPERATOR)
            .json(
                """
                {"kind": "POP", "spuId": 91, "mainSkuId": 9101, "vendorId": 5,
                 "vehicleIds": [1000001], "universal": false,
                 "notes": [{"vehicleIds": [1000001], "position": "front axle",
                  "partType": "brake pads", "quantity": 2, "text": "with sport suspension"}]}\
                """)
            .upTo(8)
            .wrong("/api/v1/skus/seven/fitment"),
        patch(FITMENT, "/api/v1/skus/{skuId}/fitment")
            .answers(200, 404)
            .only(OPERATOR)
            .json("{\"add\": [1000001], \"remove\": [1000002]}")
            .upTo(8)
            .wrong("/api/v1/skus/seven/fitment"),
        get(FITMENT, "/api/v1/skus/{skuId}/fitment")
            .only(OPERATOR)
            .unknown("/api/v1/skus/999999999999/fitment", "unknown-sku")
            .wrong("/api/v1/skus/seven/fitment"),
        delete(FITMENT, "/api/v1/skus/{skuId}/fitment")
            .answers(204)
            .only(OPERATOR)
            .wrong("/api/v1/skus/seven/fitment"),
        get(FITMENT, "/api/v1/fitment/export")
            .only(OPERATOR)
            .query("kind=POP&groupId=91")
            .wrong("/api/v1/fitment/export?kind=SHOP", "/api/v1/fitment/export?groupId=all"),
        get(FITMENT, "/api/v1/skus/{skuId}/vehicles")
            .unknown("/api/v1/skus/999999999999/vehicles", "")
            .wrong("/api/v1/skus/seven/vehicles"),
        get(FITMENT, "/api/v1/vehicles/{vehicleId}/skus")
            .query("groupId=91")
            .unknown("/api/v1/vehicles/9999999/skus?groupId=1", "unknown-vehicle")
            .wrong(
                "/api/v1/vehicles/seven/skus?groupId=1",
                "/api/v1/vehicles/1000001/skus?groupId=one",
                "/api/v1/vehicles/1000001/skus"),
        post(FITMENT, "/api/v1/fitment/check")
            .json("{\"vehicleIds\": [1000001], \"skuIds\": [9101], \"notes\": true}")
            .refuses("{\"vehicleIds\": [9999999], \"skuIds\": [1]}", 400, "unknown-vehicle"),
        post(FITMENT, "/api/v1/fitment/imports")
            .answers(202, 413, 429)
            .only(OPERATOR)
            .lines(NDJSON, "{}\n")
            .alsoTakes("application/xml")
            .wrong("/api/v1/fitment/imports?dryRun=perhaps"),
        get(FITMENT, "/api/v1/fitment/imports").only(OPERATOR),
        get(FITMENT, "/api/v1/fitment/imports/{id}")
            .only(OPERATOR)
            .unknown("/api/v1/fitment/imports/999999999", "unknown-import"),
        delete(FITMENT, "/api/v1/fitment/imports/{id}")
            .only(OPERATOR)
            .unknown("/api/v1/fitment/imports/999999999", "unknown-import"),
        post(FITMENT, "/api/v1/fitment/rebuilds")
            .answers(202, 409)
            .only(OPERATOR)
            .json("{\"cluster\": \"default\"}")
            .refuses("{\"cluster\": \"nowhere\"}", 400, "unknown-cluster"),
        get(FITMENT, "/api/v1/fitment/rebuilds/{id}")
            .only(OPERATOR)
            .unknown("/api/v1/fitment/rebuilds/999999999", "unknown-rebuild")
            .wrong("/api/v1/fitment/rebuilds/seven"),
        get(FITMENT, "/api/v1/fitment/rebuilds").only(OPERATOR),
        delete(FITMENT, "/api/v1/fitment/rebuilds/{id}")
            .only(OPERATOR)
            .unknown("/api/v1/fitment/rebuilds/999999999", "unknown-rebuild")
            .wrong("/api/v1/fitment/rebuilds/seven"),
        post(FITMENT, "/api/v1/fitment/consistency-checks")
            .answers(202, 409)
            .only(OPERATOR)
            .json("{\"repair\": false}"),
        get(FITMENT, "/api/v1/fitment/consistency-checks/{id}")
            .only(OPERATOR)
            .unknown("/api/v1/fitment/consistency-checks/999999999", "unknown-consistency-check")
            .wrong("/api/v1/fitment/consistency-checks/seven"),
        get(FITMENT, "/api/v1/fitment/consistency-checks").only(OPERATOR),
        delete(FITMENT, "/api/v1/fitment/consistency-checks/{id}")
            .only(OPERATOR)
            .unknown("/api/v1/fitment/consistency-checks/999999999", "unknown-consistency-check")
            .wrong("/api/v1/fitment/consistency-checks/seven"),
        put(FITMENT, "/api/v1/part-numbers/{partNumber}")
            .only(OPERATOR)
            .json(
                """
                {"skuId": 9101, "kind": "POP", "spuId": 91, "mainSkuId": 9101, "vendorId": 5}\
                """),
        get(FITMENT, "/api/v1/part-numbers/{partNumber}")
            .only(OPERATOR)
            .unknown("/api/v1/part-numbers/no-such-part", "unknown-part-number"),
        delete(FITMENT, "/api/v1/part-numbers/{partNumber}").only(OPERATOR),
        put(FITMENT, "/api/v1/part-numbers")
            .only(OPERATOR)
            .query("partNumber=acceptance%2Fpart")
            .json("{\"skuId\": 9101, \"kind\": \"SELF\", \"mainSkuId\": 9101}")
            .wrong("/api/v1/part-numbers"),
        get(FITMENT, "/api/v1/part-numbers")
            .only(OPERATOR)
            .query("partNumber=acceptance%2Fpart")
            .unknown("/api/v1/part-numbers?partNumber=no%2Fsuch", "unknown-part-number")
            .wrong("/api/v1/part-numbers"),
        delete(FITMENT, "/api/v1/part-numbers")
            .only(OPERATOR)
            .query("partNumber=acceptance%2Fpart")
            .wrong("/api/v1/part-numbers"),
        post(FITMENT, "/api/v1/part-numbers/import")
            .only(OPERATOR)
            .lines(CSV, "partNumber,skuId,kind,spuId,mainSkuId,vendorId\n"),
        put(FITMENT, "/api/v1/base-vehicles/{baseVehicleId}")
            .only(OPERATOR)
            .json("{\"vehicleIds\": [1000001]}")
            .refuses("{\"vehicleIds\": [9999999]}", 400, "unknown-vehicle")
            .wrong("/api/v1/base-vehicles/seven"),
        get(FITMENT, "/api/v1/base-vehicles/{baseVehicleId}")
            .only(OPERATOR)
            .unknown("/api/v1/base-vehicles/999999999", "unknown-base-vehicle")
            .wrong("/api/v1/base-vehicles/seven"),
        delete(FITMENT, "/api/v1/base-vehicles/{baseVehicleId}")
            .only(OPERATOR)
            .wrong("/api/v1/base-vehicles/seven"),
        post(FITMENT, "/api/v1/base-vehicles/import")
            .only(OPERATOR)
            .lines(CSV, "baseVehicleId,vehicleId\n"),
        get(FITMENT, "/api/v1/fitment/cells").only(OPERATOR),
        get(FITMENT, "/api/v1/fitment/coverage").only(OPERATOR),
        get(FITMENT, "/api/v1/garage/vehicles").only(USER),
        get(FITMENT, "/api/v1/garage/vehicles/{vehicleId}")
            .only(USER)
            .unknown("/api/v1/garage/vehicles/9999999", "unknown-vehicle")
            .wrong("/api/v1/garage/vehicles/seven"),
        put(FITMENT, "/api/v1/garage/vehicles/{vehicleId}")
            .answers(204, 409)
            .only(USER)
            .unknown("/api/v1/garage/vehicles/9999999", "unknown-vehicle")
            .wrong("/api/v1/garage/vehicles/seven"),
        delete(FITMENT, "/api/v1/garage/vehicles/{vehicleId}")
            .only(USER)
            .wrong("/api/v1/garage/vehicles/seven"));
  }

  private static List<Endpoint> flashSale() {
    String promotion = "/api/v1/promotions/999999999999";
    String order = "/api/v1/grabs/no-such-order";
    return List.of(
        post(FLASH_SALE, "/api/v1/promotions")
            .answers(201, 200, 409)
            .only(OPERATOR)
            .json(
                """
                {"promotionId": 999999999998, "type": 1, "skuId": 42, "quota": 10,
                 "startsAt": "2030-01-01T00:00:00Z", "endsAt": "2030-01-02T00:00:00Z",
                 "price": {"kind": "FIXED", "listPrice": 100.00, "amount": 60.00},
                 "limit": {"per": "PIN", "max": 2},
                 "rate": {"max": 100, "windowSeconds": 1}, "paymentTimeoutSeconds": 900}\
                """),
        post(FLASH_SALE, "/api/v1/promotions/{id}/approve")
            .answers(409)
            .only(OPERATOR)
            .unknown(promotion + "/approve", "promotion-not-found")
            .wrong("/api/v1/promotions/seven/approve"),
        post(FLASH_SALE, "/api/v1/promotions/{id}/stop")
            .only(OPERATOR)
            .unknown(promotion + "/stop", "promotion-not-found")
            .wrong("/api/v1/promotions/seven/stop"),
        post(FLASH_SALE, "/api/v1/promotions/{id}/pause")
            .answers(409)
            .only(OPERATOR)
            .unknown(promotion + "/pause", "promotion-not-found")
            .wrong("/api/v1/promotions/seven/pause"),
        post(FLASH_SALE, "/api/v1/promotions/{id}/resume")
            .answers(409)
            .only(OPERATOR)
            .unknown(promotion + "/resume", "promotion-not-found")
            .wrong("/api/v1/promotions/seven/resume"),
        post(FLASH_SALE, "/api/v1/promotions/{id}/top-up")
            .answers(200, 400, 404, 409)
            .only(OPERATOR)
            .json("{\"quantity\": 50}")
            .wrong("/api/v1/promotions/seven/top-up"),
        post(FLASH_SALE, "/api/v1/promotions/{id}/extend")
            .answers(409)
            .only(OPERATOR)
            .json("{\"endsAt\": \"2030-01-03T00:00:00Z\"}")
            .unknown(promotion + "/extend", "promotion-not-found")
            .wrong("/api/v1/promotions/seven/extend"),
        get(FLASH_SALE, "/api/v1/promotions")
            .only(OPERATOR)
            .wrong("/api/v1/promotions?state=OPEN", "/api/v1/promotions?limit=0"),
        get(FLASH_SALE, "/api/v1/promotions/{id}/orders")
            .only(OPERATOR)
            .unknown(promotion + "/orders", "promotion-not-found")
            .wrong("/api/v1/promotions/seven/orders", "/api/v1/promotions/1/orders?status=FREE"),
        get(FLASH_SALE, "/api/v1/promotions/{id}/parked-notes")
            .only(OPERATOR)
            .unknown(promotion + "/parked-notes", "promotion-not-found")
            .wrong(
                "/api/v1/promotions/seven/parked-notes",
                "/api/v1/promotions/1/parked-notes?limit=0"),
        post(FLASH_SALE, "/api/v1/promotions/{id}/parked-notes/retry")
            .only(OPERATOR)
            .unknown(promotion + "/parked-notes/retry", "promotion-not-found")
            .wrong("/api/v1/promotions/seven/parked-notes/retry"),
        get(FLASH_SALE, "/api/v1/promotions/{id}")
            .unknown(promotion, "promotion-not-found")
            .wrong("/api/v1/promotions/seven"),
        post(FLASH_SALE, "/api/v1/grabs")
            .answers(201, 200, 409, 429, 503)
            .only(USER, SERVICE)
            .json(
                """
                {"orderId": "acceptance-order",
                 "items": [{"promotionId": 999999999999, "quantity": 1}],
                 "pin": "alice", "ip": "203.0.113.7"}\
                """)
            .unknown("/api/v1/grabs", "promotion-not-found"),
        get(FLASH_SALE, "/api/v1/grabs/{orderId}").only(USER, SERVICE).unknown(order, ""),
        post(FLASH_SALE, "/api/v1/grabs/{orderId}/cancel")
            .answers(200, 409, 429)
            .only(USER, SERVICE)
            .json("{\"reason\": \"USER\"}")
            .unknown(order + "/cancel", ""),
        post(FLASH_SALE, "/api/v1/grabs/{orderId}/pay")
            .answers(200, 409)
            .only(SERVICE)
            .unknown(order + "/pay", ""),
        get(FLASH_SALE, "/api/v1/reconciliation")
            .only(OPERATOR)
            .unknown("/api/v1/reconciliation?promotionId=999999999999", "promotion-not-found")
            .wrong("/api/v1/reconciliation?promotionId=seven"),
        post(FLASH_SALE, "/api/v1/reconciliation")
            .answers(200, 202, 409)
            .only(OPERATOR)
            .query("promotionId=1")
            .unknown("/api/v1/reconciliation?promotionId=999999999999", "promotion-not-found")
            .wrong("/api/v1/reconciliation?promotionId=seven", "/api/v1/reconciliation"),
        post(FLASH_SALE, "/api/v1/recoveries")
            .answers(202, 409, 429)
            .only(OPERATOR)
            .json("{\"promotionId\": 999999999999}")
            .unknown("/api/v1/recoveries", "promotion-not-found")
            .refuses("{\"promotionid\": 7001}", 400, "invalid-request")
            .refuses("{}", 400, "invalid-request"),
        get(FLASH_SALE, "/api/v1/recoveries").only(OPERATOR),
        get(FLASH_SALE, "/api/v1/recoveries/{id}")
            .only(OPERATOR)
            .unknown("/api/v1/recoveries/999999999999", "recovery-not-found")
            .wrong("/api/v1/recoveries/seven"),
        delete(FLASH_SALE, "/api/v1/recoveries/{id}")
            .only(OPERATOR)
            .unknown("/api/v1/recoveries/999999999999", "recovery-not-found")
            .wrong("/api/v1/recoveries/seven"));
  }

  private static List<Endpoint> browseHistory() {
    return List.of(
        post(BROWSE_HISTORY, "/api/v1/page-views")
            .answers(202, 429)
            .only(USER, GUEST)
            .json("{\"skuId\": 42, \"viewedAt\": \"2026-01-01T00:00:00Z\"}"),
        get(BROWSE_HISTORY, "/api/v1/history/count").only(USER, GUEST),
        get(BROWSE_HISTORY, "/api/v1/history").only(USER, GUEST),
        delete(BROWSE_HISTORY, "/api/v1/history/items")
            .answers(204, 429)
            .only(USER, GUEST)
            .query("skuId=1")
            .wrong("/api/v1/history/items?skuId=seven", "/api/v1/history/items"),
        delete(BROWSE_HISTORY, "/api/v1/history").only(USER, GUEST),
        post(BROWSE_HISTORY, "/api/v1/history/pause").answers(204, 409, 429).only(USER, GUEST),
        post(BROWSE_HISTORY, "/api/v1/history/resume").answers(204, 429).only(USER, GUEST),
        get(BROWSE_HISTORY, "/api/v1/history/settings").only(USER, GUEST),
        get(BROWSE_HISTORY, "/api/v1/history/export").only(USER, GUEST),
        get(BROWSE_HISTORY, "/api/v1/history/not-bought").only(USER, GUEST),
        post(BROWSE_HISTORY, "/api/v1/history/erasures").answers(202, 429).only(USER, GUEST),
        get(BROWSE_HISTORY, "/api/v1/history/erasures").only(USER, GUEST),
        get(BROWSE_HISTORY, "/api/v1/history/erasures/{id}")
            .only(USER, GUEST)
            .unknown("/api/v1/history/erasures/999999999", "unknown-erasure")
            .wrong("/api/v1/history/erasures/seven"),
        delete(BROWSE_HISTORY, "/api/v1/history/erasures/{id}")
            .only(USER, GUEST)
            .unknown("/api/v1/history/erasures/999999999", "unknown-erasure")
            .wrong("/api/v1/history/erasures/seven"),
        post(BROWSE_HISTORY, "/api/v1/history/merge")
            .answers(200, 400, 429)
            .only(USER)
            .json("{\"guestToken\": \"no token\"}"),
        post(BROWSE_HISTORY, "/api/v1/history-rebuilds")
            .answers(202, 409)
            .only(OPERATOR)
            .json("{\"from\": \"2026-01-01T00:00:00Z\"}"),
        get(BROWSE_HISTORY, "/api/v1/history-rebuilds").only(OPERATOR),
        get(BROWSE_HISTORY, "/api/v1/history-rebuilds/{id}")
            .only(OPERATOR)
            .unknown("/api/v1/history-rebuilds/999999999", "unknown-rebuild")
            .wrong("/api/v1/history-rebuilds/seven"),
        delete(BROWSE_HISTORY, "/api/v1/history-rebuilds/{id}")
            .answers(204)
            .only(OPERATOR)
            .unknown("/api/v1/history-rebuilds/999999999", "unknown-rebuild")
            .wrong("/api/v1/history-rebuilds/seven"),
        post(BROWSE_HISTORY, "/api/v1/offline-runs")
            .answers(202)
            .only(OPERATOR)
            .json("{\"date\": \"%s\", \"step\": \"DELETES\"}".formatted(YESTERDAY))
            .refuses("{\"step\": \"ALL\"}", 400, "invalid-request"),
        get(BROWSE_HISTORY, "/api/v1/offline-runs").only(OPERATOR),
        get(BROWSE_HISTORY, "/api/v1/offline-runs/{id}")
            .only(OPERATOR)
            .unknown("/api/v1/offline-runs/999999999", "unknown-offline-run")
            .wrong("/api/v1/offline-runs/seven"),
        delete(BROWSE_HISTORY, "/api/v1/offline-runs/{id}")
            .only(OPERATOR)
            .unknown("/api/v1/offline-runs/999999999", "unknown-offline-run")
            .wrong("/api/v1/offline-runs/seven"));
  }

  private static List<Endpoint> shortLink() {
    String link = "/api/v1/links/ZZZZZ";
    return List.of(
        post(SHORTLINK, "/api/v1/leases")
            .answers(200, 409, 429)
            .only(SERVICE)
            .json("{\"requestId\": \"acceptance-1\", \"tier\": 6, \"count\": 10}"),
        delete(SHORTLINK, "/api/v1/leases/{leaseId}")
            .answers(200, 409)
            .only(SERVICE)
            .unknown("/api/v1/leases/999999999", ""),
        post(SHORTLINK, "/api/v1/links")
            .answers(201, 409, 429)
            .only(SERVICE, OPERATOR)
            .json(
                """
                {"url": "https://shop.example/p/42", "tier": 6, "slug": "acceptance",
                 "validFrom": "2026-01-01T00:00:00Z", "expiresAt": "2030-01-01T00:00:00Z",
                 "maxVisits": 100, "tags": ["spring"], "password": "sesame",
                 "utm": {"source": "sms", "medium": "text", "campaign": "spring",
                  "term": "pads", "content": "top"},
                 "forwardQuery": true,
                 "devices": {"ios": "https://shop.example/ios",
                  "android": "https://shop.example/android",
                  "desktop": "https://shop.example/desktop"}}\
                """),
        get(SHORTLINK, "/api/v1/links").only(SERVICE, OPERATOR).query("tag=spring&q=shop"),
        post(SHORTLINK, "/api/v1/links/batch")
            .answers(200, 409, 429)
            .only(SERVICE)
            .json(
                """
                {"leaseId": "999999999", "epoch": 1,
                 "links": [{"id": 1, "url": "https://shop.example/p/42"}]}\
                """)
            .upTo(4)
            .unknown("/api/v1/links/batch", ""),
        get(SHORTLINK, "/.well-known/apple-app-site-association")
            .unknown("/.well-known/apple-app-site-association", "not-found"),
        get(SHORTLINK, "/.well-known/assetlinks.json")
            .unknown("/.well-known/assetlinks.json", "not-found"),
        get(SHORTLINK, "/{code}").answers(200, 302, 410, 429).unknown("/ZZZZZ", "unknown-code"),
        post(SHORTLINK, "/{code}")
            .answers(302, 401, 410, 429)
            .lines("application/x-www-form-urlencoded", "password=sesame")
            .unknown("/ZZZZZ", "unknown-code"),
        get(SHORTLINK, "/api/v1/links/{code}")
            .only(SERVICE, OPERATOR)
            .unknown(link, "unknown-code"),
        patch(SHORTLINK, "/api/v1/links/{code}")
            .only(SERVICE, OPERATOR)
            .json(
                """
                {"url": "https://shop.example/p/43", "validFrom": "2026-01-01T00:00:00Z",
                 "expiresAt": "2030-01-01T00:00:00Z", "maxVisits": 100, "tags": ["spring"],
                 "password": "sesame", "utm": {"source": "sms"}, "forwardQuery": true,
                 "devices": {"ios": "https://shop.example/ios"}}\
                """)
            .unknown(link, "unknown-code"),
        delete(SHORTLINK, "/api/v1/links/{code}")
            .only(SERVICE, OPERATOR)
            .unknown(link, "unknown-code"),
        get(SHORTLINK, "/api/v1/links/{code}/stats")
            .only(SERVICE, OPERATOR)
            .unknown(link + "/stats", "unknown-code"),
        get(SHORTLINK, "/api/v1/links/{code}/stats/hours")
            .only(SERVICE, OPERATOR)
            .unknown(link + "/stats/hours", "unknown-code")
            .wrong(link + "/stats/hours?from=yesterday"),
        get(SHORTLINK, "/api/v1/links/{code}/qr")
            .only(SERVICE, OPERATOR)
            .unknown(link + "/qr", "unknown-code"),
        get(SHORTLINK, "/api/v1/links/{code}/owners")
            .only(SERVICE, OPERATOR)
            .unknown(link + "/owners", "unknown-code"),
        get(SHORTLINK, "/api/v1/tiers").only(OPERATOR),
        put(SHORTLINK, "/api/v1/bans/{host}")
            .answers(204, 409)
            .only(OPERATOR)
            .wrong("/api/v1/bans/a%20b"),
        get(SHORTLINK, "/api/v1/bans").only(OPERATOR),
        get(SHORTLINK, "/api/v1/bans/{host}")
            .only(OPERATOR)
            .unknown("/api/v1/bans/nobody.example", "unknown-ban")
            .wrong("/api/v1/bans/a%20b"),
        delete(SHORTLINK, "/api/v1/bans/{host}")
            .answers(204)
            .only(OPERATOR)
            .wrong("/api/v1/bans/a%20b"),
        put(SHORTLINK, "/api/v1/allowed-hosts/{host}")
            .answers(204, 409)
            .only(OPERATOR)
            .wrong("/api/v1/allowed-hosts/a%20b"),
        get(SHORTLINK, "/api/v1/allowed-hosts").only(OPERATOR),
        get(SHORTLINK, "/api/v1/allowed-hosts/{host}")
            .only(OPERATOR)
            .unknown("/api/v1/allowed-hosts/nobody.example", "unknown-allowed-host")
            .wrong("/api/v1/allowed-hosts/a%20b"),
        delete(SHORTLINK, "/api/v1/allowed-hosts/{host}")
            .answers(204)
            .only(OPERATOR)
            .wrong("/api/v1/allowed-hosts/a%20b"),
        post(SHORTLINK, "/api/v1/recycling-runs")
            .answers(202, 429)
            .only(OPERATOR)
            .json("{\"tier\": 5, \"dispatchedOn\": \"2020-01-01\"}"),
        get(SHORTLINK, "/api/v1/recycling-runs").only(OPERATOR),
        get(SHORTLINK, "/api/v1/recycling-runs/{id}")
            .only(OPERATOR)
            .unknown("/api/v1/recycling-runs/999999999", "unknown-run"),
        delete(SHORTLINK, "/api/v1/recycling-runs/{id}")
            .only(OPERATOR)
            .unknown("/api/v1/recycling-runs/999999999", "unknown-run"));
  }

  private static List<Endpoint> userTag() {
    String tag = "/api/v1/tags/no-such-tag";
    String tagged = "/api/v1/users/alice/tags/no-such-tag";
    String audience = "/api/v1/audiences/no-such-audience";
    return List.of(
        put(USER_TAG, "/api/v1/tags/{tag}")
            .answers(201, 200, 409)
            .only(OPERATOR)
            .optionalJson("{\"description\": \"Made by a test\"}")
            .wrong("/api/v1/tags/Not-A-Name"),
        get(USER_TAG, "/api/v1/tags/{tag}").only(OPERATOR).unknown(tag, "unknown-tag"),
        delete(USER_TAG, "/api/v1/tags/{tag}").only(OPERATOR).unknown(tag, "unknown-tag"),
        get(USER_TAG, "/api/v1/tags").only(OPERATOR),
        put(USER_TAG, "/api/v1/users/{userId}/tags/{tag}")
            .answers(204)
            .only(SERVICE, OPERATOR)
            .unknown(tagged, "unknown-tag")
            .wrong("/api/v1/users/alice/tags/acceptance?expiresAt=2020-01-01T00:00:00Z"),
        delete(USER_TAG, "/api/v1/users/{userId}")
            .answers(204)
            .only(OPERATOR)
            .wrong("/api/v1/users/" + "x".repeat(65)),
        get(USER_TAG, "/api/v1/tags/{tag}/audit")
            .only(OPERATOR)
            .unknown(tag + "/audit", "unknown-tag"),
        delete(USER_TAG, "/api/v1/users/{userId}/tags/{tag}")
            .only(SERVICE, OPERATOR)
            .unknown(tagged, "unknown-tag"),
        get(USER_TAG, "/api/v1/users/{userId}/tags/{tag}")
            .only(SERVICE, OPERATOR)
            .unknown(tagged, "unknown-tag"),
        get(USER_TAG, "/api/v1/users/{userId}/tags")
            .only(SERVICE, OPERATOR)
            .wrong("/api/v1/users/alice/tags?absent=yes"),
        get(USER_TAG, "/api/v1/tags/{tag}/users")
            .answers(200, 429)
            .only(OPERATOR)
            .unknown(tag + "/users", "unknown-tag"),
        post(USER_TAG, "/api/v1/tags/{tag}/imports")
            .answers(202, 413, 429)
            .only(OPERATOR)
            .lines("text/plain", "alice\n")
            .unknown(tag + "/imports", "unknown-tag"),
        get(USER_TAG, "/api/v1/tags/{tag}/imports").only(OPERATOR),
        get(USER_TAG, "/api/v1/tags/{tag}/imports/{id}")
            .only(OPERATOR)
            .unknown("/api/v1/tags/acceptance/imports/no-such-import", "unknown-import"),
        delete(USER_TAG, "/api/v1/tags/{tag}/imports/{id}")
            .only(OPERATOR)
            .unknown("/api/v1/tags/acceptance/imports/999999999", "unknown-import"),
        get(USER_TAG, "/api/v1/tags/{tag}/export")
            .answers(200, 429)
            .only(OPERATOR)
            .unknown(tag + "/export", "unknown-tag"),
        post(USER_TAG, "/api/v1/imports")
            .answers(202, 413, 429)
            .only(OPERATOR)
            .lines("text/csv", "alice,acceptance\n")
            .wrong("/api/v1/imports?mode=replace"),
        get(USER_TAG, "/api/v1/imports").only(OPERATOR),
        get(USER_TAG, "/api/v1/imports/{id}")
            .only(OPERATOR)
            .unknown("/api/v1/imports/no-such-import", "unknown-import"),
        delete(USER_TAG, "/api/v1/imports/{id}")
            .only(OPERATOR)
            .unknown("/api/v1/imports/999999999", "unknown-import"),
        post(USER_TAG, "/api/v1/audiences/query")
            .answers(200, 429)
            .only(OPERATOR)
            .json(
                """
                {"expression": "acceptance", "limit": 10, "cursor": "bad", "sample": 3, "seed": 7}\
                """)
            .refuses("{\"expression\": \"acceptance\", \"cursor\": \"bad\"}", 400, "invalid-cursor")
            .refuses("{\"expression\": \"acceptance\", \"limit\": 0}", 400, "invalid-request")
            .refuses("{\"expression\": \"acceptance\", \"limit\": 1001}", 400, "invalid-request")
            .refuses("{\"expression\": \"no-such-tag\"}", 400, "unknown-tag")
            .refuses("{\"expression\": \"acceptance AND\"}", 400, "invalid-expression"),
        post(USER_TAG, "/api/v1/audiences/count")
            .answers(200, 429)
            .only(OPERATOR)
            .json("{\"expression\": \"acceptance\"}")
            .refuses("{\"expression\": \"no-such-tag\"}", 400, "unknown-tag")
            .refuses(
                "{\"expression\": \"acceptance\", \"asOf\": \"2999-01-01\"}",
                400,
                "invalid-request")
            .refuses("{\"expression\": \"(acceptance\"}", 400, "invalid-expression"),
        post(USER_TAG, "/api/v1/audiences/explain")
            .answers(200, 429)
            .only(OPERATOR)
            .json("{\"expression\": \"NOT acceptance OR acceptance AND NOT acceptance\"}")
            .refuses("{\"expression\": \"no-such-tag\"}", 400, "unknown-tag")
            .refuses("{\"expression\": \"@no-such-audience\"}", 400, "unknown-audience"),
        post(USER_TAG, "/api/v1/audiences/overlap")
            .answers(200, 429)
            .only(OPERATOR)
            .json("{\"expressions\": [\"acceptance\", \"NOT acceptance\"]}")
            .refuses("{\"expressions\": []}", 400, "invalid-request")
            .refuses("{\"expressions\": [\"no-such-tag\"]}", 400, "unknown-tag"),
        get(USER_TAG, "/api/v1/segment-checks")
            .only(OPERATOR)
            .wrong("/api/v1/segment-checks?limit=0"),
        get(USER_TAG, "/api/v1/segment-checks/{id}")
            .only(OPERATOR)
            .unknown("/api/v1/segment-checks/999999999", "unknown-segment-check"),
        delete(USER_TAG, "/api/v1/segment-checks/{id}")
            .only(OPERATOR)
            .unknown("/api/v1/segment-checks/999999999", "unknown-segment-check"),
        put(USER_TAG, "/api/v1/rules/{name}")
            .answers(201, 200, 409)
            .only(OPERATOR)
            .json(
                """
                {"tag": "acceptance", "topic": "page-views", "where": {}, "atLeast": 2,
                 "withinSeconds": 60, "expiresAfterSeconds": 60}\
                """)
            .refuses("{\"tag\": \"no-such-tag\", \"topic\": \"page-views\"}", 400, "unknown-tag")
            .refuses("{\"tag\": \"acceptance\", \"topic\": \"no-topic\"}", 400, "invalid-request")
            .wrong("/api/v1/rules/Not-A-Name"),
        get(USER_TAG, "/api/v1/rules/{name}")
            .only(OPERATOR)
            .unknown("/api/v1/rules/no-such-rule", "unknown-rule"),
        get(USER_TAG, "/api/v1/rules").only(OPERATOR).wrong("/api/v1/rules?limit=0"),
        delete(USER_TAG, "/api/v1/rules/{name}")
            .only(OPERATOR)
            .unknown("/api/v1/rules/no-such-rule", "unknown-rule"),
        put(USER_TAG, "/api/v1/audiences/{name}")
            .answers(201, 200, 409)
            .only(OPERATOR)
            .json("{\"expression\": \"acceptance\", \"description\": \"Made by a test\"}")
            .refuses("{\"expression\": \"no-such-tag\"}", 400, "unknown-tag")
            .refuses("{\"expression\": \"@acceptance\"}", 400, "circular-audience")
            .wrong("/api/v1/audiences/Not-A-Name"),
        get(USER_TAG, "/api/v1/audiences/{name}")
            .only(OPERATOR)
            .unknown(audience, "unknown-audience"),
        get(USER_TAG, "/api/v1/audiences").only(OPERATOR),
        get(USER_TAG, "/api/v1/audiences/{name}/users")
            .answers(200, 429)
            .only(OPERATOR)
            .unknown(audience + "/users", "unknown-audience"),
        get(USER_TAG, "/api/v1/audiences/{name}/members/{userId}")
            .only(OPERATOR)
            .unknown(audience + "/members/alice", "unknown-audience"),
        get(USER_TAG, "/api/v1/audiences/{name}/counts")
            .only(OPERATOR)
            .unknown(audience + "/counts", "unknown-audience")
            .wrong("/api/v1/audiences/acceptance/counts?from=soon"),
        delete(USER_TAG, "/api/v1/audiences/{name}")
            .answers(204, 409)
            .only(OPERATOR)
            .unknown(audience, "unknown-audience"));
  }
}
