package dev.storefront.shortlink.app;

import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Pattern;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The apps that open short links.
 *
 * @param iosAppIds of iOS, each {@code <team>.<bundle>}; none: iOS opens all links in the browser
 * @param iosPaths which addresses they open, the first that fits counts: {@code *} stands for any
 *     letters, {@code ?} for one, and what begins with {@code NOT} stays in the browser
 * @param androidPackage of Android; empty: Android opens all links in the browser
 * @param androidFingerprints SHA-256 of the certificates that the Android app may be signed with
 */
@Validated
@ConfigurationProperties("storefront.shortlink.apps")
record AppProperties(
    @DefaultValue
        List<
                @Pattern(
                    regexp = "[A-Z0-9]{10}\\.[A-Za-z0-9.-]{1,155}",
                    message = "must be <team>.<bundle>, such as ABCDE12345.com.example.shop")
                String>
            iosAppIds,
    @DefaultValue({"NOT /api/*", "/*"})
        List<
                @Pattern(
                    regexp = "(NOT )?/\\S*",
                    message = "must begin with '/', with 'NOT ' before it where it is left out")
                String>
            iosPaths,
    @DefaultValue("")
        @Pattern(
            regexp = "([A-Za-z]\\w*(\\.[A-Za-z]\\w*)+)?",
            message = "must be the name of an app, such as com.example.shop")
        String androidPackage,
    @DefaultValue
        List<
                @Pattern(
                    regexp = "(\\p{XDigit}{2}:){31}\\p{XDigit}{2}",
                    message = "must be 32 bytes in hexadecimal, with colons")
                String>
            androidFingerprints) {

  /** A name alone would let anybody's app of that name in. */
  @AssertTrue(message = "androidPackage and androidFingerprints go together")
  boolean isAndroidWhole() {
    return androidPackage.isEmpty() == androidFingerprints.isEmpty();
  }
}
