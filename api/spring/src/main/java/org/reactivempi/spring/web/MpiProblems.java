package org.reactivempi.spring.web;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.reactivempi.AnswerException;
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
 * Tells a web client by a problem detail why an MPI operation of its request has failed, in WebFlux and in Spring MVC:
 *
 * <pre>
 *  a rank, a tag or an argument that is not allowed   400   the client has chosen it, most likely
 *  an error of the handler that was asked             502   with its type
 *  a rank out of reach                                503
 * </pre>
 * Other errors go their usual way, and so do these where the application has a handler for them. The log gets one line, and the stack
 * trace at debug.
 *
 * @since 0.1
 */
@RestControllerAdvice
@Order(Ordered.LOWEST_PRECEDENCE)
public final class MpiProblems {

    private static final Log log = LogFactory.getLog(MpiProblems.class);

    /** For Spring. */
    public MpiProblems() {}

    /**
     * A rank is lost.
     *
     * @param lost what the operation has ended with
     * @return 503, with the error's message as its detail
     */
    @ExceptionHandler({ProcessFailedException.class, ProcessFailedPendingException.class})
    public ErrorResponse unavailable(MpiException lost) {
        return problem(
                lost, HttpStatus.SERVICE_UNAVAILABLE, "A rank is out of reach", String.valueOf(lost.getMessage()));
    }

    /**
     * The handler of a question has failed.
     *
     * @param failure what the operation has ended with
     * @return 502, with the error's type and message as its detail
     */
    @ExceptionHandler
    public ErrorResponse badGateway(AnswerException failure) {
        return problem(
                failure,
                HttpStatus.BAD_GATEWAY,
                "The rank that was asked has failed to answer",
                failure.type() + ": " + failure.getMessage());
    }

    /**
     * An operation has failed: by its arguments, if this tells of it.
     *
     * @param failure what the operation has ended with
     * @return 400, with the error's message as its detail
     * @throws MpiException the failure, if it has another class
     */
    @ExceptionHandler
    public ErrorResponse badRequest(MpiException failure) {
        return switch (failure.errorClass()) {
            case RANK, ROOT, TAG, COUNT, ARG ->
                problem(
                        failure,
                        HttpStatus.BAD_REQUEST,
                        "An argument is not allowed",
                        String.valueOf(failure.getMessage()));
            default -> throw failure;
        };
    }

    private static ErrorResponse problem(MpiException failure, HttpStatus status, String title, String detail) {
        log.warn("A web request has failed: " + detail);
        log.debug("The web request has failed with", failure);
        return ErrorResponse.builder(failure, status, detail).title(title).build();
    }
}
