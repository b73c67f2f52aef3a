package org.reactivempi;

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
    /** Known, but in no other class. */
    OTHER
}
