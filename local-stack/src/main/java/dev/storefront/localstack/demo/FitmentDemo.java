package dev.storefront.localstack.demo;

import dev.storefront.localstack.suite.ApiRequest;
import dev.storefront.localstack.suite.Identity;
import dev.storefront.localstack.suite.Json;
import dev.storefront.localstack.suite.Suite;
import dev.storefront.localstack.suite.SuiteClient;
import java.net.URI;
import java.util.List;

final class FitmentDemo implements DemoPart {

  private final URI fitment;
  private final SuiteClient client;
  private final List<Sku> skus;

  FitmentDemo(Suite suite, SuiteClient client, List<Sku> skus) {
    this.fitment = suite.fitment();
    this.client = client;
    this.skus = skus;
  }

  @Override
  public String name() {
    return "floor mats in " + skus.size() + " SKUs, with the vehicles that they fit";
  }

  /** Looks at the SKU that is written last. */
  @Override
  public boolean isLoaded() {
    Sku last = skus.get(skus.size() - 1);
    Object question =
        Json.object("vehicleIds", skus.get(0).vehicleIds().subList(0, 1))
            .and("skuIds", List.of(last.skuId()));
    return "UNIVERSAL"
        .equals(
            client
                .send(ApiRequest.post(fitment, "/api/v1/fitment/check").json(question))
                .json()
                .at("/results/0/status")
                .asString(""));
  }

  @Override
  public void load() {
    skus.forEach(this::put);
  }

  private void put(Sku sku) {
    Object body =
        Json.object("kind", "POP")
            .and("spuId", sku.spuId())
            .and("mainSkuId", sku.mainSkuId())
            .and("vendorId", DemoProducts.VENDOR_ID)
            .and("vehicleIds", sku.vehicleIds())
            .and("universal", sku.universal());
    client
        .send(
            ApiRequest.put(fitment, "/api/v1/skus/" + sku.skuId() + "/fitment")
                .as(Identity.operator())
                .json(body))
        .requireSuccess();
  }
}
