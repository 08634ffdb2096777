package dev.storefront.history.keepalive;

import dev.storefront.common.run.RunFactory;
import dev.storefront.common.run.RunKind;
import dev.storefront.common.run.Runs;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class KeepAliveConfiguration {

  @Bean
  Runs<KeepAliveRequest, KeepAliveProgress> keepAliveRuns(RunFactory runs, KeepAliveTask task) {
    return runs.runs(
        new RunKind<>(
            "history-keep-alive", KeepAliveRequest.class, KeepAliveProgress.NONE, 1, 10, 0),
        task);
  }
}
