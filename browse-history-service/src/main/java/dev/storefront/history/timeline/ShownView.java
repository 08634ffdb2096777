package dev.storefront.history.timeline;

import dev.storefront.history.core.View;
import dev.storefront.history.product.Product;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.annotation.JsonSerialize;

/** A view that shows, as JSON a {@link HistoryReply.Item}. */
@JsonSerialize(using = ShownView.Json.class)
record ShownView(View view, Product product) {

  static final class Json extends ValueSerializer<ShownView> {

    @Override
    public void serialize(ShownView shown, JsonGenerator json, SerializationContext context) {
      json.writeRawValue(shown.product.json());
      json.writeRaw(IsoMillis.text(shown.view.viewedAt()));
      json.writeRaw("\"}");
    }
  }
}
