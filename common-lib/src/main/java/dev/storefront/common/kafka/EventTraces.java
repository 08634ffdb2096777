package dev.storefront.common.kafka;

import io.micrometer.tracing.Span;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.propagation.Propagator;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Carries a trace from who sends an event to who takes it, in the header {@code traceparent}. Only
 * what is sampled is carried, so that all other records, and all records while tracing is off, pay
 * for no more than a look.
 */
final class EventTraces {

  private static final String TRACEPARENT = "traceparent";
  private static final String DESTINATION = "messaging.destination.name";

  private final Tracer tracer;
  private final Propagator propagator;

  /** Both do nothing while tracing is off. */
  EventTraces(Tracer tracer, Propagator propagator) {
    this.tracer = tracer;
    this.propagator = propagator;
  }

  /** What the header is to say of an event of the current call; null if that is not traced. */
  @Nullable String current() {
    TraceContext context = sampled();
    if (context == null) {
      return null;
    }
    Headers headers = new RecordHeaders();
    propagator.inject(context, headers, EventTraces::add);
    return text(headers, TRACEPARENT);
  }

  /**
   * Begins the span of sending a record, to be ended by the caller.
   *
   * @param noted the trace that it belongs to; null for that of the current call
   */
  Span sending(ProducerRecord<String, byte[]> record, @Nullable String noted) {
    Span.Builder builder = noted == null ? ofCall() : ofNote(record.headers(), noted);
    if (builder == null) {
      return Span.NOOP;
    }
    Span span =
        builder
            .kind(Span.Kind.PRODUCER)
            .name("send " + record.topic())
            .tag(DESTINATION, record.topic())
            .start();
    propagator.inject(span.context(), record.headers(), EventTraces::add);
    return span;
  }

  private Span.@Nullable Builder ofCall() {
    TraceContext context = sampled();
    return context == null ? null : tracer.spanBuilder().setParent(context);
  }

  /** The header goes with the record even if tracing was switched off since. */
  private Span.Builder ofNote(Headers headers, String noted) {
    add(headers, TRACEPARENT, noted);
    return propagator.extract(headers, EventTraces::text);
  }

  private @Nullable TraceContext sampled() {
    Span current = tracer.currentSpan();
    return current != null && Boolean.TRUE.equals(current.context().sampled())
        ? current.context()
        : null;
  }

  /** Begins the spans of taking those records that are traced. */
  Taking taking(List<ConsumerRecord<String, byte[]>> records) {
    Map<ConsumerRecord<String, byte[]>, Span> spans = new HashMap<>();
    for (ConsumerRecord<String, byte[]> record : records) {
      if (isSampled(record.headers())) {
        spans.put(record, begin(record));
      }
    }
    return new Taking(spans);
  }

  private Span begin(ConsumerRecord<String, byte[]> record) {
    return propagator
        .extract(record.headers(), EventTraces::text)
        .kind(Span.Kind.CONSUMER)
        .name("process " + record.topic())
        .tag(DESTINATION, record.topic())
        .tag("messaging.destination.partition.id", Integer.toString(record.partition()))
        .tag("messaging.kafka.offset", Long.toString(record.offset()))
        .start();
  }

  private static boolean isSampled(Headers headers) {
    String parent = text(headers, TRACEPARENT);
    return parent != null
        && !parent.isEmpty()
        && (Character.digit(parent.charAt(parent.length() - 1), 16) & 1) == 1;
  }

  private static void add(@Nullable Headers headers, String name, String value) {
    if (headers != null) {
      headers.remove(name);
      headers.add(name, value.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static @Nullable String text(Headers headers, String name) {
    Header header = headers.lastHeader(name);
    return header == null || header.value() == null
        ? null
        : new String(header.value(), StandardCharsets.UTF_8);
  }

  /**
   * The spans of a batch's records. Each lasts as long as the batch, which is one piece of work.
   */
  final class Taking implements AutoCloseable {

    private final Map<ConsumerRecord<String, byte[]>, Span> spans;

    private Taking(Map<ConsumerRecord<String, byte[]>, Span> spans) {
      this.spans = spans;
    }

    /** What is done for this record alone, until the scope is closed, belongs to its trace. */
    Tracer.SpanInScope scope(ConsumerRecord<String, byte[]> record) {
      Span span = spans.get(record);
      return span == null ? () -> {} : tracer.withSpan(span);
    }

    void failed(ConsumerRecord<String, byte[]> record, Exception error) {
      Span span = spans.get(record);
      if (span != null) {
        span.error(error);
      }
    }

    void failed(Exception error) {
      spans.values().forEach(span -> span.error(error));
    }

    @Override
    public void close() {
      spans.values().forEach(Span::end);
    }
  }
}
