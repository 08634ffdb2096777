package dev.storefront.localstack.suite;

/** A call that had to succeed did not. The message is fit for a person. */
public final class ApiFailedException extends RuntimeException {

  private static final int SHOWN = 500;

  ApiFailedException(ApiReply reply) {
    super(
        "%s %s answered %d: %s"
            .formatted(
                reply.request().method(),
                reply.request().uri(),
                reply.status(),
                reply.body().length() <= SHOWN ? reply.body() : reply.body().substring(0, SHOWN)));
  }

  ApiFailedException(ApiRequest request, Throwable cause) {
    super("%s %s got no answer: %s".formatted(request.method(), request.uri(), cause), cause);
  }
}
