package org.reactivempi.core.operation;

import org.reactivempi.transport.engine.Engine;

/** This rank in one context of a communicator: what all operations there have in common. */
public final class OperationContext {

    final Engine engine;
    final RankMap ranks;
    final int context;
    final int rank;

    /**
     * An endpoint.
     *
     * @param ranks says which ranks of the job the members are, or what is wrong with an argument
     * @param rank this rank in the communicator
     */
    public OperationContext(Engine engine, RankMap ranks, int context, int rank) {
        this.engine = engine;
        this.ranks = ranks;
        this.context = context;
        this.rank = rank;
    }

    /** The engine. */
    public Engine engine() {
        return engine;
    }

    /** The members. */
    public RankMap ranks() {
        return ranks;
    }

    /** The context's number. */
    public int context() {
        return context;
    }

    /** This rank in the communicator. */
    public int rank() {
        return rank;
    }
}
