package dev.storefront.common.web;

import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;

/** Where the container sends what no controller answered: still a problem document. */
@Hidden
@Controller
class ProblemErrorController implements ErrorController {

  private final ProblemWriter problems;
  private final Unavailability unavailability;

  ProblemErrorController(ProblemWriter problems, Unavailability unavailability) {
    this.problems = problems;
    this.unavailability = unavailability;
  }

  @RequestMapping("${spring.web.error.path:/error}")
  void error(HttpServletRequest request, HttpServletResponse response) throws IOException {
    Object status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
    Object error = request.getAttribute(RequestDispatcher.ERROR_EXCEPTION);
    Problem problem =
        error instanceof Throwable thrown && unavailability.isBehind(thrown)
            ? StandardProblems.unavailable()
            : StandardProblems.ofStatus(status instanceof Integer value ? value : 404);
    problems.write(request, response, problem);
  }
}
