package dev.storefront.history.job;

import java.time.Duration;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** What every job of the suite asks of Flink. */
public final class JobDefaults {

  private JobDefaults() {}

  /**
   * With checkpoints, and started again for as long as it takes: what is away comes back. Where
   * checkpoints lie is the cluster's setting, unless {@code --checkpoints} says another URI.
   */
  public static StreamExecutionEnvironment environment(JobSettings settings) {
    Configuration flink = new Configuration();
    flink.set(
        CheckpointingOptions.CHECKPOINTING_INTERVAL,
        Duration.ofMillis(settings.number("checkpoint-millis", 10_000, 100, 3_600_000)));
    String folder = settings.text("checkpoints", "");
    if (!folder.isEmpty()) {
      flink.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
      flink.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, folder);
    }
    flink.set(
        CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
    // While Redis is away none can end; that is no reason to start anew.
    flink.set(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER, Integer.MAX_VALUE);
    flink.set(RestartStrategyOptions.RESTART_STRATEGY, "exponential-delay");
    flink.set(
        RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_MAX_BACKOFF,
        Duration.ofSeconds(10));
    flink.set(PipelineOptions.GENERIC_TYPES, false);
    flink.set(PipelineOptions.OBJECT_REUSE, true);
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(flink);
    return environment;
  }

  /**
   * For work that has an end. A job that fails is not started again: who ordered it does that, with
   * another folder for what it writes.
   */
  public static StreamExecutionEnvironment batch() {
    Configuration flink = new Configuration();
    flink.set(ExecutionOptions.RUNTIME_MODE, RuntimeExecutionMode.BATCH);
    flink.set(RestartStrategyOptions.RESTART_STRATEGY, "disable");
    flink.set(PipelineOptions.GENERIC_TYPES, false);
    return StreamExecutionEnvironment.getExecutionEnvironment(flink);
  }
}
