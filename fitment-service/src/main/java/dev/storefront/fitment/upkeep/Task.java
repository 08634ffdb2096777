package dev.storefront.fitment.upkeep;

/** What a run does with each shelf. */
enum Task {
  REBUILD("rebuild"),
  CONSISTENCY_CHECK("consistency-check");

  private final String kind;

  Task(String kind) {
    this.kind = kind;
  }

  /** The name of such runs. */
  String kind() {
    return kind;
  }
}
