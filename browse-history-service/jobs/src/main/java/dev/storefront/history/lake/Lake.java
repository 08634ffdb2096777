package dev.storefront.history.lake;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * The folder of page views, by the day of their arrival. A file that is not complete, or not yet
 * committed by a checkpoint, has a name that begins with a dot; nobody reads it.
 *
 * @param folder on any file system that Flink knows
 */
public record Lake(Path folder) {

  /** The complete files of a day, none where nothing arrived. */
  public List<Path> files(LocalDate day) throws IOException {
    return completeFiles(new Path(folder, ArrivalDay.folder(day)));
  }

  /** What a day's folder is called: later days have later names. */
  public static String nameOf(LocalDate day) {
    return ArrivalDay.folder(day);
  }

  /** The complete files of a folder that a job writes, none where there is no such folder. */
  public static List<Path> completeFiles(Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    for (FileStatus file : list(folder)) {
      String name = file.getPath().getName();
      if (!file.isDir() && !name.startsWith(".") && !name.startsWith("_")) {
        files.add(file.getPath());
      }
    }
    return files;
  }

  /** The days of which there are files, in no order. */
  public List<LocalDate> days() throws IOException {
    List<LocalDate> days = new ArrayList<>();
    for (FileStatus status : list(folder)) {
      if (status.isDir()) {
        ArrivalDay.day(status.getPath().getName()).ifPresent(days::add);
      }
    }
    return days;
  }

  /**
   * Deletes what arrived before a day.
   *
   * @return how many days that were
   */
  int deleteBefore(LocalDate first) throws IOException {
    int deleted = 0;
    for (LocalDate day : days()) {
      if (day.isBefore(first)
          && folder.getFileSystem().delete(new Path(folder, ArrivalDay.folder(day)), true)) {
        deleted++;
      }
    }
    return deleted;
  }

  private static FileStatus[] list(Path path) throws IOException {
    FileSystem files = path.getFileSystem();
    try {
      FileStatus[] found = files.listStatus(path);
      return found == null ? new FileStatus[0] : found;
    } catch (FileNotFoundException none) {
      return new FileStatus[0];
    }
  }
}
