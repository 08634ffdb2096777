package dev.storefront.lua;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a script's first comment says of it. The convention (a test holds every file to it):
 *
 * <pre>
 * --[[
 * verbNoun: what it does, in a sentence.
 *
 * Keys: 2                      exactly two; "1+" at least one; then a line for each:
 *   KEYS[1] hash, the promotion's record
 * Args:
 *   ARGV[1] quantity, 1 or more
 * Fence: generation, floor     only where the caller's runner adds these two after all arguments
 * Returns: what the caller gets
 * Codes: 1 GRABBED, -1 SOLD_OUT          only where a number stands for an outcome
 * Idempotency: what a repeat does
 * Complexity: O(...)
 * Example: {a}x {a}y | 1 2                keys | arguments, a call that runs without error
 * ]]
 * </pre>
 *
 * @param purpose the first line's sentence
 * @param minKeys the fewest keys it takes
 * @param exactKeys true if it takes exactly {@code minKeys}
 * @param fenced true if its last two arguments are the generation and the floor of its slot: what
 *     was written in a generation below the floor is not to be believed. Whoever runs the script
 *     adds them, {@code 1} and {@code 1} where nobody tells generations apart
 * @param codes outcome names by their number, empty if it returns none
 * @param exampleKeys keys of the example, all of one hash tag
 * @param exampleArgs arguments of the example
 */
public record LuaHeader(
    String purpose,
    int minKeys,
    boolean exactKeys,
    boolean fenced,
    Map<Long, String> codes,
    List<String> exampleKeys,
    List<String> exampleArgs) {

  private static final Pattern COMMENT =
      Pattern.compile("\\A--\\[\\[\\n(.*?)\\n]]", Pattern.DOTALL);
  private static final Pattern FIELD = Pattern.compile("(?m)^([A-Z][a-z]+):[ ]?(.*(?:\\n[ ].*)*)");
  private static final Pattern KEYS = Pattern.compile("(\\d+)(\\+?).*", Pattern.DOTALL);
  private static final Pattern CODE = Pattern.compile("(-?\\d+) ([A-Z][A-Z_]+)");
  private static final String FENCE = "generation, floor";
  private static final Set<String> REQUIRED =
      Set.of("Keys", "Args", "Returns", "Idempotency", "Complexity", "Example");

  static LuaHeader parse(String name, String body) {
    Matcher comment = COMMENT.matcher(body);
    require(comment.find(), name, "must start with a --[[ header ]]");
    String header = comment.group(1);
    String verbNoun = name.substring(name.lastIndexOf('/') + 1);
    require(
        header.startsWith(verbNoun + ": "), name, "header must start with '" + verbNoun + ": '");
    Map<String, String> fields = fields(header);
    for (String field : REQUIRED) {
      require(fields.containsKey(field), name, "header lacks '" + field + ":'");
    }
    Matcher keys = KEYS.matcher(fields.getOrDefault("Keys", ""));
    require(keys.matches(), name, "'Keys:' must be a number, or a number and +");
    String fence = fields.get("Fence");
    require(fence == null || fence.equals(FENCE), name, "'Fence:' can only be '" + FENCE + "'");
    String[] example = fields.getOrDefault("Example", "").trim().split("\\|", 2);
    return new LuaHeader(
        header.lines().findFirst().orElseThrow().substring(verbNoun.length() + 2),
        Integer.parseInt(keys.group(1)),
        keys.group(2).isEmpty(),
        fence != null,
        codes(fields.getOrDefault("Codes", "")),
        words(example[0]),
        example.length == 2 ? words(example[1]) : List.of());
  }

  private static Map<String, String> fields(String header) {
    Map<String, String> fields = new LinkedHashMap<>();
    Matcher field = FIELD.matcher(header);
    while (field.find()) {
      fields.put(field.group(1), field.group(2));
    }
    return fields;
  }

  private static Map<Long, String> codes(String field) {
    Map<Long, String> codes = new LinkedHashMap<>();
    Matcher code = CODE.matcher(field);
    while (code.find()) {
      codes.put(Long.parseLong(code.group(1)), code.group(2));
    }
    return Map.copyOf(codes);
  }

  private static List<String> words(String text) {
    return text.isBlank() ? List.of() : List.of(text.trim().split("\\s+"));
  }

  private static void require(boolean holds, String name, String message) {
    if (!holds) {
      throw new IllegalArgumentException("Lua script " + name + ": " + message);
    }
  }
}
