package dev.storefront.common.redis;

import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.handler.flush.FlushConsolidationHandler;

/**
 * Writes what waits for a connection in one system call. Lettuce flushes after each command, which
 * costs more than the command itself; here a flush waits for those that are already due in the
 * event loop, and for nothing else, so that a command alone is not held up.
 */
final class JointFlushes implements NettyCustomizer {

  /** Redis gets something to do at the latest after so many commands. */
  private static final int MOST_COMMANDS = 64;

  @Override
  public void afterChannelInitialized(Channel channel) {
    channel.pipeline().addFirst(new FlushConsolidationHandler(MOST_COMMANDS, true));
  }
}
