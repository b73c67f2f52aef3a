package org.reactivempi.conformance;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.reactivempi.transport.engine.event.CollectiveReport;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.EngineListenerProvider;
import org.reactivempi.transport.engine.event.WatchedRank;

/** Collects what the ranks of a job report of their collective operations, in sessions whose settings it is attached to. */
final class CollectiveReports {

    /**
     * What one of them has said.
     *
     * @param rank of the job
     */
    record Said(int rank, CollectiveReport report) {}

    private final List<Said> all = new CopyOnWriteArrayList<>();

    /** Of an operation, in the order of its ends. */
    List<Said> of(int number) {
        return all.stream().filter(said -> said.report.number() == number).toList();
    }

    private EngineListener of(WatchedRank rank) {
        return new EngineListener() {
            @Override
            public void ended(CollectiveReport operation) {
                all.add(new Said(rank.rank(), operation));
            }
        };
    }

    /** Found by {@code ServiceLoader}. */
    public static final class Provider implements EngineListenerProvider {

        @Override
        public Optional<EngineListener> listener(WatchedRank rank) {
            return rank.attached(CollectiveReports.class).map(reports -> reports.of(rank));
        }
    }
}
