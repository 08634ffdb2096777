package dev.storefront.localstack.suite;

import java.net.http.HttpHeaders;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** What came of a call. */
public record ApiReply(ApiRequest request, int status, HttpHeaders headers, String body) {

  public boolean isSuccess() {
    return status / 100 == 2;
  }

  public Optional<String> header(String name) {
    return headers.firstValue(name);
  }

  /** The body; a missing node when it is not JSON. */
  public JsonNode json() {
    return Json.read(body);
  }

  /**
   * This reply, which must be a success.
   *
   * @throws ApiFailedException when it is none
   */
  public ApiReply requireSuccess() {
    if (!isSuccess()) {
      throw new ApiFailedException(this);
    }
    return this;
  }
}
