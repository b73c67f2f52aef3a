package org.reactivempi.core.collective.algorithm;

/**
 * One of the ranks that take part in operations.
 *
 * @param rank which one, 0 to {@code size - 1}
 * @param size how many they are
 * @param hosts which of them share a host
 */
public record Member(int rank, int size, Hosts hosts) {

    /** One of ranks that are equally near to each other. */
    public Member(int rank, int size) {
        this(rank, size, Hosts.ONE);
    }
}
