package dev.storefront.shortlink.redirect;

import java.nio.charset.StandardCharsets;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** The page that asks for a link's password. It says nothing of where the link leads. */
final class PasswordForm {

  private static final MediaType HTML = new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8);
  private static final String PAGE =
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="robots" content="noindex">
      <title>Password</title>
      </head>
      <body>
      <h1>This link has a password</h1>
      %s<form method="post">
      <label>Password <input type="password" name="password" maxlength="72" required autofocus \
      autocomplete="off"></label>
      <button type="submit">Go on</button>
      </form>
      </body>
      </html>
      """;

  private PasswordForm() {}

  static ResponseEntity<String> ask() {
    return page(HttpStatus.OK, "");
  }

  static ResponseEntity<String> refuse() {
    return page(HttpStatus.UNAUTHORIZED, "<p role=\"alert\">This is not the password.</p>\n");
  }

  private static ResponseEntity<String> page(HttpStatus status, String message) {
    return ResponseEntity.status(status)
        .contentType(HTML)
        .header("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
        .header("Referrer-Policy", "no-referrer")
        .body(PAGE.formatted(message));
  }
}
