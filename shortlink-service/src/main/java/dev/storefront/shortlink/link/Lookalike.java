package dev.storefront.shortlink.link;

import dev.storefront.shortlink.ban.BannedHost;
import java.lang.Character.UnicodeScript;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Hosts whose names pass for others'. Each label is looked at as people read it: one that mixes
 * scripts, or that is of one whose letters it has chosen to look Latin. Names in one script stay,
 * and so do accents and what East Asian languages write together.
 */
final class Lookalike {

  private static final String ENCODED = "xn--";

  private static final String NO_NAME = "must not have behind xn-- what stands for no name";
  private static final String NO_LETTER =
      "must not name a host with a character that no name may have: neither letter nor digit";
  private static final String MISLEADING = "must not name a host in letters that pass for others";

  /**
   * Besides letters, marks and digits: dots of Catalan, Japanese and Tibetan, the Chinese zero, and
   * signs of Hebrew and Greek.
   */
  private static final String ALSO = "\u00B7\u30FB\u0F0B\u3007\u05F3\u05F4\u0375";

  private static final List<Set<UnicodeScript>> WRITTEN_TOGETHER =
      List.of(
          EnumSet.of(
              UnicodeScript.LATIN,
              UnicodeScript.HAN,
              UnicodeScript.HIRAGANA,
              UnicodeScript.KATAKANA),
          EnumSet.of(UnicodeScript.LATIN, UnicodeScript.HAN, UnicodeScript.BOPOMOFO),
          EnumSet.of(UnicodeScript.LATIN, UnicodeScript.HAN, UnicodeScript.HANGUL));

  /** Most of their letters look Latin, and hardly anybody has a host's name in them. */
  private static final Set<UnicodeScript> ALL_LIKE_LATIN =
      EnumSet.of(
          UnicodeScript.CHEROKEE, UnicodeScript.COPTIC, UnicodeScript.DESERET, UnicodeScript.LISU);

  /** Of scripts in use, the small letters that look Latin. */
  private static final Map<UnicodeScript, String> LIKE_LATIN =
      Map.of(
          UnicodeScript.CYRILLIC,
          "\u0430\u0441\u0501\u0435\u04BB\u0456\u0458\u04CF\u043E\u0440\u051B\u0455\u051D\u0445"
              + "\u0443\u0475\u0461",
          UnicodeScript.GREEK,
          "\u03B1\u03B9\u03BA\u03BD\u03C1\u03C5\u03C9\u03B7\u03BF\u03C4",
          UnicodeScript.ARMENIAN,
          "\u0561\u0563\u0566\u0567\u056C\u0570\u0575\u0578\u057D\u0582\u0585");

  private Lookalike() {}

  /**
   * Why a host might be taken for another, for a person; empty if it is what it says.
   *
   * @param host as a target has it, ASCII
   */
  static Optional<String> fault(String host) {
    List<String> labels = List.of(BannedHost.normalized(host).split("\\."));
    Set<UnicodeScript> top = scripts(read(labels.get(labels.size() - 1)).orElse(""));
    return labels.stream()
        .filter(label -> label.startsWith(ENCODED))
        .flatMap(label -> fault(read(label).orElse(""), top).stream())
        .findFirst();
  }

  private static Optional<String> fault(String text, Set<UnicodeScript> top) {
    if (text.codePoints().allMatch(c -> c < 0x80)) {
      return Optional.of(NO_NAME);
    }
    if (!text.codePoints().allMatch(Lookalike::isOfWords)) {
      return Optional.of(NO_LETTER);
    }
    return misleads(text, top) ? Optional.of(MISLEADING) : Optional.empty();
  }

  /** A label as people read it; empty if nobody can. */
  private static Optional<String> read(String label) {
    return label.startsWith(ENCODED)
        ? Punycode.decode(label.substring(ENCODED.length()))
            .map(text -> text.toLowerCase(Locale.ROOT))
        : Optional.of(label);
  }

  private static boolean misleads(String label, Set<UnicodeScript> top) {
    Set<UnicodeScript> scripts = scripts(label);
    return (scripts.size() > 1
            && WRITTEN_TOGETHER.stream().noneMatch(some -> some.containsAll(scripts)))
        || scripts.stream().anyMatch(ALL_LIKE_LATIN::contains)
        || (!top.containsAll(scripts) && isLatinToTheEye(label, scripts));
  }

  /** Letters that all look Latin, below a name that is not of their script. */
  private static boolean isLatinToTheEye(String label, Set<UnicodeScript> scripts) {
    String letters =
        scripts.stream().map(s -> LIKE_LATIN.getOrDefault(s, "")).findFirst().orElse("");
    return label
        .codePoints()
        .filter(c -> !isOfNoScript(UnicodeScript.of(c)))
        .allMatch(c -> letters.indexOf(c) >= 0);
  }

  /** What looks like a slash or a dot is in no word, nor is what cannot be seen. */
  private static boolean isOfWords(int c) {
    return switch (Character.getType(c)) {
      case Character.NON_SPACING_MARK,
          Character.COMBINING_SPACING_MARK,
          Character.DECIMAL_DIGIT_NUMBER ->
          true;
      default -> Character.isLetter(c) || c == '-' || c == '_' || ALSO.indexOf(c) >= 0;
    };
  }

  /** Without digits and marks, which all scripts share. */
  private static Set<UnicodeScript> scripts(String text) {
    Set<UnicodeScript> scripts = EnumSet.noneOf(UnicodeScript.class);
    text.codePoints()
        .mapToObj(UnicodeScript::of)
        .filter(script -> !isOfNoScript(script))
        .forEach(scripts::add);
    return scripts;
  }

  private static boolean isOfNoScript(UnicodeScript script) {
    return script == UnicodeScript.COMMON || script == UnicodeScript.INHERITED;
  }
}
