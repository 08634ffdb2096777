package dev.storefront.shortlink.ban;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The banned hosts, each with all that lies below it: no link leads to them. */
@Component
public class Bans extends HostList {

  Bans(JdbcClient jdbc) {
    super("bans", new HostTable(jdbc, "bans", "banned"));
  }

  /** True if links to that target are banned. Costs next to nothing while there are no bans. */
  public boolean covers(@Nullable String target) {
    return target != null && !isEmpty() && coversHost(BannedHost.of(URI.create(target)));
  }
}
