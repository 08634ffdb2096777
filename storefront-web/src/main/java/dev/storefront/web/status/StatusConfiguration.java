package dev.storefront.web.status;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.support.RestClientAdapter;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;

@Configuration(proxyBeanMethods = false)
class StatusConfiguration {

  @Bean(destroyMethod = "shutdownNow")
  ExecutorService probeExecutor(StatusProperties properties) {
    return Executors.newFixedThreadPool(properties.services().size());
  }

  @Bean
  ServiceStatuses serviceStatuses(
      StatusProperties properties,
      RestClient.Builder restClients,
      ExecutorService probeExecutor,
      Clock clock) {
    JdkClientHttpRequestFactory requests = requests(properties);
    List<ServiceProbe> probes =
        properties.services().stream()
            .map(
                service ->
                    new ServiceProbe(
                        service,
                        properties.apiPageOf(service),
                        api(properties.healthOf(service), restClients, requests)))
            .toList();
    return new ServiceStatuses(probes, probeExecutor, properties.reuse(), clock);
  }

  private static ReadinessApi api(
      URI address, RestClient.Builder restClients, JdkClientHttpRequestFactory requests) {
    RestClient client =
        restClients
            .clone()
            .baseUrl(address)
            .requestFactory(requests)
            .defaultStatusHandler(HttpStatus.SERVICE_UNAVAILABLE::equals, (request, reply) -> {})
            .build();
    return HttpServiceProxyFactory.builderFor(RestClientAdapter.create(client))
        .build()
        .createClient(ReadinessApi.class);
  }

  private static JdkClientHttpRequestFactory requests(StatusProperties properties) {
    HttpClient client = HttpClient.newBuilder().connectTimeout(properties.timeout()).build();
    JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory(client);
    requests.setReadTimeout(properties.timeout());
    return requests;
  }
}
