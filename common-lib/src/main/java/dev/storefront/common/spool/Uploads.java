package dev.storefront.common.spool;

import dev.storefront.common.run.RunStart;
import dev.storefront.common.run.Runs;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Function;
import org.springframework.dao.DataAccessException;

/**
 * Files that callers send, each to be worked through by a run of its own.
 *
 * @param <Q> what such a run is asked for; it has the file in it
 */
public record Uploads<Q>(Spool spool, Runs<Q, ?> runs) {

  /**
   * Takes a file in, so that neither a crash nor a power cut loses it, and orders its run.
   *
   * @param subject what the run is about, 0-100 characters
   * @param request what it is asked for, given the file
   * @throws IOException if the caller stops sending, or the disk does not take it
   */
  public UploadOutcome take(InputStream in, String subject, Function<SpooledFile, Q> request)
      throws IOException {
    if (runs.isFull()) {
      return new UploadOutcome.TooBusy();
    }
    SpoolOutcome spooled = spool.take(in);
    if (spooled instanceof SpoolOutcome.Taken taken) {
      return order(taken.file(), subject, request);
    }
    return spooled instanceof SpoolOutcome.TooLong tooLong
        ? new UploadOutcome.TooLong(tooLong.longest())
        : new UploadOutcome.TooBusy();
  }

  private UploadOutcome order(SpooledFile file, String subject, Function<SpooledFile, Q> request) {
    try {
      if (runs.start(request.apply(file), subject) instanceof RunStart.Started started) {
        return new UploadOutcome.Taken(started.id());
      }
      spool.delete(file);
      return new UploadOutcome.TooBusy();
    } catch (DataAccessException e) {
      // The run may be there all the same, and then says that its file is lost.
      spool.delete(file);
      throw e;
    }
  }
}
