package dev.storefront.common.settings;

import java.util.List;

/** The settings of one backing server. Beans of this type are asked at start and then regularly. */
public interface ServerSettings {

  /** What health calls the server. */
  String server();

  /**
   * What is wrong with them; empty if nothing is.
   *
   * @throws Exception if the server is away; it is asked again later
   */
  List<WrongSetting> wrong() throws Exception;
}
