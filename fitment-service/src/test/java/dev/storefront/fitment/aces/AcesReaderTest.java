package dev.storefront.fitment.aces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storefront.fitment.aces.AcesVehicles.OfBaseVehicle;
import dev.storefront.fitment.aces.AcesVehicles.OfModel;
import dev.storefront.fitment.aces.AcesVehicles.Years;
import dev.storefront.fitment.note.FitmentNote;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AcesReaderTest {

  private static final String APP =
      "<App action=\"A\" id=\"1\"><BaseVehicle id=\"7\"/><Part>P</Part></App>";

  private static final String FULL = "<Header><SubmissionType>FULL</SubmissionType></Header>";

  @Test
  void an_application_says_which_part_fits_which_vehicles_where_and_how() {
    List<AcesApp> apps =
        read(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <ACES version="4.2">
              <Header><Company>Ä &amp; Co</Company><SubmissionType>FULL</SubmissionType></Header>
              <App action="A" id="11" validate="no">
                <BaseVehicle id="5911"/>
                <Qual id="187"><param value="11" uom="in"/><text>With 11 in. disc</text></Qual>
                <Note>Not &lt;sport&gt;</Note><Note><![CDATA[A & B]]></Note>
                <Qty>2</Qty><PartType id="1684"/><MfrLabel>Pro</MfrLabel><Position id="22"/>
                <Part>BP-1044</Part>
              </App>
              <Asset><Part>none</Part></Asset>
              <App action="A" id="12">
                <Years from="2008" to="2010"/><Years from="2012" to="2012"/>
                <Make id="39">Honda</Make><Model name="Civic"/>
                <Position>Front</Position><Part>BP-1045</Part>
              </App>
              <Footer><RecordCount>2</RecordCount></Footer>
            </ACES>
            """);

    assertThat(apps)
        .containsExactly(
            new AcesApp(
                1,
                4,
                "11",
                "BP-1044",
                "",
                new OfBaseVehicle(5911),
                new FitmentNote("22", "1684", 2, "With 11 in. disc; Not <sport>; A & B"),
                List.of()),
            new AcesApp(
                2,
                12,
                "12",
                "BP-1045",
                "",
                new OfModel(
                    "Honda", "Civic", List.of(new Years(2008, 2010), new Years(2012, 2012))),
                new FitmentNote("Front", "", null, ""),
                List.of()));
  }

  @Test
  void a_part_is_of_the_brand_that_it_says_or_that_of_the_file() {
    String header = "<Header><SubmissionType>FULL</SubmissionType>%s</Header>";
    String apps =
        "<App><BaseVehicle id=\"1\"/><Part BrandAAIAID=\"BBVL\">P</Part></App>"
            + "<App><BaseVehicle id=\"1\"/><Part>P</Part></App>";
    assertThat(brands("<ACES>" + header.formatted("") + apps + "</ACES>"))
        .containsExactly("BBVL", "");
    String ofFile = header.formatted("<BrandAAIAID>CCCC</BrandAAIAID>");
    assertThat(brands("<ACES>" + ofFile + apps + "</ACES>")).containsExactly("BBVL", "CCCC");
  }

  private static List<String> brands(String xml) {
    return read(xml).stream().map(AcesApp::brand).toList();
  }

  @Test
  void an_application_that_cannot_be_taken_says_why() {
    assertThat(faultsOf("<App action=\"D\"><BaseVehicle id=\"1\"/><Part>P</Part></App>"))
        .containsExactly("action must be A");
    assertThat(faultsOf("<App><BaseVehicle id=\"x\"/><Qty>0</Qty></App>"))
        .containsExactly(
            "BaseVehicle must be a whole number",
            "Qty must be 1 to 99999, got 0",
            "Part is required");
    assertThat(faultsOf("<App><BaseVehicle id=\"７\"/><Qty>4294967298</Qty><Part>P</Part></App>"))
        .containsExactly("BaseVehicle must be a whole number", "Qty must be a whole number");
    assertThat(faultsOf("<App><BaseVehicle id=\"007\"/><Qty>02</Qty><Part>P</Part></App>"))
        .isEmpty();
    assertThat(faultsOf("<App><Make id=\"1\"/><Model id=\"2\"/><Part>P</Part></App>"))
        .containsExactly("BaseVehicle, or Years with the names of Make and Model, is required");
    assertThat(
            faultsOf(
                "<App><BaseVehicle"
                    + " id=\"1\"/><Part>P</Part><Part>P</Part><Qty>1</Qty><Qty>2</Qty></App>"))
        .containsExactly("has more than one Part", "has more than one Qty");
    assertThat(faultsOf("<App><Years from=\"2010\" to=\"2008\"/><Part>P</Part></App>"))
        .containsExactly("Years must go from the earlier to the later");
    assertThat(faultsOf("<App><BaseVehicle id=\"1\"/><EngineBase id=\"3\"/><Part>P</Part></App>"))
        .containsExactly("narrows the vehicle by EngineBase, which is not known here");
    assertThat(
            faultsOf(
                "<App><BaseVehicle id=\"1\"/><Part>P</Part><Note>"
                    + "n".repeat(3_000)
                    + "</Note></App>"))
        .containsExactly("has notes of more than 2000 characters");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no xml",
        "<ACES>",
        "<ACES>" + FULL + "<App></ACES>",
        "<html/>",
        "<ACES>" + FULL + "<App>\u0001</App></ACES>",
        "<ACES><Header><SubmissionType>UPDATE</SubmissionType></Header></ACES>",
        "<ACES>" + FULL + "</ACES><ACES/>",
        "<ACES>" + FULL + "&unknown;</ACES>"
      })
  void what_is_no_whole_ACES_file_is_refused(String file) {
    assertThatThrownBy(() -> read(file)).isInstanceOf(AcesFileException.class);
  }

  @Test
  void a_file_that_does_not_say_counts_as_all_of_its_parts() {
    assertThat(read("<ACES>" + APP + "</ACES>")).hasSize(1);
  }

  @Test
  void a_file_that_breaks_off_is_refused_at_the_line_where_it_does() {
    assertThatThrownBy(() -> read("<ACES>" + FULL + "\n" + APP + "\n<App><Part>P"))
        .isInstanceOf(AcesFileException.class)
        .hasMessage("Line 3: is no well-formed XML");
  }

  @Test
  void no_file_of_this_machine_is_read(@TempDir Path folder) throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), "secret");
    String file =
        "<!DOCTYPE ACES [<!ENTITY s SYSTEM \"%s\">]><ACES><App><Note>&s;</Note></App></ACES>"
            .formatted(secret.toUri());
    assertThatThrownBy(() -> read(file)).hasMessage("Line 1: must have no document type");
  }

  @Test
  void no_address_is_asked() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      server.setSoTimeout(200);
      String address = "http://127.0.0.1:" + server.getLocalPort() + "/a.dtd";
      for (String file :
          List.of(
              "<!DOCTYPE ACES SYSTEM \"%s\"><ACES/>",
              "<!DOCTYPE ACES [<!ENTITY %% p SYSTEM \"%s\"> %%p;]><ACES/>",
              "<!DOCTYPE ACES [<!ENTITY e SYSTEM \"%s\">]><ACES>&e;</ACES>")) {
        assertThatThrownBy(() -> read(file.formatted(address)))
            .isInstanceOf(AcesFileException.class);
      }
      assertThatThrownBy(server::accept).isInstanceOf(SocketTimeoutException.class);
    }
  }

  @Test
  void entities_do_not_multiply() {
    StringBuilder file = new StringBuilder("<!DOCTYPE ACES [<!ENTITY a0 \"ha\">");
    for (int i = 1; i < 40; i++) {
      file.append("<!ENTITY a%d \"&a%d;&a%d;\">".formatted(i, i - 1, i - 1));
    }
    assertThatThrownBy(() -> read(file + "]><ACES>&a39;</ACES>"))
        .isInstanceOf(AcesFileException.class);
  }

  @Test
  void nothing_of_any_length_is_gathered() {
    for (String begin :
        List.of(
            "<ACES a=\"",
            "<ACES><!--",
            "<ACES><?p ",
            "<ACES><![CDATA[",
            "<ACES>" + FULL + "<App><Note a=\"",
            "<")) {
      assertThatThrownBy(() -> new Reading(begin, "abcdefgh").all())
          .isInstanceOf(AcesFileException.class);
    }
    assertThatThrownBy(() -> new Reading("<ACES>", "<a>").all())
        .hasMessage("Line 1: elements are nested too deeply");
  }

  @Test
  void a_long_file_is_read_whole() {
    String apps = APP.replace("</App>", "<Note>" + "&amp;&#65;".repeat(100) + "</Note></App>\n");
    List<AcesApp> read = read("<ACES>" + FULL + "\n" + apps.repeat(20_000) + "</ACES>");
    assertThat(read).hasSize(20_000);
    assertThat(read.get(19_999).line()).isEqualTo(20_001);
    assertThat(read).allSatisfy(app -> assertThat(app.note().text()).isEqualTo("&A".repeat(100)));
  }

  @Test
  void XMLs_own_entities_are_not_limited_on_any_JDK() {
    // What newer ones set by themselves.
    List<String> limits =
        List.of("jdk.xml.totalEntitySizeLimit", "jdk.xml.maxGeneralEntitySizeLimit");
    limits.forEach(limit -> System.setProperty(limit, "100000"));
    try {
      String app = APP.replace("</App>", "<Note>" + "&amp;&#65;".repeat(100) + "</Note></App>\n");
      assertThat(read("<ACES>" + FULL + "\n" + app.repeat(2_000) + "</ACES>")).hasSize(2_000);
    } finally {
      limits.forEach(System::clearProperty);
    }
  }

  private static List<String> faultsOf(String app) {
    return read("<ACES>" + FULL + app + "</ACES>").get(0).faults();
  }

  private static List<AcesApp> read(String file) {
    return all(new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8)));
  }

  private static List<AcesApp> all(InputStream in) {
    List<AcesApp> apps = new ArrayList<>();
    try (AcesReader reader = new AcesReader(in)) {
      for (AcesApp app = reader.next(); app != null; app = reader.next()) {
        apps.add(app);
      }
    }
    return apps;
  }

  /** A file that never ends. */
  private record Reading(String begin, String rest) {

    List<AcesApp> all() {
      byte[] first = begin.getBytes(StandardCharsets.UTF_8);
      return AcesReaderTest.all(
          new SequenceInputStream(new ByteArrayInputStream(first), endless()));
    }

    private InputStream endless() {
      byte[] chunk = rest.repeat(1_000).getBytes(StandardCharsets.UTF_8);
      Enumeration<InputStream> chunks =
          new Enumeration<>() {
            @Override
            public boolean hasMoreElements() {
              return true;
            }

            @Override
            public InputStream nextElement() {
              return new ByteArrayInputStream(chunk);
            }
          };
      return new SequenceInputStream(chunks);
    }
  }
}
