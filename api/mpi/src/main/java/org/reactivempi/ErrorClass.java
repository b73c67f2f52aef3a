package org.reactivempi;

import java.util.Optional;

/**
 * What kind of error an {@link MpiException} is; MPI's error classes under their own names.
 *
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.9.4">MPI-4.1, 9.4</a>
 * @since 0.1
 */
public enum ErrorClass {
    /** A buffer is missing, read-only where it must be written, or its region lies outside its array. */
    BUFFER,
    /** A count is negative. */
    COUNT,
    /** A datatype is unknown, not committed or freed. */
    TYPE,
    /** A tag is outside 0 to the upper bound, or a wildcard where none is allowed. */
    TAG,
    /** A communicator is freed or otherwise invalid. */
    COMM,
    /** A rank is outside its communicator. */
    RANK,
    /** A request is freed or otherwise invalid. */
    REQUEST,
    /** A root is outside its communicator. */
    ROOT,
    /** A group is invalid. */
    GROUP,
    /** An operation is invalid. */
    OP,
    /** The dimensions of a grid are invalid, or don't fit the communicator. */
    DIMS,
    /** A topology is invalid, or the communicator has none, or another one. */
    TOPOLOGY,
    /** An attribute's key is predefined, and its value not for programs to change. */
    KEYVAL,
    /** An info is invalid. */
    INFO,
    /** A key of an info is empty or too long. */
    INFO_KEY,
    /** A value of an info is empty or too long, or none that its key can have. */
    INFO_VALUE,
    /** An info has no such key. */
    INFO_NOKEY,
    /** Some other argument is invalid, among them settings. */
    ARG,
    /** A message is longer than the buffer that was to receive it. */
    TRUNCATE,
    /** The session is closed, or could not be started. */
    SESSION,
    /** The process at the other end has failed or cannot be reached. */
    PROC_FAILED,
    /** A receive or a probe from any source may wait in vain, since a process has failed. */
    PROC_FAILED_PENDING,
    /** The communicator is revoked. */
    REVOKED,
    /** Each entry of a list carries its own error. */
    IN_STATUS,
    /** The operation is still pending. */
    PENDING,
    /** A codec cannot turn a value into bytes, or bytes into a value; or the memory of a message has thrown while it was copied. */
    CONVERSION,
    /** Memory is exhausted, or the message is larger than any Java buffer. */
    NO_MEM,
    /** The library broke a rule of its own; please report it. */
    INTERN,
    /** Known, but in no other class: among them the errors of programs whose {@linkplain ErrorCodes class} is one of their own. */
    OTHER,
    /** A window is freed or otherwise invalid. */
    WIN,
    /** A window's memory is none, or can't be one. */
    BASE,
    /** The size of a window's memory is negative, or more than there can be. */
    SIZE,
    /** A displacement in a window is negative, or its unit is below 1. */
    DISP,
    /** The type of a lock is invalid. */
    LOCKTYPE,
    /** A call of a window has no such assertion. */
    ASSERT,
    /** Bytes are outside of the memory that a window has at its target. */
    RMA_RANGE,
    /** A call of a window is in the wrong epoch, or in none. */
    RMA_SYNC,
    /** Operations of several origins have met at one place of a window. */
    RMA_CONFLICT,
    /** Memory can't be attached to a window, or detached from it. */
    RMA_ATTACH,
    /** A call is of another kind of window. */
    RMA_FLAVOR,
    /** Ranks have no memory in common. */
    RMA_SHARED,
    /** A port is closed, unknown, full, out of reach, or no port at all. */
    PORT,
    /** No port is published under a name. */
    NAME,
    /** A name is published already, or not by this process. */
    SERVICE,
    /** Processes could not be started. */
    SPAWN;

    private final ErrorCode code = new ErrorCode(ordinal() + 1, this, null);

    /**
     * Its number, for exit codes and for programs that print numbers.
     *
     * @return 1 or more, and below {@link ErrorCodes#FIRST_ADDED}; programs that compare classes compare the constants
     */
    public int number() {
        return code.number();
    }

    /**
     * This class as a code, which errors carry that have no code of a program.
     *
     * @return the same at each call
     */
    public ErrorCode code() {
        return code;
    }

    static Optional<ErrorCode> ofNumber(int number) {
        return number >= 1 && number <= lastNumber() ? Optional.of(values()[number - 1].code) : Optional.empty();
    }

    static int lastNumber() {
        return values().length;
    }

    /** What is wrong with errors of this class, in short. */
    String text() {
        return switch (this) {
            case BUFFER -> "a buffer is missing, read-only, or outside its array";
            case COUNT -> "a count is invalid";
            case TYPE -> "a datatype is invalid";
            case TAG -> "a tag is invalid";
            case COMM -> "a communicator is invalid";
            case RANK -> "a rank is outside its communicator";
            case REQUEST -> "a request is invalid";
            case ROOT -> "a root is outside its communicator";
            case GROUP -> "a group is invalid";
            case OP -> "an operation is invalid";
            case DIMS -> "the dimensions of a grid are invalid";
            case TOPOLOGY -> "a topology is invalid";
            case KEYVAL -> "a key of an attribute is invalid";
            case INFO -> "an info is invalid";
            case INFO_KEY -> "a key of an info is missing or too long";
            case INFO_VALUE -> "a value of an info is missing, too long, or not allowed";
            case INFO_NOKEY -> "an info has no such key";
            case ARG -> "an argument is invalid";
            case TRUNCATE -> "a message is longer than its buffer";
            case SESSION -> "the session is closed, or could not be started";
            case PROC_FAILED -> "a process has failed";
            case PROC_FAILED_PENDING -> "an operation may wait in vain, since a process has failed";
            case REVOKED -> "the communicator is revoked";
            case IN_STATUS -> "each entry has an error of its own";
            case PENDING -> "an operation is pending";
            case CONVERSION -> "a value could not be converted";
            case NO_MEM -> "there is no memory for it";
            case INTERN -> "the library has broken a rule of its own";
            case OTHER -> "a known error of no other class";
            case WIN -> "a window is invalid";
            case BASE -> "a window's memory is invalid";
            case SIZE -> "the size of a window's memory is invalid";
            case DISP -> "a displacement in a window, or its unit, is invalid";
            case LOCKTYPE -> "the type of a lock is invalid";
            case ASSERT -> "an assertion is invalid";
            case RMA_RANGE -> "bytes are outside of a window's memory";
            case RMA_SYNC -> "a call of a window is in the wrong epoch";
            case RMA_CONFLICT -> "operations have met at one place of a window";
            case RMA_ATTACH -> "memory can't be attached to a window";
            case RMA_FLAVOR -> "a call is of another kind of window";
            case RMA_SHARED -> "ranks have no memory in common";
            case PORT -> "a port is closed, unknown, or out of reach";
            case NAME -> "no port has this name";
            case SERVICE -> "a name is published already, or by another process";
            case SPAWN -> "processes could not be started";
        };
    }
}
