package org.reactivempi.testkit;

/**
 * What the kit looks for while a test runs, and at its end, besides what is left of the library. All of it, unless the test says
 * {@code without}: {@link MpiTest#without()}, {@link OnEveryChannel#without()}, or {@link Ranks#without(Check...)}.
 *
 * @since 0.1
 */
public enum Check {
    /**
     * Messages and streams of the program that have come to a rank, and that it has not received when the test is over. Not looked for
     * where the test has ended a rank by {@link Ranks#abort(int, String)}, whose messages nobody can receive any more.
     */
    UNRECEIVED_MESSAGES,
    /**
     * Errors that nobody has handled: of a {@code subscribe()} without a consumer for errors, and what a consumer given to
     * {@code subscribe} throws. Errors that Reactor's operators drop, as after a cancellation, don't count. The failure names the line of
     * the test that has made the error, where a stack or a {@code checkpoint} of Reactor's knows it, or else the line that the test was at.
     */
    DROPPED_ERRORS,
    /**
     * A thread that moves a rank's messages, and that the program keeps busy in one signal for as long as the setting
     * {@code blocked-after}, 1 s by default.
     */
    BLOCKED_PROGRESS,
    /**
     * A buffer that the program changes after its send was started, and before it was read. Of a buffer of more than 1 MiB only the
     * first and the last 512 KiB are looked at; those of buffered sends are free at once.
     */
    CHANGED_BUFFERS
}
