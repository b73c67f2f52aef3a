package org.reactivempi.transport.channel.log;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.util.Logger;
import reactor.util.Loggers;

/**
 * Where a class writes lines for operators. On a {@link LoggingThread}, or one that does its work, it never waits, and lines of a kind are limited to one
 * in a second, as {@link LogQueue} says; other threads write to the logging system at once. Any thread.
 *
 * <p>In a format, each <code>{}</code> stands for the next argument. Lines are of one kind where their format is the same, and
 * what they are {@link #about}.
 */
public final class Log {

    private final Logger logger;
    private final @Nullable Object subject;

    private Log(Logger logger, @Nullable Object subject) {
        this.logger = logger;
        this.subject = subject;
    }

    /** The log of a class, under its name. */
    public static Log of(Class<?> type) {
        return new Log(Loggers.getLogger(type), null);
    }

    /**
     * The same log, for lines about {@code subject}, such as a rank: they don't count as those about another one. Strangers
     * must not be able to choose among many.
     */
    public Log about(Object subject) {
        return new Log(logger, subject);
    }

    /** A line about what begins and ends. */
    public void debug(String format, @Nullable Object... arguments) {
        if (logger.isDebugEnabled()) {
            write(logger::debug, format, arguments);
        }
    }

    /** A line that an operator may like to know. */
    public void info(String format, @Nullable Object... arguments) {
        if (logger.isInfoEnabled()) {
            write(logger::info, format, arguments);
        }
    }

    /** A line that an operator can act on. */
    public void warn(String format, @Nullable Object... arguments) {
        if (logger.isWarnEnabled()) {
            write(logger::warn, format, arguments);
        }
    }

    /** A line about a mistake in this library or in the program, with its stack trace. */
    public void error(Throwable error, String format, @Nullable Object... arguments) {
        if (logger.isErrorEnabled()) {
            write(line -> logger.error(line, error), format, arguments);
        }
    }

    /** Prints text that the user has asked for to standard error. */
    public static void print(String text) {
        LogLines lines = linesOfThread();
        if (lines == null) {
            System.err.println(text);
        } else {
            lines.put(System.err::println, text, "{}", text);
        }
    }

    /** Calls back, on any thread, when all lines that this thread has written so far have left; never, where they can't. */
    public static void afterLines(Runnable next) {
        LogLines lines = linesOfThread();
        if (lines == null) {
            next.run();
        } else {
            lines.afterLines(next);
        }
    }

    private void write(Consumer<String> out, String format, @Nullable Object... arguments) {
        LogLines lines = linesOfThread();
        if (lines == null) {
            out.accept(LogLines.text(format, arguments));
        } else {
            lines.put(out, subject, format, arguments);
        }
    }

    private static @Nullable LogLines linesOfThread() {
        return Thread.currentThread() instanceof LoggingThread thread ? thread.logLines() : LogQueue.lent();
    }
}
