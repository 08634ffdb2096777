package dev.storefront.fitment.vehicle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.fitment.vehicle.ParsedLine.Invalid;
import dev.storefront.fitment.vehicle.ParsedLine.VehicleLine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvVehiclesTest {

  @Test
  void a_plain_line_is_a_vehicle() {
    assertThat(CsvVehicles.parse("1000001, Audi ,A4,2020,"))
        .isEqualTo(new VehicleLine(1000001, "Audi", "A4", 2020, ""));
  }

  @Test
  void quotes_protect_commas_and_quotes() {
    assertThat(CsvVehicles.parse("1000001,\"Rolls, Royce\",\"the \"\"Ghost\"\"\",2020,\"\""))
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
        "x,,A4,20,a | vehicleId must be 1000000 to 9999999; make must have 1 to 100 characters; year must be 1886 to 2100, got 20",
      })
  void what_is_wrong_with_a_line_is_said_in_full(String line, String reason) {
    assertThat(CsvVehicles.parse(line)).isEqualTo(new Invalid(reason));
  }

  @ParameterizedTest
  @ValueSource(strings = {"７０１００４３", "+7010043", "07010043", "-7010043", "7010043.0", "0x6AF84B"})
  void only_seven_plain_digits_are_a_vehicle_id(String vehicleId) {
    assertThat(CsvVehicles.parse("7010043,Audi,A4,2020,")).isInstanceOf(VehicleLine.class);
    assertThat(CsvVehicles.parse(vehicleId + ",Audi,A4,2020,"))
        .isInstanceOfSatisfying(
            Invalid.class,
            line -> assertThat(line.reason()).startsWith("vehicleId must be 1000000 to 9999999"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"２００１", "+2001", "02001", "२००१"})
  void only_four_plain_digits_are_a_year(String year) {
    assertThat(CsvVehicles.parse("7010043,Audi,A4," + year + ","))
        .isEqualTo(new Invalid("year must be 1886 to 2100"));
  }

  @Test
  void the_header_is_told_by_its_names() {
    assertThat(CsvVehicles.isHeader("vehicleId,make,model,year,trim")).isTrue();
    assertThat(CsvVehicles.isHeader("\"vehicleId\", make,model,year,trim")).isTrue();
    assertThat(CsvVehicles.isHeader("make,vehicleId,model,year,trim")).isFalse();
    assertThat(CsvVehicles.isHeader("1000001,Audi,A4,2020,")).isFalse();
  }
}
