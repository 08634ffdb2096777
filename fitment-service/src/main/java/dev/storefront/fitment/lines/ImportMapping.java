package dev.storefront.fitment.lines;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.core.annotation.AliasFor;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;

/** Takes a file in, by a POST to {@code import} below the controller's own path. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@RequestMapping(path = "/import", method = RequestMethod.POST)
public @interface ImportMapping {

  /**
   * What a path variable that stands in the same place takes: anything else. Otherwise other
   * methods than POST would take {@code import} for an id.
   */
  String ANYTHING_ELSE = ":(?s)(?!import\\z).+";

  /** The media types of the file. */
  @AliasFor(annotation = RequestMapping.class)
  String[] consumes();
}
