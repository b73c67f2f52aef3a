package org.reactivempi.testkit;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.core.operation.ProgramFrames;
import reactor.core.Exceptions;

/**
 * Which line of a test an error comes from, as far as stacks tell, asked by the thread that has dropped the error:
 *
 * <pre>
 *  a frame of the program in the error's stack, or in that of a cause ---&gt; made at
 *  a line of the program in a trace of Reactor, as of checkpoint() ------&gt; assembled at
 *  a frame of the program in the stack of the calling thread ------------&gt; dropped at
 *  the method of the test in the stacks of its threads ------------------&gt; dropped while the test was at
 * </pre>
 * The first that is there counts. An error of the library that comes on a progress thread has only its own frames: then the last line
 * says at least which test it was, and how far that had come. Any thread.
 */
final class TestLine {

    /** The code that is not the test's. */
    private static final List<String> NOT_THE_TEST = List.of(
            "java.",
            "javax.",
            "jdk.",
            "sun.",
            "reactor.",
            "io.netty.",
            "org.reactivempi.transport.",
            "org.reactivempi.testkit.",
            "org.junit.",
            "org.opentest4j.",
            "org.assertj.",
            "org.hamcrest.",
            "org.apache.maven.surefire.",
            "org.gradle.",
            "worker.org.gradle.",
            "com.intellij.",
            "org.eclipse.jdt.");

    /** A frame in the text of a trace: type, method, file and line. */
    private static final Pattern FRAME = Pattern.compile("([\\w.$]+)\\.([\\w$<>]+)\\(([\\w$]+\\.\\w+):(\\d+)\\)");

    private static final String RUNNER = "org.junit.";
    private static final int MOST_CAUSES = 20;

    private TestLine() {}

    /** Whether a frame is none of the program; the kit's own tests are in its package. */
    static boolean isOfLibrary(StackTraceElement frame) {
        String file = String.valueOf(frame.getFileName());
        return ProgramFrames.isOfLibrary(frame)
                || NOT_THE_TEST.stream().anyMatch(frame.getClassName()::startsWith)
                        && !file.endsWith("Test.java")
                        && !file.equals("Samples.java");
    }

    /**
     * Where an error comes from that the calling thread has dropped.
     *
     * @param error that one
     * @param tests the threads that may run the test
     * @return in words that follow those of the error; empty where no stack tells
     */
    static String of(Throwable error, Stream<Thread> tests) {
        return words(", made at ", causes(error).flatMap(TestLine::frames))
                .or(() -> words(", assembled at ", causes(error).flatMap(TestLine::traced)))
                .or(() ->
                        words(", dropped at ", Stream.of(Thread.currentThread().getStackTrace())))
                .or(() -> words(", dropped while the test was at ", tests.flatMap(TestLine::method)))
                .orElse("");
    }

    private static Optional<String> words(String before, Stream<StackTraceElement> frames) {
        return frames.filter(Predicate.not(TestLine::isOfLibrary))
                .findFirst()
                .map(frame -> before + ProgramFrames.inWords(frame));
    }

    /** An error and its causes; some are in a circle. */
    private static Stream<Throwable> causes(Throwable error) {
        return Stream.<@Nullable Throwable>iterate(error, each -> each != null, Throwable::getCause)
                .limit(MOST_CAUSES);
    }

    private static Stream<StackTraceElement> frames(Throwable error) {
        return Stream.of(error.getStackTrace());
    }

    /** What Reactor knows of the places where operators were assembled, which it tells by text. */
    private static Stream<StackTraceElement> traced(Throwable error) {
        return Stream.of(error.getSuppressed())
                .filter(Exceptions::isTraceback)
                .flatMap(trace ->
                        FRAME.matcher(String.valueOf(trace.getMessage())).results())
                .map(TestLine::frame);
    }

    private static StackTraceElement frame(MatchResult found) {
        return new StackTraceElement(found.group(1), found.group(2), found.group(3), Integer.parseInt(found.group(4)));
    }

    /**
     * The outermost frame of the program that a test's thread is in: that of the test method, not of what it calls. JUnit's thread, which waits for
     * those of the kit, is in none.
     */
    private static Stream<StackTraceElement> method(Thread thread) {
        return Stream.of(thread.getStackTrace())
                .takeWhile(frame -> !frame.getClassName().startsWith(RUNNER))
                .filter(Predicate.not(TestLine::isOfLibrary))
                .reduce((inner, outer) -> outer)
                .stream();
    }
}
