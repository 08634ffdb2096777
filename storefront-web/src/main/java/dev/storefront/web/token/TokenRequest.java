package dev.storefront.web.token;

import dev.storefront.common.security.Scope;
import java.util.SortedSet;

/**
 * A request for a token that has passed every check.
 *
 * @param clientId the calling application
 * @param scopes at least one
 * @param subject the user's pin; the client itself where no user was named
 */
record TokenRequest(String clientId, SortedSet<Scope> scopes, String subject)
    implements TokenRequestReading {}
