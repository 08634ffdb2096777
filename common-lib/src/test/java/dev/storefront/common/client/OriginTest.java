package dev.storefront.common.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OriginTest {

  private final TrustedProxies proxies =
      new TrustedProxies(List.of("10.0.0.0/8", "192.0.2.128/25", "2001:db8::/32"));

  @ParameterizedTest(name = "{0} says {1}: {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "203.0.113.9  | 198.51.100.1                          | 203.0.113.9",
        "10.1.2.3     | 198.51.100.1                          | 198.51.100.1",
        "10.1.2.3     | 203.0.113.66, 198.51.100.1            | 198.51.100.1",
        "10.1.2.3     | 203.0.113.66, 198.51.100.1, 10.9.9.9  | 198.51.100.1",
        "10.1.2.3     | 10.0.0.7, 198.51.100.1, 2001:db8::5   | 198.51.100.1",
        "10.1.2.3     | 198.51.100.1:4711                     | 198.51.100.1",
        "10.1.2.3     | [2a00::1]:4711                        | 2a00:0:0:0:0:0:0:1",
        "10.1.2.3     | 2A00:0:0::1                           | 2a00:0:0:0:0:0:0:1",
        "10.1.2.3     | ::ffff:198.51.100.1                   | 198.51.100.1",
        "10.1.2.3     | 10.0.0.7                              | 10.0.0.7",
        "10.1.2.3     | 198.51.100.1, unknown                 | 10.1.2.3",
        "10.1.2.3     | 198.51.100.1, , 10.0.0.7              | 10.0.0.7",
        "10.1.2.3     | evil.example                          | 10.1.2.3",
        "10.1.2.3     | 1                                     | 10.1.2.3",
        "192.0.2.127  | 198.51.100.1                          | 192.0.2.127",
        "192.0.2.128  | 198.51.100.1                          | 198.51.100.1",
        "2001:db8::9  | 198.51.100.1                          | 198.51.100.1",
        "2001:db9::9  | 198.51.100.1                          | 2001:db9:0:0:0:0:0:9",
        "::ffff:10.1.2.3 | 198.51.100.1                       | 198.51.100.1",
      })
  void the_nearest_hop_that_is_no_trusted_proxy_is_the_origin(
      String peer, String header, String origin) {
    assertThat(
            proxies
                .origin(
                    IpAddress.parse(peer).orElseThrow(),
                    ForwardedFor.inPlainHeader(List.of(header)))
                .text())
        .isEqualTo(origin);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "for=198.51.100.1                                       | 198.51.100.1",
        "For=\"198.51.100.1:80\";proto=https;by=10.1.1.1        | 198.51.100.1",
        "proto=http; for=\"[2a00::1]:4711\"                     | 2a00:0:0:0:0:0:0:1",
        "for=203.0.113.66, for=198.51.100.1, for=10.0.0.7       | 198.51.100.1",
        "for=\"203.0.113.66, for=198.51.100.9\", for=10.0.0.7   | 10.0.0.7",
        "for=_hidden                                            | 10.1.2.3",
        "for=unknown, for=10.0.0.7                              | 10.0.0.7",
        "proto=https                                            | 10.1.2.3",
        "for=\"198.51.100.1                                     | 10.1.2.3",
        "for=203.0.113.66;x=\", for=198.51.100.1                | 10.1.2.3",
        "for=203.0.113.66;x=\", for=\"198.51.100.1:80\"           | 10.1.2.3",
      })
  void the_same_goes_for_the_standards_header(String header, String origin) {
    assertThat(
            proxies
                .origin(
                    IpAddress.parse("10.1.2.3").orElseThrow(),
                    ForwardedFor.inForwarded(List.of(header)))
                .text())
        .isEqualTo(origin);
  }

  @Test
  void a_header_of_several_lines_is_one_list() {
    assertThat(ForwardedFor.inPlainHeader(List.of("192.0.2.1, 192.0.2.2", "192.0.2.3")))
        .isEqualTo(ForwardedFor.inPlainHeader(List.of("192.0.2.1,192.0.2.2,192.0.2.3")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.0/33", "2001:db8::/129", "10.0.0.0/-1", "proxies", "10.0/8", ""})
  void what_is_no_network_keeps_the_service_from_starting(String network) {
    assertThatThrownBy(() -> new TrustedProxies(List.of(network)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1",
        "1.2.3",
        "256.1.1.1",
        "1.2.3.4.5",
        ":::",
        "localhost",
        "12345::",
        "0x7f.1.1.1"
      })
  void what_is_no_address_is_none(String text) {
    assertThat(IpAddress.parse(text)).isEmpty();
  }
}
