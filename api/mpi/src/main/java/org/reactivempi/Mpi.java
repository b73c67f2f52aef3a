package org.reactivempi;

import java.util.Arrays;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * MPI's constants, and {@link #run}, which makes a {@code main} method a rank of a job.
 *
 * @since 0.1
 */
public final class Mpi {

    /** In a receive: from any rank. */
    public static final int ANY_SOURCE = Constants.ANY_SOURCE;
    /** The null process: sends to it and receives from it complete at once, without effect. */
    public static final int PROC_NULL = Constants.PROC_NULL;
    /** In a receive: with whatever tag. */
    public static final int ANY_TAG = Constants.ANY_TAG;
    /** In a collective operation of two groups: this rank is the root. */
    public static final int ROOT = Constants.ROOT;
    /** In place of an index or a rank: there is none. As a color: in no part. */
    public static final int UNDEFINED = Constants.UNDEFINED;
    /** What a message needs in an attached buffer in addition to its own bytes ({@code MPI_BSEND_OVERHEAD}). */
    public static final int BSEND_OVERHEAD_BYTES = Constants.BSEND_OVERHEAD_BYTES;
    /** The version of MPI whose operations these are ({@code MPI_VERSION}). */
    public static final int VERSION = 4;
    /** The second number of {@link #VERSION} ({@code MPI_SUBVERSION}). */
    public static final int SUBVERSION = 1;
    /** How many characters the name of a communicator has at most ({@code MPI_MAX_OBJECT_NAME}). */
    public static final int MAX_OBJECT_NAME = Constants.MAX_OBJECT_NAME;
    /** How many characters the text has at most under which a group makes a communicator ({@code MPI_MAX_STRINGTAG_LEN}). */
    public static final int MAX_STRING_TAG = Constants.MAX_STRING_TAG;

    /** The most characters of a {@linkplain Port#name port's name} ({@code MPI_MAX_PORT_NAME}). */
    public static final int MAX_PORT_NAME = 1024;
    /** How many values of a stream are on their way beyond the demand of its receiver, where nothing else is said. */
    public static final int STREAM_PREFETCH = Constants.STREAM_PREFETCH;

    /**
     * Marks a receive, a probe or a stream as that of a listener, which waits until some rank wants something, perhaps for
     * ever: {@code world.receive(ANY_SOURCE, tag).contextWrite(LISTENING)}. As long as no message has come, such an operation is
     * no stall, and a rank on which nothing else waits is idle. Where ranks come and go, a listener waits on when the rank that
     * it listens to is lost. A stream that is asked for waits so between its values as well.
     *
     * <p>Reactor gives it to all operators above it: it belongs directly after the receive, and before any {@code flatMap}.
     */
    public static final ContextView LISTENING = Context.of("org.reactivempi.listening", Boolean.TRUE);

    private static final String SETTING_PREFIX = "--reactivempi.";

    private Mpi() {}

    /**
     * Runs a program as one rank of the job that launched this process, or alone as a world of one: joins the world,
     * subscribes to what the program returns, waits for its end, and finalizes.
     *
     * <pre>{@code
     * public static void main(String[] args) {
     *     Mpi.run(args, world -> world.isend(ints(world.rank()), (world.rank() + 1) % world.size(), TAG));
     * }
     * }</pre>
     *
     * <p>Arguments of the form {@code --reactivempi.NAME=VALUE} are {@link Settings settings} and win over system
     * properties and the environment; all others are the program's own, and {@link #arguments} gives them alone.
     *
     * <p>Returns when the rank has finalized after a success. A failure of the program, of joining or of finalizing is
     * written to standard error, and ends the rank with an exit code without an orderly close, since pending operations
     * might never end:
     *
     * <ul>
     *   <li>an {@link ExitException}: its message alone, and its code;
     *   <li>an {@link MpiException}: the rank and the message in one line, code 1;
     *   <li>whatever it is, when others take this rank for failed, and go on without it: a line that says so, and code 37; where the
     *       process is this rank's alone, it is not waited for the program;
     *   <li>anything else: the rank and the stack trace, code 1.
     * </ul>
     *
     * <p>So does the first error that nobody has handled: that of a {@code subscribe()} without a consumer for errors, and what a
     * consumer given to {@code subscribe} throws. Reactor passes those to its hook for dropped errors. It is one for the JVM; where
     * several ranks share one, an error is that of the rank on whose threads it was dropped.
     *
     * <p>An interrupt of the calling thread cancels the program and ends the rank with code 130. Blocks the calling
     * thread, on which the program function itself is called too; it must not be a progress thread.
     *
     * @param args the arguments of {@code main}
     * @param program what the rank does; its values are ignored, the demand for them is unbounded
     * @throws MpiException {@link ErrorClass#SESSION} if no implementation is on the class path
     */
    public static void run(String[] args, Function<Communicator, Publisher<?>> program) {
        run(args, Settings.create(), program);
    }

    /**
     * The program's own words among the arguments of {@code main}: without {@link Settings settings}, which {@link #run} reads.
     *
     * @param args the arguments of {@code main}
     * @return the arguments that are not of the form {@code --reactivempi.NAME=VALUE}, in their order; a new array
     */
    public static String[] arguments(String[] args) {
        return Arrays.stream(args)
                .filter(argument -> !argument.startsWith(SETTING_PREFIX))
                .toArray(String[]::new);
    }

    /**
     * As {@link #run(String[], Function)}, with settings of the program's own, such as an object that it attaches.
     *
     * @param args the arguments of {@code main}; those which are settings win over {@code settings}
     * @param settings the program's own
     * @param program what the rank does; its values are ignored, the demand for them is unbounded
     * @throws MpiException {@link ErrorClass#SESSION} if no implementation is on the class path
     */
    public static void run(String[] args, Settings settings, Function<Communicator, Publisher<?>> program) {
        Providers.create(SessionProvider.class).run(args, settings, program);
    }
}
