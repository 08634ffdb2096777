package dev.storefront.fitment.placement;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.lua.LuaScript;
import io.lettuce.core.RedisCommandExecutionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Writes a shelf to Redis so that readers see all of a write or nothing. What is short travels in
 * one call. The blocks of a long one (it may have twenty megabytes) are brought first, some at a
 * time, to keys that nobody reads, so that each call ends well within its time-out and keeps Redis
 * for a few milliseconds only; the last call puts them all in their places.
 */
@Component
class ShelfWriter {

  private static final LuaScript PLACE = LuaScript.load("fitment/placeShelf");
  private static final LuaScript STAGE = LuaScript.load("fitment/stageBlocks");

  /** Longer than it takes to bring the longest shelf; what nobody came for goes then. */
  private static final Duration STAGED_REMEMBERED = Duration.ofMinutes(5);

  /** How long an empty shelf keeps late writers out: far longer than any write is under way. */
  private static final Duration EMPTY_REMEMBERED = Duration.ofHours(1);

  private final FitmentKeys keys;
  private final NodeGuards guards;
  private final String instance = UUID.randomUUID().toString();
  private final AtomicLong writes = new AtomicLong();

  ShelfWriter(FitmentKeys keys, NodeGuards guards) {
    this.keys = keys;
    this.guards = guards;
  }

  /**
   * As {@link #write}, for who has no time to wait for a node that hangs. Fails with {@link
   * BackendUnavailableException} at once if the node must not be asked now, because it does not
   * answer others.
   */
  CompletableFuture<WriteOutcome> tryWrite(
      EncodedShelf shelf, ScriptRunner scripts, long generation) {
    String node = scripts.node(keys.head(shelf.shelf()));
    NodeGuards.Entry entry = guards.tryEnter(node);
    if (entry == null) {
      return CompletableFuture.failedFuture(
          new BackendUnavailableException(
              "redis", false, new IllegalStateException(node + " does not answer others")));
    }
    try {
      // A long shelf takes many calls. By the first it shows whether the node answers: until then
      // checks may have to wait for this one, where it is the first after some that failed.
      return write(
          shelf,
          scripts,
          generation,
          first -> first.whenComplete((reply, error) -> entry.leave(absence(error))));
    } catch (RuntimeException e) {
      entry.leave(absence(e));
      throw e;
    }
  }

  /** Null if the node answered: one that takes no writes, for want of memory, answers checks. */
  private static @Nullable Throwable absence(@Nullable Throwable error) {
    Throwable cause = error instanceof CompletionException ? error.getCause() : error;
    return cause instanceof BackendUnavailableException
            && !(cause.getCause() instanceof RedisCommandExecutionException)
        ? cause
        : null;
  }

  /**
   * Writes it, unless something newer is there.
   *
   * @param generation of the cluster, known before the shelf was read
   */
  CompletableFuture<WriteOutcome> write(EncodedShelf shelf, ScriptRunner scripts, long generation) {
    return write(shelf, scripts, generation, first -> {});
  }

  private CompletableFuture<WriteOutcome> write(
      EncodedShelf shelf,
      ScriptRunner scripts,
      long generation,
      Consumer<CompletableFuture<Long>> begun) {
    boolean staged = shelf.bytes() > Pieces.CALL_BYTES;
    String write = instance + "-" + writes.incrementAndGet();
    List<ScriptCall> calls = staged ? stages(shelf, write) : new ArrayList<>();
    calls.add(place(shelf, staged, write, generation));
    CompletableFuture<Long> reply = scripts.integer(calls.get(0));
    begun.accept(reply);
    for (ScriptCall call : calls.subList(1, calls.size())) {
      reply = reply.thenCompose(before -> scripts.integer(call));
    }
    return reply.thenApply(ShelfWriter::outcome);
  }

  private static WriteOutcome outcome(long code) {
    WriteOutcome outcome = WriteOutcome.of(code);
    if (outcome == WriteOutcome.STAGE_LOST) {
      throw new BackendUnavailableException(
          "redis", false, new IllegalStateException("Redis lost what was staged"));
    }
    return outcome;
  }

  private List<ScriptCall> stages(EncodedShelf shelf, String write) {
    List<ScriptCall> calls = new ArrayList<>();
    shelf
        .segments()
        .forEach(
            (number, segment) -> {
              List<String> key = List.of(keys.staged(shelf.shelf(), number, write));
              Pieces.of(segment).forEach(piece -> calls.add(stage(key, piece)));
            });
    return calls;
  }

  private static ScriptCall stage(List<String> key, Map<Integer, byte[]> blocks) {
    List<Object> args = new ArrayList<>();
    args.add(STAGED_REMEMBERED.toMillis());
    addBlocks(args, blocks);
    return ScriptCall.of(STAGE, key, args.toArray());
  }

  private ScriptCall place(EncodedShelf shelf, boolean staged, String write, long generation) {
    List<String> places = new ArrayList<>();
    places.add(keys.head(shelf.shelf()));
    List<Object> args = new ArrayList<>();
    args.add(shelf.revision());
    args.add(shelf.since());
    args.add(shelf.directory().length == 0 ? EMPTY_REMEMBERED.toMillis() : 0);
    args.add(shelf.directory());
    args.add(generation);
    shelf
        .segments()
        .forEach(
            (number, segment) -> {
              places.add(keys.segment(shelf.shelf(), number));
              args.add(number);
              args.add(segment.width());
              if (staged && !segment.blocks().isEmpty()) {
                places.add(keys.staged(shelf.shelf(), number, write));
                args.add(-segment.blocks().size());
              } else {
                args.add(segment.blocks().size());
                addBlocks(args, segment.blocks());
              }
            });
    return ScriptCall.of(PLACE, places, args.toArray());
  }

  private static void addBlocks(List<Object> args, Map<Integer, byte[]> blocks) {
    blocks.forEach(
        (number, block) -> {
          args.add(number);
          args.add(block);
        });
  }
}
