package dev.storefront.flashsale.grab;

import java.util.concurrent.Executor;
import org.apache.coyote.ProtocolHandler;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.TomcatProtocolHandlerCustomizer;
import org.springframework.stereotype.Component;

/** Requests that have arrived and wait for one of Tomcat's threads. */
@Component
class WaitingRequests implements TomcatProtocolHandlerCustomizer<ProtocolHandler> {

  private volatile @Nullable ProtocolHandler handler;

  @Override
  public void customize(ProtocolHandler created) {
    handler = created;
  }

  /** 0 with virtual threads, where none waits. */
  int count() {
    ProtocolHandler known = handler;
    Executor threads = known == null ? null : known.getExecutor();
    return threads instanceof ThreadPoolExecutor pool ? pool.getQueue().size() : 0;
  }
}
