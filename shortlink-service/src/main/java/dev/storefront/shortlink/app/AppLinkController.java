package dev.storefront.shortlink.app;

import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.PublicEndpoint;
import dev.storefront.common.web.Problem;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Tells Apple and Google which apps may open short links. Where such an app is installed it is
 * given the short URL, and the browser never asks; where it is not, the browser follows the link.
 */
@Tag(name = "apps")
@RestController
@PublicEndpoint
class AppLinkController {

  private static final String LEFT_OUT = "NOT ";
  private static final CacheControl FOR_AN_HOUR =
      CacheControl.maxAge(Duration.ofHours(1)).cachePublic();

  private final AppProperties apps;

  AppLinkController(AppProperties apps) {
    this.apps = apps;
  }

  @Operation(
      summary = "Which apps of iOS open short links",
      description =
          "`applinks` in the form of iOS 13, and of those before. 404 `not-found`: none is set.")
  @Answers("404 not-found")
  @GetMapping("/.well-known/apple-app-site-association")
  ResponseEntity<Map<String, Object>> apple() {
    List<Map<String, Object>> details = apps.iosAppIds().stream().map(this::detail).toList();
    return told(
        details.isEmpty(), Map.of("applinks", Map.of("apps", List.of(), "details", details)));
  }

  @Operation(
      summary = "Which app of Android opens short links",
      description = "A Digital Asset Links statement. 404 `not-found`: none is set.")
  @Answers("404 not-found")
  @GetMapping("/.well-known/assetlinks.json")
  ResponseEntity<List<Map<String, Object>>> android() {
    return told(
        apps.androidPackage().isEmpty(),
        List.of(
            Map.of(
                "relation",
                List.of("delegate_permission/common.handle_all_urls"),
                "target",
                Map.of(
                    "namespace",
                    "android_app",
                    "package_name",
                    apps.androidPackage(),
                    "sha256_cert_fingerprints",
                    apps.androidFingerprints().stream()
                        .map(print -> print.toUpperCase(Locale.ROOT))
                        .toList()))));
  }

  /** {@code appID} and {@code paths} are for systems before iOS 13. */
  private Map<String, Object> detail(String appId) {
    return Map.of(
        "appID",
        appId,
        "appIDs",
        List.of(appId),
        "paths",
        apps.iosPaths(),
        "components",
        apps.iosPaths().stream().map(AppLinkController::component).toList());
  }

  private static Map<String, Object> component(String path) {
    return path.startsWith(LEFT_OUT)
        ? Map.of("/", path.substring(LEFT_OUT.length()), "exclude", true)
        : Map.of("/", path);
  }

  /** Apple and Google take neither a redirect nor another type, whatever they say they accept. */
  private static <T> ResponseEntity<T> told(boolean none, T body) {
    if (none) {
      throw Problem.of(HttpStatus.NOT_FOUND, "not-found", "There is nothing at this address.")
          .toException();
    }
    return ResponseEntity.ok()
        .contentType(MediaType.APPLICATION_JSON)
        .cacheControl(FOR_AN_HOUR)
        .body(body);
  }
}
