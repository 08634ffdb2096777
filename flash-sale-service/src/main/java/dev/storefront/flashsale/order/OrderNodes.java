package dev.storefront.flashsale.order;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.ScriptRunner;
import org.springframework.stereotype.Component;

/** Which Redis node decides on an order, for who has many to ask about and may find one away. */
@Component
public class OrderNodes {

  private final ScriptRunner scripts;
  private final Namespace namespace;

  OrderNodes(ScriptRunner scripts, Namespace namespace) {
    this.scripts = scripts;
    this.namespace = namespace;
  }

  /** The address of the node that has the order's record, as far as is known here. */
  public String of(String orderId) {
    return scripts.node(OrderKeys.record(orderId, namespace));
  }
}
