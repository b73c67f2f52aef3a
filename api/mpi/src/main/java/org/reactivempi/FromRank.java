package org.reactivempi;

/**
 * A value with the rank that it is from.
 *
 * @param rank in the communicator
 * @param value what that rank gave
 * @param <T> the value's type
 * @see CollectiveStreams#gatherStream
 * @since 0.1
 */
public record FromRank<T>(int rank, T value) {}
