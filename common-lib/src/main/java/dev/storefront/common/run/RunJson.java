package dev.storefront.common.run;

import java.util.List;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Runs of a kind between Java and JSON. A row of an older release may lack numbers: they are 0. */
record RunJson<Q, P>(RunKind<Q, P> kind) {

  private static final JsonMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES).build();

  static String write(Object value) {
    return JSON.writeValueAsString(value);
  }

  static <T> T read(String json, Class<T> type) {
    return JSON.readValue(json, type);
  }

  P progress(String json) {
    return read(json, kind.progress());
  }

  Run<Q, P> run(RunRow row) {
    return new Run<>(
        row.id(),
        row.state(),
        row.failure(),
        read(row.request(), kind.request()),
        progress(row.progress()),
        row.createdAt(),
        row.startedAt(),
        row.finishedAt(),
        row.updatedAt(),
        row.takeovers());
  }

  List<Run<Q, P>> runs(List<RunRow> rows) {
    return rows.stream().map(this::run).toList();
  }
}
