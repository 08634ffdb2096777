package dev.storefront.fitment.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.cluster.SlotHash;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class PlacementPropertiesTest {

  @ParameterizedTest
  @ValueSource(strings = {"self=", "pop=", "pop=a,a", "pop=a, ,b"})
  void settings_that_make_no_sense_are_refused_at_the_start(String setting) {
    new ApplicationContextRunner()
        .withUserConfiguration(Settings.class)
        .withPropertyValues("storefront.fitment.placement." + setting)
        .run(context -> assertThat(context).hasFailed());
  }

  @EnableConfigurationProperties(PlacementProperties.class)
  static class Settings {}

  @Test
  void the_slot_of_a_group_is_what_its_hash_tag_says() {
    assertThat(Group.pop(700, 42L).hashTag()).isEqualTo("POP:42:700");
    assertThat(SlotHash.getSlot(Group.pop(700, 42L).hashTag())).isEqualTo(5_719);
    Group self = new Group(SkuKind.SELF, 100_001, 42);
    assertThat(self.hashTag()).isEqualTo("SELF:100001");
    assertThat(SlotHash.getSlot(self.hashTag())).isEqualTo(768);
    assertThat(self.vendorId()).isZero();
  }
}
