package dev.storefront.fitment.storage;

import dev.storefront.fitment.bitmap.BlockReader;
import dev.storefront.fitment.bitmap.BlockSpan;
import dev.storefront.fitment.bitmap.EncodedSegment;
import dev.storefront.fitment.bitmap.RowEncoding;
import dev.storefront.fitment.placement.PlacedSegment;
import dev.storefront.fitment.storage.StorageReport.Share;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Adds up what segments take. Not thread-safe. */
final class StorageTally {

  private final Map<RowEncoding, Sum> sums = new EnumMap<>(RowEncoding.class);
  private long skuSegments;
  private long memory;

  StorageTally() {
    Stream.of(RowEncoding.values()).forEach(encoding -> sums.put(encoding, new Sum()));
  }

  void add(PlacedSegment segment) {
    memory += segment.memory();
    Map<RowEncoding, BitSet> ordinals = new EnumMap<>(RowEncoding.class);
    EncodedSegment encoded = segment.encoded();
    encoded
        .blocks()
        .forEach(
            (number, block) -> {
              BlockReader row = new BlockReader(new BlockSpan(encoded.width(), number), block);
              while (row.next()) {
                add(row);
                ordinals.computeIfAbsent(row.encoding(), e -> new BitSet()).set(row.ordinal());
              }
            });
    BitSet any = new BitSet();
    ordinals.forEach(
        (encoding, ofThese) -> {
          sum(encoding).segments += ofThese.cardinality();
          any.or(ofThese);
        });
    skuSegments += any.cardinality();
  }

  private void add(BlockReader row) {
    Sum sum = sum(row.encoding());
    sum.pairs += row.size();
    sum.bytes += row.bytes();
  }

  StorageReport report(long groupId, int shelves, long headBytes) {
    Sum all = new Sum();
    sums.values()
        .forEach(
            sum -> {
              all.pairs += sum.pairs;
              all.bytes += sum.bytes;
            });
    List<StorageReport.Encoding> encodings =
        sums.entrySet().stream()
            .map(e -> new StorageReport.Encoding(e.getKey(), share(e.getValue(), all)))
            .toList();
    Share total = Share.of(skuSegments, all.pairs, all.bytes, memory + headBytes - all.bytes);
    return new StorageReport(groupId, shelves, encodings, headBytes, total);
  }

  private Share share(Sum sum, Sum all) {
    long waste = all.bytes == 0 ? 0 : (memory - all.bytes) * sum.bytes / all.bytes;
    return Share.of(sum.segments, sum.pairs, sum.bytes, waste);
  }

  private Sum sum(RowEncoding encoding) {
    return sums.computeIfAbsent(encoding, e -> new Sum());
  }

  private static final class Sum {
    private long segments;
    private long pairs;
    private long bytes;
  }
}
