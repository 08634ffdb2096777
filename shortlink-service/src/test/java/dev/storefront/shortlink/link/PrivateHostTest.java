package dev.storefront.shortlink.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrivateHostTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "LOCALHOST.",
        "shop.localhost",
        "printer.local",
        "metadata.google.internal",
        "router.home.arpa",
        "wiki.corp",
        "127.0.0.1",
        "127.255.255.254",
        "0.0.0.0",
        "10.0.0.1",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.178.1",
        "169.254.169.254",
        "100.64.0.1",
        "198.18.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "[::]",
        "[::1]",
        "[0:0:0:0:0:0:0:1]",
        "[fe80::1]",
        "[fe80::1%25eth0]",
        "[fd00::1]",
        "[FC00::1]",
        "[ff02::1]",
        "[::ffff:10.0.0.1]",
        "[::ffff:7f00:1]",
        "[::10.0.0.1]",
        "[2002:c0a8:0101::1]",
        "[64:ff9b::10.0.0.1]",
        "[64:ff9b:1::a9fe:a9fe]"
      })
  void is_private(String host) {
    assertThat(PrivateHost.is(host)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "example.com",
        "local.example",
        "localhost.example",
        "notlocal",
        "thelocal.de",
        "home.example",
        "8.8.8.8",
        "172.15.255.255",
        "172.32.0.1",
        "192.167.1.1",
        "100.63.255.255",
        "100.128.0.1",
        "198.20.0.1",
        "11.0.0.1",
        "[2001:db8::1]",
        "[2606:4700::1111]",
        "[::ffff:8.8.8.8]",
        "[2002:808:808::1]",
        "[64:ff9b::8.8.8.8]"
      })
  void is_for_all_the_world(String host) {
    assertThat(PrivateHost.is(host)).isFalse();
  }
}
