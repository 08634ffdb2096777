package dev.storefront.fitment.vehicle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storefront.common.web.ProblemException;
import dev.storefront.fitment.lines.LoadReport;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VehicleLineTest {

  @Test
  void a_plain_line_is_a_vehicle() throws IOException {
    assertThat(read("1000001, Audi ,A4,2020,"))
        .isEqualTo(new VehicleLine(1000001, "Audi", "A4", 2020, ""));
  }

  @Test
  void quotes_protect_commas_and_quotes() throws IOException {
    assertThat(read("1000001,\"Rolls, Royce\",\"the \"\"Ghost\"\"\",2020,\"\""))
        .isEqualTo(new VehicleLine(1000001, "Rolls, Royce", "the \"Ghost\"", 2020, ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "1000001,Audi,A4,2020 | must have 5 columns, got 4",
        "1000001,Audi,A4,2020,a,b | must have 5 columns, got 6",
        "1000001,\"Audi,A4,2020,a | a quote is not closed, or stands within a value",
        "1000001,\"Audi\"x,A4,2020,a | a quote is not closed, or stands within a value",
        "999999,Audi,A4,2020,a | vehicleId must be 1000000 to 9999999, got 999999",
        "10000000,Audi,A4,2020,a | vehicleId must be 1000000 to 9999999, got 10000000",
        ",Audi,A4,2020,a | vehicleId must be 1000000 to 9999999",
        "\"\",Audi,A4,2020,a | vehicleId must be 1000000 to 9999999",
        "x,,A4,20,a | vehicleId must be 1000000 to 9999999; make must have 1 to 100 characters;"
            + " year must be 1886 to 2100, got 20",
      })
  void what_is_wrong_with_a_line_is_said_in_full(String line, String reason) throws IOException {
    assertThat(read(line)).isEqualTo(reason);
  }

  @ParameterizedTest
  @ValueSource(strings = {"７０１００４３", "+7010043", "07010043", "-7010043", "7010043.0", "0x6AF84B"})
  void only_seven_plain_digits_are_a_vehicle_id(String vehicleId) throws IOException {
    assertThat(read("7010043,Audi,A4,2020,")).isInstanceOf(VehicleLine.class);
    assertThat(read(vehicleId + ",Audi,A4,2020,"))
        .asString()
        .startsWith("vehicleId must be 1000000 to 9999999");
  }

  @ParameterizedTest
  @ValueSource(strings = {"２００１", "+2001", "02001", "२००१"})
  void only_four_plain_digits_are_a_year(String year) throws IOException {
    assertThat(read("7010043,Audi,A4," + year + ",")).isEqualTo("year must be 1886 to 2100");
  }

  @Test
  void the_header_is_told_by_its_names() throws IOException {
    assertThat(load("vehicleId,make,model,year,trim", new ArrayList<>()).rejectedCount()).isZero();
    assertThat(load("\"vehicleId\", make,model,year,trim", new ArrayList<>()).rejectedCount())
        .isZero();
    assertThatThrownBy(() -> load("make,vehicleId,model,year,trim", new ArrayList<>()))
        .isInstanceOf(ProblemException.class);
    assertThatThrownBy(() -> load("1000001,Audi,A4,2020,", new ArrayList<>()))
        .isInstanceOf(ProblemException.class);
  }

  /** The vehicle that a line is, or why it is none. */
  private static Object read(String line) throws IOException {
    List<VehicleLine> vehicles = new ArrayList<>();
    LoadReport report = load(VehicleLine.TABLE.header() + "\n" + line, vehicles);
    return vehicles.isEmpty() ? report.rejected().get(0).reason() : vehicles.get(0);
  }

  private static LoadReport load(String file, List<VehicleLine> vehicles) throws IOException {
    InputStream in = new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8));
    return VehicleLine.TABLE.load(in, VehicleLine::row, vehicles::addAll);
  }
}
