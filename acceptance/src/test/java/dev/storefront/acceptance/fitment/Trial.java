package dev.storefront.acceptance.fitment;

/**
 * What the steps of a proof work on.
 *
 * @param model what the service must answer
 * @param findings what it answered else
 */
record Trial(
    ProofSize size,
    Load load,
    Model model,
    ServiceUnderTest service,
    Findings findings,
    Journal journal) {

  Trial(ProofSize size, ServiceUnderTest service) {
    this(size, new Load(size), new Model(), service, new Findings(), new Journal());
  }

  FitmentApi api() {
    return service.api();
  }

  /** Counts what is not as it must be. */
  void require(boolean holds, String otherwise, Object... values) {
    if (!holds) {
      findings.wrong(otherwise, values);
    }
  }
}
