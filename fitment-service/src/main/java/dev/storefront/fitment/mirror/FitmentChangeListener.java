package dev.storefront.fitment.mirror;

import dev.storefront.common.kafka.EventBatches;
import dev.storefront.common.kafka.EventJson;
import dev.storefront.common.metrics.UseCase;
import dev.storefront.fitment.cell.FitmentChange;
import dev.storefront.fitment.placement.CellProperties;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

/**
 * Hears what other cells wrote. The instances of a cell share the work. A batch that Redis or MySQL
 * does not take now is delivered again, until they do: nothing is passed over.
 */
@Component
class FitmentChangeListener {

  private final EventJson json;
  private final EventBatches batches;
  private final ShelfMirror mirror;
  private final String cell;

  FitmentChangeListener(
      EventJson json, EventBatches batches, ShelfMirror mirror, CellProperties cells) {
    this.json = json;
    this.batches = batches;
    this.mirror = mirror;
    this.cell = cells.cell();
  }

  @KafkaListener(
      id = FitmentChange.TOPIC,
      topics = "#{@namespace.topic('" + FitmentChange.TOPIC + "')}",
      groupId = "#{@namespace.group('" + CellOffsets.GROUP_PREFIX + "${storefront.fitment.cell}')}",
      // Each up to half a megabyte.
      properties = "max.poll.records=100",
      batch = "true")
  @UseCase("follow-cells")
  void follow(List<ConsumerRecord<String, byte[]>> records) {
    batches.process(
        records, record -> json.read(record.value(), FitmentChange.class), this::followOthers);
  }

  private void followOthers(List<FitmentChange> changes) {
    mirror.follow(changes.stream().filter(change -> !change.cell().equals(cell)).toList());
  }
}
