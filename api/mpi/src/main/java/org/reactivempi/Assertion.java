package org.reactivempi;

/**
 * What a program promises about a call of a {@link Window}. A promise that is kept changes no result; it may save a message.
 *
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.5.5">MPI-4.1, 12.5.5</a>
 * @since 0.1
 */
public enum Assertion {
    /** Of {@code fence}: no operation of this rank's has been started since the last one, on any rank ({@code MPI_MODE_NOPRECEDE}). */
    NO_PRECEDE,
    /** Of {@code fence}: no operation will be started until the next one, on any rank: no epoch begins ({@code MPI_MODE_NOSUCCEED}). */
    NO_SUCCEED,
    /** Of {@code fence} and {@code post}: the own memory has not been stored to since the last one ({@code MPI_MODE_NOSTORE}). */
    NO_STORE,
    /** Of {@code fence} and {@code post}: nobody will write to the own memory in the epoch that begins ({@code MPI_MODE_NOPUT}). */
    NO_PUT,
    /**
     * Of {@code post} and {@code start}: the other side has made its call already, and says so as well; of {@code lock} and {@code lockAll}: nobody
     * else has, or wants, a lock that this one excludes, and none is taken ({@code MPI_MODE_NOCHECK}).
     */
    NO_CHECK
}
