package dev.storefront.history.ingest;

import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/** Has what a job of the same JVM wrote. */
final class Collected<T> implements Sink<T> {

  private static final long serialVersionUID = 1L;
  private static final ConcurrentHashMap<String, Queue<Object>> ALL = new ConcurrentHashMap<>();

  private final String id = UUID.randomUUID().toString();

  @SuppressWarnings("unchecked")
  Queue<T> all() {
    return (Queue<T>) ALL.computeIfAbsent(id, none -> new ConcurrentLinkedQueue<>());
  }

  @Override
  public SinkWriter<T> createWriter(WriterInitContext context) {
    return new SinkWriter<>() {
      @Override
      public void write(T element, Context ignored) {
        all().add(element);
      }

      @Override
      public void flush(boolean endOfInput) {}

      @Override
      public void close() {}
    };
  }
}
