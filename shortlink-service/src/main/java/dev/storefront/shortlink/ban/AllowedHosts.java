package dev.storefront.shortlink.ban;

import dev.storefront.common.switches.Switch;
import dev.storefront.common.switches.Switches;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The hosts that operators vouch for, each with all that lies below it: new links may lead to them
 * though they lie in a private network or look like others. The switch {@code only-allowed-hosts}
 * has new links lead to no others.
 */
@Component
public class AllowedHosts extends HostList {

  private final Switch<Boolean> noOthers;

  AllowedHosts(JdbcClient jdbc, Switches switches) {
    super("allowed-hosts", new HostTable(jdbc, "allowed_hosts", "allowed"));
    this.noOthers = switches.defineBoolean("only-allowed-hosts", false);
  }

  /**
   * True if operators vouch for the host.
   *
   * @param name as a target has it
   * @throws org.springframework.dao.DataAccessException if the instance never heard which they are,
   *     and the database is away
   */
  public boolean vouchesFor(String name) {
    require();
    return coversHost(name);
  }

  /**
   * True if the host is none of these, and no others may be targets now.
   *
   * @param name as a target has it
   * @throws org.springframework.dao.DataAccessException if the instance never heard which they are,
   *     and the database is away
   */
  public boolean excludes(String name) {
    if (!noOthers.get()) {
      return false;
    }
    require();
    return !coversHost(name);
  }
}
