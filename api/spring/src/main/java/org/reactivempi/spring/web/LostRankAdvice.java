package org.reactivempi.spring.web;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.reactivempi.MpiException;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.ProcessFailedPendingException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Tells a web client that a rank is out of reach: 503 with a problem detail, where an operation of its handler ends with {@link
 * ProcessFailedException}, in WebFlux and in Spring MVC. Other errors go their usual way, and so does this one where the application has
 * a handler for it.
 *
 * @since 0.1
 */
@RestControllerAdvice
@Order(Ordered.LOWEST_PRECEDENCE)
public final class LostRankAdvice {

    private static final Log log = LogFactory.getLog(LostRankAdvice.class);

    /** For Spring. */
    public LostRankAdvice() {}

    /**
     * A rank is lost.
     *
     * @param lost what the operation has ended with
     * @return 503, with the error's message as its detail
     */
    @ExceptionHandler({ProcessFailedException.class, ProcessFailedPendingException.class})
    public ErrorResponse unavailable(MpiException lost) {
        log.warn("A web request has failed: " + lost.getMessage());
        return ErrorResponse.builder(lost, HttpStatus.SERVICE_UNAVAILABLE, String.valueOf(lost.getMessage()))
                .title("A rank is out of reach")
                .build();
    }
}
