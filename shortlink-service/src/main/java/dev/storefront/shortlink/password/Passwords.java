package dev.storefront.shortlink.password;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.lua.LuaScript;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.stereotype.Component;

/**
 * Passwords of links, of which only a hash is kept that takes long to compute. A visitor has
 * {@value #TRIES} tries a minute at a link, all visitors together {@value #TRIES_OF_ALL}; a right
 * one costs none.
 */
@Component
public class Passwords {

  private static final LuaScript COUNT = LuaScript.load("shortlink/countTry");
  private static final int TRIES = 5;
  private static final int TRIES_OF_ALL = 100;
  private static final Duration TIME = Duration.ofMinutes(1);

  /** What bcrypt reads of a password. */
  private static final int LONGEST = 72;

  private final PasswordEncoder encoder = new BCryptPasswordEncoder();
  private final ScriptRunner scripts;
  private final Namespace namespace;

  Passwords(ScriptRunner scripts, Namespace namespace) {
    this.scripts = scripts;
    this.namespace = namespace;
  }

  /** How a try ends. */
  public sealed interface Attempt {

    /** The password is right. */
    record Right() implements Attempt {}

    /** It is not. */
    record Wrong() implements Attempt {}

    /** It was not looked at. */
    record TooMany(Duration retryAfter) implements Attempt {}
  }

  /** True for what can be a password: 1 to 72 bytes. */
  public static boolean allows(String password) {
    return !password.isEmpty() && password.getBytes(StandardCharsets.UTF_8).length <= LONGEST;
  }

  /** Takes a twentieth of a second of a processor, as does {@link #attempt}. */
  public String hash(String password) {
    return String.valueOf(encoder.encode(password));
  }

  /** True if the hash is of this password. It is no {@link #attempt}: nothing is counted. */
  public boolean matches(String password, String hash) {
    return allows(password) && encoder.matches(password, hash);
  }

  /**
   * Compares what a visitor says with the hash of a link's password.
   *
   * @param code the link's
   * @param visitor tells visitors apart, for example by their address
   */
  public Attempt attempt(String code, String hash, String said, String visitor) {
    long wait = count(code, visitor, 1);
    if (wait > 0) {
      return new Attempt.TooMany(Duration.ofMillis(wait));
    }
    if (!matches(said, hash)) {
      return new Attempt.Wrong();
    }
    count(code, visitor, -1);
    return new Attempt.Right();
  }

  private long count(String code, String visitor, int tries) {
    String prefix = "shortlink:{tries:" + code + "}:";
    return ScriptRunner.await(
        scripts.integer(
            ScriptCall.of(
                COUNT,
                List.of(namespace.key(prefix + visitor), namespace.key(prefix + "all")),
                tries,
                TRIES,
                TRIES_OF_ALL,
                TIME.toMillis())));
  }
}
