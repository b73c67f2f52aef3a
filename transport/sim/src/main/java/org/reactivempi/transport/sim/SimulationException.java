package org.reactivempi.transport.sim;

/** A run of a simulated job is broken off: by what it does, or since it has ended. */
public final class SimulationException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final boolean isEnd;

    /** Something that a simulated job must not do, in words. */
    public SimulationException(String why) {
        this(why, false);
    }

    private SimulationException(String why, boolean isEnd) {
        super(why);
        this.isEnd = isEnd;
    }

    /** A program has to end that waits for something. */
    static SimulationException end(int rank) {
        return new SimulationException("the run has ended for rank " + rank, true);
    }

    /** Whether that is only the end of a program that was waiting. */
    public boolean isEnd() {
        return isEnd;
    }
}
