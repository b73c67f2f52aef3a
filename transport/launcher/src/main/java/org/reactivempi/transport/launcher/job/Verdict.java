package org.reactivempi.transport.launcher.job;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.bootstrap.JobStart;
import org.reactivempi.transport.bootstrap.OpenFiles;

/**
 * How a job ended.
 *
 * @param code the launcher's exit code
 * @param reason why, where the user has not been told
 */
public record Verdict(int code, @Nullable String reason) {

    static final Verdict SUCCESS = new Verdict(0, null);

    /** The launcher itself is being ended; the JVM gives the code, and nobody needs to be told. */
    static final Verdict STOPPED = new Verdict(1, null);

    static final Verdict INTERRUPTED = new Verdict(1, "the launcher was interrupted");

    private static final int TIMEOUT_CODE = 124;
    /** Of ranks that have not come. */
    private static final int MOST_NAMED = 8;

    private static final int CODE_MAX = 255;
    private static final int SIGNAL_BASE = 128;
    private static final int SIGNAL_MAX = 64;

    /** A rank's end with an error; shells and Java report signal n as code 128 + n. */
    static Verdict rankEnded(int rank, int code) {
        int signal = code - SIGNAL_BASE;
        String how =
                signal > 0 && signal <= SIGNAL_MAX ? " was killed by signal " + signal : " ended with code " + code;
        return new Verdict(code, "rank " + rank + how);
    }

    /** A rank that has never been there. */
    static Verdict unreached(int rank, String host) {
        return new Verdict(
                1, "rank " + rank + " could not be started on " + host + ": is it reached by ssh, without a password?");
    }

    /** The end of a rank that asked for it, which it does after it has written why: one line is enough. */
    static Verdict rankExited(int code) {
        return new Verdict(code, null);
    }

    /**
     * The end of the job, because a rank asked for it.
     *
     * @param told whether the user is to hear of it from the launcher, too
     */
    static Verdict aborted(int rank, int code, boolean told) {
        if (code < 1 || code > CODE_MAX) {
            return new Verdict(
                    1, "rank " + rank + " has aborted the job with code " + code + ", allowed are 1 to " + CODE_MAX);
        }
        return new Verdict(code, told ? "rank " + rank + " has aborted the job with code " + code : null);
    }

    /** Something has happened to the launcher itself, such as that it gets no more threads. */
    static Verdict broken(Throwable why) {
        return new Verdict(1, "the launcher cannot go on: " + OpenFiles.explained(why.toString()));
    }

    static Verdict notFinalized(int rank) {
        return new Verdict(1, "rank " + rank + " ended without finalizing its part in the job");
    }

    /** The failure of a rank whose process may have lived: its peers go on without it. */
    static Verdict givenUp(int rank) {
        return new Verdict(1, "rank " + rank + " was given up by the other ranks, and is ended");
    }

    static Verdict hopeless(int waiting, int gone) {
        return new Verdict(1, "rank " + waiting + " waits in a barrier for rank " + gone + ", which has ended");
    }

    static Verdict timeout(Duration limit) {
        return new Verdict(TIMEOUT_CODE, "the job has not ended within " + text(limit));
    }

    /**
     * Ranks have not met in time.
     *
     * @param name says which a rank is, in words for the user
     */
    static Verdict notStarted(Duration limit, JobStart.Late late, IntFunction<String> name) {
        String absent = named(late.absent(), name, " not come to Mpi.run or Session.start");
        String silent = named(late.silent(), name, " begun to start, and not gone on");
        return new Verdict(
                TIMEOUT_CODE,
                "the job has not started within " + text(limit) + " of its first rank: " + absent
                        + (absent.isEmpty() || silent.isEmpty() ? "" : ", ") + silent
                        + ". While it waits, jstack shows what such a rank does; --start-timeout gives it more time");
    }

    private static String named(List<Integer> ranks, IntFunction<String> name, String what) {
        if (ranks.isEmpty()) {
            return "";
        }
        int more = Math.max(0, ranks.size() - MOST_NAMED);
        return ranks.stream().limit(MOST_NAMED).map(name::apply).collect(Collectors.joining(", "))
                + (more == 0 ? "" : " and " + more + " more")
                + (ranks.size() == 1 ? " has" : " have")
                + what;
    }

    private static String text(Duration limit) {
        return limit.toString().substring(2).toLowerCase(Locale.ROOT);
    }

    /** What the user is told, where there is something to tell. */
    public Optional<String> failure() {
        return Optional.ofNullable(reason);
    }
}
