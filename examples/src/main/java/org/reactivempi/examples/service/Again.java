package org.reactivempi.examples.service;

import java.time.Duration;
import java.util.function.Consumer;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import reactor.util.retry.Retry;
import reactor.util.retry.RetryBackoffSpec;

/** Tries again what has failed, since others may be about to start, or to end: soon at first, then about once in a second. */
final class Again {

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    private Again() {}

    /**
     * What fails with one class of errors, and nothing else.
     *
     * @param tries how often it is tried at most, the first time included; then it fails with its last error
     * @param told hears of the first failure
     */
    static RetryBackoffSpec whenever(ErrorClass errorClass, int tries, Consumer<Throwable> told) {
        return Retry.backoff(tries - 1L, FIRST_PAUSE)
                .maxBackoff(LONGEST_PAUSE)
                .filter(error -> error instanceof MpiException failed && failed.errorClass() == errorClass)
                .doBeforeRetry(retry -> {
                    if (retry.totalRetries() == 0) {
                        told.accept(retry.failure());
                    }
                })
                .onRetryExhaustedThrow((spec, last) -> last.failure());
    }
}
