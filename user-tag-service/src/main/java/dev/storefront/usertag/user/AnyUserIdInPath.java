package dev.storefront.usertag.user;

import jakarta.servlet.http.HttpServletRequest;
import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.web.firewall.FirewalledRequest;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.security.web.firewall.StrictHttpFirewall;

/**
 * A user id is any text, and it stands in the path: an escaped slash, semicolon, percent sign or
 * backslash is part of it. Scopes are checked at the endpoint that was found, not by path, so there
 * is no rule that such a path could slip past.
 */
@Configuration(proxyBeanMethods = false)
class AnyUserIdInPath {

  @Bean
  StrictHttpFirewall httpFirewall() {
    StrictHttpFirewall firewall = new NoPathParameters();
    firewall.setUnsafeAllowAnyHttpMethod(true); // 405 with Allow, as elsewhere
    firewall.setAllowUrlEncodedSlash(true);
    firewall.setAllowUrlEncodedDoubleSlash(true);
    firewall.setAllowUrlEncodedPercent(true);
    firewall.setAllowUrlEncodedPeriod(true);
    firewall.setAllowUrlEncodedCarriageReturn(true);
    firewall.setAllowUrlEncodedLineFeed(true);
    firewall.setAllowUrlEncodedParagraphSeparator(true);
    firewall.setAllowUrlEncodedLineSeparator(true);
    firewall.setAllowBackSlash(true);
    firewall.setAllowSemicolon(true);
    return firewall;
  }

  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> escapedSlashesInPath() {
    String asTheyCome = EncodedSolidusHandling.PASS_THROUGH.getValue();
    return factory ->
        factory.addConnectorCustomizers(
            connector -> {
              connector.setEncodedSolidusHandling(asTheyCome);
              connector.setEncodedReverseSolidusHandling(asTheyCome);
            });
  }

  /**
   * Refuses a semicolon that is not escaped: it begins a path parameter, and the rest of the user
   * id would silently be dropped.
   */
  private static final class NoPathParameters extends StrictHttpFirewall {

    @Override
    public FirewalledRequest getFirewalledRequest(HttpServletRequest request) {
      if (request.getRequestURI().indexOf(';') >= 0) {
        throw new RequestRejectedException("A semicolon in the path must be escaped");
      }
      return super.getFirewalledRequest(request);
    }
  }
}
