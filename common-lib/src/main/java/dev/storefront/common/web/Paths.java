package dev.storefront.common.web;

import java.net.URI;
import java.net.URISyntaxException;

final class Paths {

  private Paths() {}

  /** A request's path as a URI, escaped where the client's own path is no URI. */
  static URI toUri(String path) {
    try {
      return new URI(path);
    } catch (URISyntaxException notEscaped) {
      try {
        return new URI(null, null, path, null);
      } catch (URISyntaxException hopeless) {
        return URI.create("/");
      }
    }
  }
}
