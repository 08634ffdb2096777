package dev.storefront.localstack.flink;

import java.nio.file.Path;
import java.util.List;

/**
 * What a cluster is told to run.
 *
 * @param name the name that the job gives itself
 * @param jar the program with all that a cluster has not
 * @param mainClass that submits the job
 * @param arguments for it
 * @param parallelism in how many parts each step runs, 1 or more
 */
public record FlinkJob(
    String name, Path jar, String mainClass, List<String> arguments, int parallelism) {}
