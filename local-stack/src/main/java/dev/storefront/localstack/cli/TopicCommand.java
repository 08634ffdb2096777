package dev.storefront.localstack.cli;

import dev.storefront.localstack.suite.Suite;
import java.util.List;

/** Prints the last records of a topic. */
final class TopicCommand {

  private static final String USAGE = "usage: ./storefront topic NAME [-n COUNT], at most 1000";
  private static final int RECORDS = 10;
  private static final int MOST = 1_000;

  private final int count;
  private final Suite suite;
  private final Terminal terminal;

  TopicCommand(int count, Suite suite, Terminal terminal) {
    this.count = count;
    this.suite = suite;
    this.terminal = terminal;
  }

  int run(String topic) {
    new TopicEnd(suite.kafkaBootstrapServers())
        .read(topic, count)
        .forEach(record -> terminal.line(TopicEnd.text(record)));
    return 0;
  }

  /** How many records are asked for. */
  static int count(List<String> options) {
    if (options.size() == 1) {
      return RECORDS;
    }
    if (options.size() != 3
        || !options.get(1).equals("-n")
        || !options.get(2).matches("[0-9]{1,4}")) {
      throw new UsageException(USAGE);
    }
    int count = Integer.parseInt(options.get(2));
    if (count < 1 || count > MOST) {
      throw new UsageException(USAGE);
    }
    return count;
  }
}
