package dev.storefront.fitment.aces;

import dev.storefront.fitment.aces.MarkupGuard.TooLongException;
import java.io.InputStream;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file's applications one by one, in little memory however long the file, a tag or a text
 * is. Takes no document type, so that there are no entities but XML's own, and nothing is ever
 * fetched from elsewhere.
 */
public final class AcesReader implements AutoCloseable {

  private static final int DEEPEST = 16;

  /** Newer JDKs count XML's own entities against these, and no file may have any others. */
  private static final List<String> ENTITY_LIMITS =
      List.of("totalEntitySizeLimit", "maxGeneralEntitySizeLimit");

  /** What the limits' names begin with, in newer JDKs and in older ones. */
  private static final List<String> LIMIT_PREFIXES =
      List.of("jdk.xml.", "http://www.oracle.com/xml/jaxp/properties/");

  private static final String NO_LIMIT = "0";

  private final MarkupGuard guard;
  private final XMLStreamReader xml;
  private int depth;
  private long apps;

  /** Of all parts that do not say another. */
  private String brand = "";

  /**
   * @param in the file from its beginning; closing is up to the caller
   * @throws AcesFileException if it does not begin as XML does
   */
  public AcesReader(InputStream in) {
    guard = new MarkupGuard(in);
    try {
      xml = factory().createXMLStreamReader(guard);
    } catch (XMLStreamException e) {
      throw fault(1, e);
    }
  }

  /**
   * The next application, null at the end.
   *
   * @throws AcesFileException if the file is no ACES, or not one that says all of its parts
   */
  public @Nullable AcesApp next() {
    try {
      while (xml.getEventType() != XMLStreamConstants.END_DOCUMENT) {
        if (advance() == XMLStreamConstants.START_ELEMENT) {
          AcesApp app = readElement();
          if (app != null) {
            return app;
          }
        }
      }
      return null;
    } catch (XMLStreamException e) {
      throw fault(line(), e);
    }
  }

  /** How far into the file the parser has looked. */
  public long bytesRead() {
    return guard.bytesRead();
  }

  @Override
  public void close() {
    try {
      xml.close();
    } catch (XMLStreamException e) {
      throw fault(line(), e);
    }
  }

  private @Nullable AcesApp readElement() throws XMLStreamException {
    String name = xml.getLocalName();
    if (depth == 1 && !name.equals("ACES")) {
      throw new AcesFileException(line(), "is no ACES file: it begins with another element");
    }
    if (depth == 2 && name.equals("App")) {
      return readApp();
    }
    if (depth == 3 && name.equals("SubmissionType")) {
      requireFull(readText());
    }
    if (depth == 3 && name.equals("BrandAAIAID")) {
      brand = readText();
    }
    return null;
  }

  /**
   * Each part's applications replace what was known of it, so they must be all of them. A file that
   * does not say, as those that people write by hand, is taken to have all.
   */
  private void requireFull(String submissionType) {
    if (!submissionType.equalsIgnoreCase("FULL")) {
      throw new AcesFileException(line(), "SubmissionType must be FULL");
    }
  }

  private AcesApp readApp() throws XMLStreamException {
    AppParts parts =
        new AppParts(++apps, line(), attribute(xml, "id"), attribute(xml, "action"), brand);
    int appDepth = depth;
    while (advance() != XMLStreamConstants.END_ELEMENT || depth >= appDepth) {
      if (xml.getEventType() == XMLStreamConstants.START_ELEMENT) {
        readPart(parts);
      }
    }
    return parts.toApp();
  }

  private void readPart(AppParts parts) throws XMLStreamException {
    String element = xml.getLocalName();
    String id = attribute(xml, "id");
    String name = attribute(xml, "name");
    String from = attribute(xml, "from");
    String to = attribute(xml, "to");
    String ofPart = attribute(xml, "BrandAAIAID");
    String text = readText();
    parts.add(new AppParts.Part(element, id, text.isEmpty() ? name : text, from, to, ofPart));
  }

  /** All text within the element that has just begun; leaves the reader at its end. */
  private String readText() throws XMLStreamException {
    BoundedText text = new BoundedText();
    int elementDepth = depth;
    while (advance() != XMLStreamConstants.END_ELEMENT || depth >= elementDepth) {
      if (xml.isCharacters() || xml.getEventType() == XMLStreamConstants.CDATA) {
        text.append(xml.getTextCharacters(), xml.getTextStart(), xml.getTextLength());
      }
    }
    return text.toString();
  }

  private int advance() throws XMLStreamException {
    int event = xml.next();
    guard.event();
    switch (event) {
      case XMLStreamConstants.START_ELEMENT -> depth++;
      case XMLStreamConstants.END_ELEMENT -> depth--;
      case XMLStreamConstants.DTD ->
          throw new AcesFileException(line(), "must have no document type");
      case XMLStreamConstants.ENTITY_REFERENCE ->
          throw new AcesFileException(line(), "must have no entities of its own");
      default -> {}
    }
    if (depth > DEEPEST) {
      throw new AcesFileException(line(), "elements are nested too deeply");
    }
    return event;
  }

  private long line() {
    return Math.max(1, xml.getLocation().getLineNumber());
  }

  private static String attribute(XMLStreamReader element, String name) {
    String value = element.getAttributeValue(null, name);
    return value == null ? "" : value.strip();
  }

  private static AcesFileException fault(long line, XMLStreamException e) {
    boolean tooLong = e.getNestedException() instanceof TooLongException;
    return new AcesFileException(
        line, tooLong ? "a tag, comment or text is too long" : "is no well-formed XML");
  }

  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, false);
    factory.setXMLResolver(
        (publicId, systemId, base, namespace) -> {
          throw new XMLStreamException("Nothing is fetched from elsewhere");
        });
    ENTITY_LIMITS.forEach(limit -> lift(limit, factory));
    return factory;
  }

  private static void lift(String limit, XMLInputFactory factory) {
    LIMIT_PREFIXES.stream()
        .map(prefix -> prefix + limit)
        .filter(factory::isPropertySupported)
        .findFirst()
        .ifPresent(name -> factory.setProperty(name, NO_LIMIT));
  }
}
