package dev.storefront.shortlink.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.shortlink.agent.Agent.Device;
import dev.storefront.shortlink.agent.Agent.Os;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148 | MOBILE | IOS |"
            + " false",
        "Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X) Mobile/15E148 | TABLET | IOS | false",
        "Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/120.0 Mobile Safari/537 | MOBILE | ANDROID"
            + " | false",
        "Mozilla/5.0 (Linux; Android 9; CUBOT X19) Chrome/96 Mobile Safari | MOBILE | ANDROID |"
            + " false",
        "Mozilla/5.0 (Linux; Android 13; SM-X906C) Chrome/120.0 Safari/537 | TABLET | ANDROID |"
            + " false",
        "Dalvik/2.1.0 (Linux; U; Android 13; SM-S908B Build/TP1A.220624.014) | MOBILE | ANDROID |"
            + " false",
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/120.0 Safari/537 | DESKTOP | WINDOWS |"
            + " false",
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15 | DESKTOP | MACOS | false",
        "Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Firefox/121.0 | DESKTOP | LINUX | false",
        "Mozilla/5.0 (X11; CrOS x86_64 14541) Chrome/120 Safari | DESKTOP | CHROMEOS | false",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) Mobile/20G75 Instagram 300.0 |"
            + " MOBILE | IOS | false",
        "Mozilla/5.0 (Linux; Android 12; HarmonyOS; NOH-AN00) Chrome/99 Mobile Safari/537 | MOBILE"
            + " | ANDROID | false",
        "Mozilla/5.0 (Phone; OpenHarmony 5.0) ArkWeb/4.1 Mobile | MOBILE | OTHER | false",
        "swcd (unknown version) CFNetwork/1410.0.3 Darwin/22.6.0 | OTHER | OTHER | false",
        "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html) | OTHER | OTHER |"
            + " true",
        "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X) Mobile (compatible; Googlebot/2.1) | MOBILE |"
            + " ANDROID | true",
        "facebookexternalhit/1.1 | OTHER | OTHER | true",
        "WhatsApp/2.23.20.0 A | OTHER | OTHER | true",
        "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots) | OTHER | OTHER | true",
        "TelegramBot (like TwitterBot) | OTHER | OTHER | true",
        "Java-http-client/17.0.9 | OTHER | OTHER | false",
        "curl/8.5.0 | OTHER | OTHER | false",
      })
  void a_browser_says_what_it_is(String userAgent, Device device, Os os, boolean bot) {
    assertThat(Agent.of(userAgent)).isEqualTo(new Agent(device, os, bot));
  }

  @Test
  void who_says_nothing_is_nothing_in_particular() {
    assertThat(Agent.of(null)).isEqualTo(new Agent(Device.OTHER, Os.OTHER, false));
  }
}
