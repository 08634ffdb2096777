package dev.storefront.benchmarks.load;

import java.io.IOException;
import java.util.function.Supplier;

/** Sends requests to a port of this machine. */
public final class HttpCaller implements Caller {

  private final Connection connection;
  private final Supplier<byte[]> requests;
  private final int expected;

  /**
   * @param requests each as {@link #post} or {@link #get} makes it
   * @param expected the status of every reply
   */
  public HttpCaller(int port, Supplier<byte[]> requests, int expected) throws IOException {
    this.connection = new Connection(port);
    this.requests = requests;
    this.expected = expected;
  }

  /** A request with a body of JSON. */
  public static byte[] post(String path, String token, String json) {
    return Connection.request("POST", path, json, "Authorization: Bearer " + token);
  }

  /** Likewise. */
  public static byte[] put(String path, String token, String json) {
    return Connection.request("PUT", path, json, "Authorization: Bearer " + token);
  }

  /** Likewise. */
  public static byte[] patch(String path, String token, String json) {
    return Connection.request("PATCH", path, json, "Authorization: Bearer " + token);
  }

  /** A request with a body of JSON, of nobody. */
  public static byte[] post(String path, String json) {
    return Connection.request("POST", path, json);
  }

  /** A request without anything. */
  public static byte[] get(String path) {
    return Connection.request("GET", path, "");
  }

  /** A request of somebody. */
  public static byte[] get(String path, String token) {
    return Connection.request("GET", path, "", "Authorization: Bearer " + token);
  }

  @Override
  public boolean call() throws IOException {
    return connection.exchange(requests.get()) == expected;
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
