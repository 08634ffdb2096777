package dev.storefront.shortlink.link;

import com.google.zxing.BarcodeFormat;
import com.google.zxing.EncodeHintType;
import com.google.zxing.WriterException;
import com.google.zxing.common.BitMatrix;
import com.google.zxing.qrcode.QRCodeWriter;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import javax.imageio.ImageIO;

/** A text as a QR code. */
final class QrImage {

  private static final int QUIET_ZONE = 4;
  private static final int BLACK = 0x000000;
  private static final int WHITE = 0xffffff;

  private final String text;

  QrImage(String text) {
    this.text = text;
  }

  /**
   * A square PNG.
   *
   * @param size its side in pixels
   */
  byte[] png(int size) {
    BitMatrix dots = matrix(size);
    BufferedImage image =
        new BufferedImage(dots.getWidth(), dots.getHeight(), BufferedImage.TYPE_BYTE_BINARY);
    for (int y = 0; y < dots.getHeight(); y++) {
      for (int x = 0; x < dots.getWidth(); x++) {
        image.setRGB(x, y, dots.get(x, y) ? BLACK : WHITE);
      }
    }
    ByteArrayOutputStream png = new ByteArrayOutputStream();
    try {
      ImageIO.write(image, "png", png);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return png.toByteArray();
  }

  /**
   * A square SVG, one unit a dot.
   *
   * @param size the side in pixels at which it shows by itself
   */
  String svg(int size) {
    BitMatrix dots = matrix(1);
    StringBuilder path = new StringBuilder();
    for (int y = 0; y < dots.getHeight(); y++) {
      for (int x = 0; x < dots.getWidth(); x++) {
        if (dots.get(x, y)) {
          path.append('M').append(x).append(' ').append(y).append("h1v1h-1z");
        }
      }
    }
    return """
        <svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" \
        shape-rendering="crispEdges"><path fill="#fff" d="M0 0h%dv%dH0z"/><path d="%s"/></svg>
        """
        .formatted(
            size, size, dots.getWidth(), dots.getHeight(), dots.getWidth(), dots.getHeight(), path);
  }

  private BitMatrix matrix(int size) {
    try {
      return new QRCodeWriter()
          .encode(
              text, BarcodeFormat.QR_CODE, size, size, Map.of(EncodeHintType.MARGIN, QUIET_ZONE));
    } catch (WriterException e) {
      throw new IllegalStateException("No QR code for a text of " + text.length(), e);
    }
  }
}
