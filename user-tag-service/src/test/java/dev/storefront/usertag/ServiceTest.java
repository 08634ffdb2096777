package dev.storefront.usertag;

import dev.storefront.localstack.testing.WithBackends;
import dev.storefront.usertag.standing.AudienceRecords;
import dev.storefront.usertag.tagging.Agreement;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;

/**
 * The whole service on real servers, with segments of 64 users, so that even small tests cross
 * their borders. All classes share one service: each keeps to tags and users of its own.
 */
@SpringBootTest(
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {"storefront.usertag.segment-bits=64", "storefront.usertag.upkeep-interval=200ms"})
@WithBackends(database = "user_tag", namespace = "seg")
@Import({Agreement.class, AudienceRecords.class})
public abstract class ServiceTest {

  @LocalServerPort int port;

  protected Api api;

  @BeforeEach
  void connect() {
    api = new Api(port);
  }
}
