package dev.storefront.lua;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * One atomic Redis operation: the body of a {@code .lua} file, its SHA-1 (what EVALSHA takes) and
 * its {@link LuaHeader header}. Immutable; load once and keep in a constant.
 *
 * @param name {@code <service>/<verbNoun>}, the file's path below {@code lua/} without its ending
 * @param body the file as it is sent to Redis
 * @param sha1 40 lower-case hex digits
 * @param header what the file says of itself
 */
public record LuaScript(String name, String body, String sha1, LuaHeader header) {

  /**
   * Loads {@code lua/<name>.lua} from the class path.
   *
   * @param name for example {@code fitment/checkFitment}
   * @throws IllegalArgumentException if there is no such file, or its header breaks the convention
   */
  public static LuaScript load(String name) {
    String body = read("lua/" + name + ".lua");
    return new LuaScript(name, body, sha1Of(body), LuaHeader.parse(name, body));
  }

  /**
   * The same script under another SHA-1.
   *
   * @param comment one line that is added at its end
   */
  public LuaScript withComment(String comment) {
    String commented = body + "\n-- " + comment + "\n";
    return new LuaScript(name, commented, sha1Of(commented), header);
  }

  /**
   * What a number of its reply stands for.
   *
   * @param codes constants by the names that the header gives the numbers
   * @throws IllegalArgumentException if the header has no such number, or {@code codes} lacks its
   *     name
   */
  public <C extends Enum<C>> C code(Class<C> codes, long number) {
    return Enum.valueOf(codes, header.codes().getOrDefault(number, "no name of " + number));
  }

  private static String read(String resource) {
    try (InputStream in = LuaScript.class.getClassLoader().getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalArgumentException("No Lua script at " + resource);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String sha1Of(String body) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-1").digest(body.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-1", e);
    }
  }
}
