package dev.storefront.history.offline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.history.job.JobDefaults;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeletionExtractTest {

  private static final String PASSWORD = "nobody-else-knows-it";

  @Test
  void what_flink_keeps_of_the_job_has_no_password(@TempDir Path folder) throws Exception {
    Path settings = folder.resolve("jobs.properties");
    Files.writeString(settings, "jdbc-url=jdbc:mysql://db/x\njdbc-password=" + PASSWORD + "\n");
    String[] arguments = {"--settings", settings.toString(), "--output", folder.toString()};

    StreamExecutionEnvironment flink = JobDefaults.batch();
    DeletionExtract.extract(flink, DeletionExtract.reading(arguments), folder.toUri().toString());

    byte[] kept = InstantiationUtil.serializeObject(flink.getStreamGraph().getJobGraph());
    assertThat(new String(kept, StandardCharsets.ISO_8859_1))
        .contains(settings.toString())
        .doesNotContain(PASSWORD);
  }
}
