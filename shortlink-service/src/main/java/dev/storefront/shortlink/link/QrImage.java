package dev.storefront.shortlink.link;

import com.google.zxing.BarcodeFormat;
import com.google.zxing.BinaryBitmap;
import com.google.zxing.EncodeHintType;
import com.google.zxing.LuminanceSource;
import com.google.zxing.RGBLuminanceSource;
import com.google.zxing.ReaderException;
import com.google.zxing.WriterException;
import com.google.zxing.common.BitMatrix;
import com.google.zxing.common.HybridBinarizer;
import com.google.zxing.qrcode.QRCodeReader;
import com.google.zxing.qrcode.QRCodeWriter;
import com.google.zxing.qrcode.decoder.ErrorCorrectionLevel;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;

/**
 * A text as a QR code, with 15 % of it to spare (level M).
 *
 * <p>Some data look like one of the patterns that a reader searches for. So the code is read before
 * it is drawn, and takes the next of the eight masks until a reader finds its text.
 */
final class QrImage {

  private static final int QUIET_ZONE = 4;
  private static final int MASKS = 8;
  private static final int SIZE_ON_PAPER = 256;
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
    BitMatrix dots = matrix(size, readableMask(size));
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
    BitMatrix dots = matrix(1, readableMask(SIZE_ON_PAPER));
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

  /** Empty for the mask that the standard prefers; so too where dots are too small for any. */
  private OptionalInt readableMask(int size) {
    if (isReadable(matrix(size, OptionalInt.empty()))) {
      return OptionalInt.empty();
    }
    return IntStream.range(0, MASKS)
        .filter(mask -> isReadable(matrix(size, OptionalInt.of(mask))))
        .findFirst();
  }

  private boolean isReadable(BitMatrix dots) {
    int[] pixels = new int[dots.getWidth() * dots.getHeight()];
    Arrays.setAll(
        pixels, at -> dots.get(at % dots.getWidth(), at / dots.getWidth()) ? BLACK : WHITE);
    LuminanceSource picture = new RGBLuminanceSource(dots.getWidth(), dots.getHeight(), pixels);
    try {
      return new QRCodeReader()
          .decode(new BinaryBitmap(new HybridBinarizer(picture)))
          .getText()
          .equals(text);
    } catch (ReaderException e) {
      return false;
    }
  }

  private BitMatrix matrix(int size, OptionalInt mask) {
    Map<EncodeHintType, Object> hints = new EnumMap<>(EncodeHintType.class);
    hints.put(EncodeHintType.MARGIN, QUIET_ZONE);
    hints.put(EncodeHintType.ERROR_CORRECTION, ErrorCorrectionLevel.M);
    mask.ifPresent(number -> hints.put(EncodeHintType.QR_MASK_PATTERN, number));
    try {
      return new QRCodeWriter().encode(text, BarcodeFormat.QR_CODE, size, size, hints);
    } catch (WriterException e) {
      throw new IllegalStateException("No QR code for a text of " + text.length(), e);
    }
  }
}
