package dev.storefront.usertag.tagging;

import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.usertag.user.UserId;
import io.swagger.v3.oas.annotations.Operation;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Users as a whole. */
@RestController
@RequestMapping("/api/v1/users/{userId}")
@RequiresScope(Scope.OPERATOR)
class UserController {

  private final Erasure erasure;

  UserController(Erasure erasure) {
    this.erasure = erasure;
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Operation(
      summary = "Erase the user",
      description =
          "Idempotent. The user has no tag afterwards, is not known, and belongs to no audience;"
              + " standing audiences are told. Nothing that was kept of the user is. A later"
              + " change of the user's tags begins anew. Of an import that is under way, lines that"
              + " are read after this are such changes; those read before are not.")
  @UseCase("erase-user")
  void erase(@PathVariable String userId) {
    erasure.erase(UserId.inAddress(userId));
  }
}
