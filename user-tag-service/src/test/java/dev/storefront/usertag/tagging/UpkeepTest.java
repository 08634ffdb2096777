package dev.storefront.usertag.tagging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.usertag.ServiceTest;
import dev.storefront.usertag.segment.Mark;
import dev.storefront.usertag.tag.TagCatalog;
import dev.storefront.usertag.user.UserDirectory;
import dev.storefront.usertag.user.UserId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

class UpkeepTest extends ServiceTest {

  @Autowired UserDirectory directory;
  @Autowired UserTags userTags;
  @Autowired UnsettledMarks unsettled;
  @Autowired TagCatalog tags;
  @Autowired JdbcClient database;
  @Autowired Agreement agreement;

  @Test
  void what_a_crash_left_unsettled_reaches_redis_later() {
    api.makeTags("keep-up");
    api.untag("keep-1", "keep-up");
    long ordinal = directory.find(new UserId("keep-1")).orElseThrow();
    int number = tags.find("keep-up").orElseThrow().number();

    // As a write leaves it that ends between its two steps, six seconds ago.
    userTags.save(Map.of(ordinal, UserMarks.EMPTY.with(number, true, 1)));
    unsettled.add(-7, List.of(new Mark(ordinal, number, true)));
    database.sql("UPDATE unsettled_mark SET since = since - 6000 WHERE write_id = -7").update();

    await().until(() -> api.isTagged("keep-1", "keep-up"));
    await().until(() -> unsettled.ofWrite(-7).isEmpty());
    assertThat(api.users("keep-up")).containsExactly("keep-1");
    agreement.check();
  }
}
