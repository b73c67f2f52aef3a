package org.reactivempi.core.partition;

import org.reactivempi.core.operation.OperationContext;
import org.reactivempi.core.operation.RankMap;

/** The ranks of a communicator, for operations that are part of what the user has called otherwise. */
record Named(RankMap ranks, String call) implements RankMap {

    /** The same context, whose operations people know as {@code call}. */
    static OperationContext at(OperationContext at, String call) {
        return new OperationContext(at.engine(), new Named(at.ranks(), call), at.context(), at.rank());
    }

    @Override
    public int destination(int destination, int tag) {
        return ranks.destination(destination, tag);
    }

    @Override
    public int source(int source, int tag) {
        return ranks.source(source, tag);
    }

    @Override
    public int worldRank(int rank) {
        return ranks.worldRank(rank);
    }

    @Override
    public int rankOf(int worldRank) {
        return ranks.rankOf(worldRank);
    }

    @Override
    public String inWords(int rank) {
        return ranks.inWords(rank);
    }

    @Override
    public String inWords() {
        return ranks.inWords();
    }

    @Override
    public String inWords(String unused, String side, int peer, int tag) {
        return ranks.inWords(call, side, peer, tag);
    }
}
