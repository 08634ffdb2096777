package dev.storefront.history.offline;

import dev.storefront.history.job.JobDefaults;
import dev.storefront.history.job.JobSettings;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The job: all deletions, clearings and pauses that MySQL has, with the times for which they hold.
 * MySQL has those of 62 days; each extract is whole, so that nothing depends on an earlier one.
 */
public final class DeletionExtract {

  private DeletionExtract() {}

  /** Submits the job, as browse-history-service orders it. */
  public static void main(String[] arguments) throws Exception {
    JobSettings settings = JobSettings.of(arguments);
    Results.removeLeft(settings);
    StreamExecutionEnvironment flink = JobDefaults.batch();
    extract(flink, reading(arguments), settings.text("output"));
    // What is viewed from now on may be of a pause that this does not have.
    LakeManifest.write(settings.text("output"), List.of(Long.toString(Clock.systemUTC().millis())));
    flink.execute(settings.text("name"));
  }

  /** Whoever runs it reads the password; here it is only seen that there is an address. */
  static ReadDeletions reading(String[] arguments) throws IOException {
    JobSettings.of(arguments).text("jdbc-url");
    return new ReadDeletions(arguments);
  }

  /** Adds the work to a job; one part does all of it, by three primary keys. */
  static void extract(StreamExecutionEnvironment flink, ReadDeletions reading, String output) {
    flink
        .fromData(Types.STRING, ReadDeletions.DELETED, ReadDeletions.CLEARED, ReadDeletions.PAUSED)
        .setParallelism(1)
        .flatMap(reading)
        .returns(TypeInformation.of(DeletedView.class))
        .setParallelism(1)
        .name("deletions")
        .sinkTo(DeletedViewColumns.DELETIONS.into(output))
        .setParallelism(1)
        .name("extract");
  }
}
