package dev.storefront.shortlink.link;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.zxing.BinaryBitmap;
import com.google.zxing.RGBLuminanceSource;
import com.google.zxing.ReaderException;
import com.google.zxing.common.HybridBinarizer;
import com.google.zxing.qrcode.QRCodeReader;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QrImageTest {

  private static final String LETTERS =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  /** The mask that the standard prefers hides 1 of 14 codes from the reader at level L. */
  @ParameterizedTest
  @ValueSource(ints = {100, 256})
  void every_code_can_be_read(int size) throws Exception {
    Random random = new Random(size);
    for (int i = 0; i < 500; i++) {
      String url = "https://s.example/" + code(random);
      assertThat(read(new QrImage(url).png(size))).as(url).isEqualTo(url);
    }
  }

  private static String code(Random random) {
    StringBuilder code = new StringBuilder();
    for (int length = 5 + random.nextInt(3); length > 0; length--) {
      code.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    return code.toString();
  }

  static String read(byte[] png) throws IOException {
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));
    int width = image.getWidth();
    int height = image.getHeight();
    int[] pixels = image.getRGB(0, 0, width, height, null, 0, width);
    try {
      return new QRCodeReader()
          .decode(
              new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(width, height, pixels))))
          .getText();
    } catch (ReaderException e) {
      return "unreadable";
    }
  }
}
