package org.reactivempi;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The classes and codes of errors that a rank's program has added to MPI's own, and their texts: for libraries on top of MPI, which raise errors
 * of their own.
 *
 * <pre>{@code
 *  ErrorCode solver = codes.addClass("the solver has failed");
 *  ErrorCode diverged = codes.addCode(solver, "it diverges");
 *  throw new MpiException(diverged, "residual 1e9 after 40 steps");
 * }</pre>
 *
 * <p>Local: other ranks may have other ones, and give other numbers to the same ones, unless all add the same in the same order. Thread-safe.
 *
 * @see SessionView#errorCodes
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.9.5">MPI-4.1, 9.5</a>
 * @since 0.1
 */
public final class ErrorCodes {

    /** The number of the first code that is added; those of the predefined classes are below. */
    public static final int FIRST_ADDED = 1024;

    /** How many characters a text may have ({@code MPI_MAX_ERROR_STRING}). */
    public static final int MAX_TEXT = 512;

    private final Map<Integer, ErrorCode> added = new HashMap<>();
    private final Map<Integer, String> texts = new HashMap<>();
    private int next = FIRST_ADDED;

    /** No codes yet but the predefined ones. A rank's own are those of its {@linkplain SessionView#errorCodes session}. */
    public ErrorCodes() {}

    /**
     * Adds a class ({@code MPI_Add_error_class}).
     *
     * @param text what is wrong with errors of this class; at most {@link #MAX_TEXT} characters, empty for none
     * @return a class that no other one equals
     * @throws MpiException {@link ErrorClass#ARG} if the text is null or too long
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.9.5">MPI-4.1, 9.5</a>
     */
    public synchronized ErrorCode addClass(String text) {
        return add(ErrorClass.OTHER, null, checked(text));
    }

    /**
     * Adds a code of a class ({@code MPI_Add_error_code}).
     *
     * @param some a class, also a {@linkplain ErrorClass#code() predefined} one
     * @param text what is wrong with errors of this code; at most {@link #MAX_TEXT} characters, empty for none
     * @return a code that no other one equals
     * @throws MpiException {@link ErrorClass#ARG} if the text is null or too long, or if {@code some} is null, no class, or not known here
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.9.5">MPI-4.1, 9.5</a>
     */
    public synchronized ErrorCode addCode(ErrorCode some, String text) {
        ErrorCode known = known(some);
        if (!known.isClass()) {
            throw wrong("error code " + known + " is no class, which a code is added to");
        }
        return add(known.errorClass(), known, checked(text));
    }

    private ErrorCode add(ErrorClass errorClass, @Nullable ErrorCode parent, String text) {
        ErrorCode code = new ErrorCode(next++, errorClass, parent);
        added.put(code.number(), code);
        setText(code, text);
        return code;
    }

    /**
     * Gives a code or a class that was added another text ({@code MPI_Add_error_string}, {@code MPI_Remove_error_string}).
     *
     * @param code one that was added
     * @param text at most {@link #MAX_TEXT} characters; empty to have none any more
     * @throws MpiException {@link ErrorClass#ARG} if the text is null or too long, or if the code is null, predefined, or not known here
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.9.5">MPI-4.1, 9.5</a>
     */
    public synchronized void describe(ErrorCode code, String text) {
        setText(own(code, "described"), checked(text));
    }

    private void setText(ErrorCode code, String text) {
        if (text.isEmpty()) {
            texts.remove(code.number());
        } else {
            texts.put(code.number(), text);
        }
    }

    /**
     * Removes a code, or a class without codes, and its text ({@code MPI_Remove_error_code}, {@code MPI_Remove_error_class}). Errors that carry
     * it keep it.
     *
     * @param code one that was added
     * @throws MpiException {@link ErrorClass#ARG} if the code is null, predefined, not known here, or a class that has codes
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.9.5">MPI-4.1, 9.5</a>
     */
    public synchronized void remove(ErrorCode code) {
        ErrorCode known = own(code, "removed");
        added.values().stream()
                .filter(other -> other != known && other.isOf(known))
                .min((one, other) -> Integer.compare(one.number(), other.number()))
                .ifPresent(first -> {
                    throw wrong(
                            "error class " + known + " has codes, such as " + first.number() + ": remove them first");
                });
        added.remove(known.number());
        texts.remove(known.number());
    }

    /**
     * The code with a number, which may be that of a predefined class.
     *
     * @param number any
     * @return empty where there is none, or none any more
     */
    public synchronized Optional<ErrorCode> find(int number) {
        return number >= FIRST_ADDED ? Optional.ofNullable(added.get(number)) : ErrorClass.ofNumber(number);
    }

    /**
     * What a code means ({@code MPI_Error_string}).
     *
     * @param code predefined or added; also one that has been removed
     * @return the text that was given for it; for a predefined class a text of the library; empty where there is none
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.9.4">MPI-4.1, 9.4</a>
     */
    public synchronized String text(ErrorCode code) {
        if (code.number() < FIRST_ADDED) {
            return code.errorClass().text();
        }
        return added.get(code.number()) == code ? texts.getOrDefault(code.number(), "") : "";
    }

    /**
     * The largest number that a code has ({@code MPI_LASTUSEDCODE}).
     *
     * @return that of the last one that was added and not removed; without any, that of the last predefined class
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.9.5">MPI-4.1, 9.5</a>
     */
    public synchronized int lastUsed() {
        return added.isEmpty() ? ErrorClass.lastNumber() : Collections.max(added.keySet());
    }

    private ErrorCode own(@Nullable ErrorCode code, String what) {
        ErrorCode known = known(code);
        if (known.number() < FIRST_ADDED) {
            throw wrong("error class " + known + " is predefined, and can't be " + what);
        }
        return known;
    }

    private ErrorCode known(@Nullable ErrorCode code) {
        if (code == null) {
            throw wrong("the error code is null");
        }
        if (code.number() >= FIRST_ADDED && added.get(code.number()) != code) {
            throw wrong("error code " + code + " is not known here: it was removed, or added elsewhere");
        }
        return code;
    }

    private static String checked(@Nullable String text) {
        if (text == null || text.length() > MAX_TEXT) {
            throw wrong("a text of " + (text == null ? "null" : text.length() + " characters")
                    + " is not allowed for an error code: it has 0 to " + MAX_TEXT);
        }
        return Objects.requireNonNull(text);
    }

    private static MpiException wrong(String message) {
        return new MpiException(ErrorClass.ARG, message);
    }
}
