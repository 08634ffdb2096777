package dev.storefront.shortlink.agent;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a {@code User-Agent} tells, as far as it is told.
 *
 * @param device what it runs on
 * @param os its operating system
 * @param bot true for crawlers and for those that make previews of links
 */
public record Agent(Device device, Os os, boolean bot) {

  /** What somebody holds in the hand, or sits at. */
  public enum Device {
    MOBILE,
    TABLET,
    DESKTOP,
    OTHER
  }

  /** Operating systems. */
  public enum Os {
    IOS,
    ANDROID,
    WINDOWS,
    MACOS,
    LINUX,
    CHROMEOS,
    OTHER
  }

  private static final Pattern BOT =
      Pattern.compile(
          "(?<!cu)bot\\b|bot[/;_-]|crawl|spider|slurp|preview|facebookexternalhit|facebot|whatsapp/"
              + "|embedly|mediapartners|bingpreview|skypeuripreview|ia_archiver|lighthouse|headless");

  /** Of what the header says; null where there is none. */
  public static Agent of(@Nullable String userAgent) {
    String text = userAgent == null ? "" : userAgent.toLowerCase(Locale.ROOT);
    Os os = osOf(text);
    return new Agent(deviceOf(text, os), os, BOT.matcher(text).find());
  }

  private static Os osOf(String text) {
    if (text.contains("windows phone")) {
      return Os.OTHER;
    }
    if (text.contains("iphone") || text.contains("ipad") || text.contains("ipod")) {
      return Os.IOS;
    }
    if (text.contains("android")) {
      return Os.ANDROID;
    }
    if (text.contains("windows")) {
      return Os.WINDOWS;
    }
    if (text.contains("mac os x") || text.contains("macintosh")) {
      return Os.MACOS;
    }
    if (text.contains("cros ")) {
      return Os.CHROMEOS;
    }
    return text.contains("linux") || text.contains("x11") ? Os.LINUX : Os.OTHER;
  }

  private static Device deviceOf(String text, Os os) {
    return switch (os) {
      case IOS -> text.contains("ipad") ? Device.TABLET : Device.MOBILE;
      // Browsers say whether it is a phone. Apps (Dalvik) do not, and most run on phones.
      case ANDROID ->
          text.contains("mobile") || text.contains("dalvik/") ? Device.MOBILE : Device.TABLET;
      case WINDOWS, MACOS, LINUX, CHROMEOS -> Device.DESKTOP;
      case OTHER -> text.contains("mobile") ? Device.MOBILE : Device.OTHER;
    };
  }
}
