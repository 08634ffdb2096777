package dev.storefront.common.security;

import java.util.function.Predicate;
import org.springframework.security.web.firewall.StrictHttpFirewall;

/**
 * What may stand in a header: what Spring Security allows. It matches each header against a regular
 * expression whenever it is read; plain ASCII, which nearly all headers are, goes without.
 */
final class HeaderText implements Predicate<String> {

  private static final char FIRST_PRINTABLE = ' ';
  private static final char LAST_PRINTABLE = '~';

  @Override
  public boolean test(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c < FIRST_PRINTABLE || c > LAST_PRINTABLE) {
        return StrictHttpFirewall.ALLOWED_HEADER_VALUES.test(value);
      }
    }
    return true;
  }
}
