package dev.storefront.localstack.cli;

import dev.storefront.localstack.suite.Identity;
import dev.storefront.localstack.suite.Suite;
import dev.storefront.localstack.suite.SuiteClient;
import java.util.List;

/** Gets a token from the local stack's issuer and prints it alone. */
final class TokenCommand {

  private static final String USAGE =
      "usage: ./storefront token --user NAME | --guest ID | --operator | --service NAME";

  private static final String LOST =
      "the name has letters that this locale does not know; set LC_ALL to one of UTF-8, C.UTF-8 say";

  /** What Java makes of a byte that is no letter in the locale's charset. */
  private static final String NO_LETTER = "\uFFFD";

  private final Identity identity;
  private final Suite suite;
  private final Terminal terminal;

  TokenCommand(Identity identity, Suite suite, Terminal terminal) {
    this.identity = identity;
    this.suite = suite;
    this.terminal = terminal;
  }

  int run() {
    terminal.line(new SuiteClient(suite).token(identity));
    return 0;
  }

  static Identity identity(List<String> options) {
    String kind = options.isEmpty() ? "" : options.get(0);
    if (kind.equals("--operator") && options.size() == 1) {
      return Identity.operator();
    }
    if (options.size() != 2 || options.get(1).isBlank()) {
      throw new UsageException(USAGE);
    }
    if (options.get(1).contains(NO_LETTER)) {
      throw new UsageException(LOST); // a token for this name would be another user's
    }
    return switch (kind) {
      case "--user" -> Identity.user(options.get(1));
      case "--guest" -> Identity.guest(options.get(1));
      case "--service" -> Identity.service(options.get(1));
      default -> throw new UsageException(USAGE);
    };
  }
}
