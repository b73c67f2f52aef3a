package mpi;

/** A number of elements that may be more than an {@code int} holds. */
public final class Count implements Comparable<Count> {

    private long count;

    /** A number. */
    public Count(long count) {
        this.count = count;
    }

    /** The number. */
    public long getCount() {
        return count;
    }

    /** Changes the number. */
    public void setCount(long count) {
        this.count = count;
    }

    /** Whether the other one is the same number. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Count that && count == that.count;
    }

    /** Of the number. */
    @Override
    public int hashCode() {
        return Long.hashCode(count);
    }

    /** Compares the numbers. */
    @Override
    public int compareTo(Count other) {
        return Long.compare(count, other.count);
    }

    /** The number. */
    @Override
    public String toString() {
        return Long.toString(count);
    }
}
