package dev.storefront.fitment.vehicle;

import org.springframework.beans.propertyeditors.StringTrimmerEditor;
import org.springframework.web.bind.WebDataBinder;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.InitBinder;

/** A form sends fields that were left blank too: for every endpoint these filters are left out. */
@ControllerAdvice
class BlankFilters {

  @InitBinder({"make", "model"})
  void blankIsLeftOut(WebDataBinder binder) {
    binder.registerCustomEditor(String.class, new StringTrimmerEditor(true));
  }
}
