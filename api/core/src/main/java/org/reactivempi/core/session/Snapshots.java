package org.reactivempi.core.session;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.reactivempi.Mpi;
import org.reactivempi.Snapshot;
import org.reactivempi.transport.engine.diagnosis.Description;
import org.reactivempi.transport.engine.event.PendingOperation;
import org.reactivempi.transport.engine.event.PendingOperation.Kind;

/** What the engine knows of pending operations, as the contract's snapshot. */
final class Snapshots {

    private Snapshots() {}

    static Snapshot of(int rank, int size, Instant taken, List<PendingOperation> pending, List<String> threads) {
        return new Snapshot(
                rank,
                size,
                taken,
                entries(Kind.RECEIVE, pending),
                entries(Kind.PROBE, pending),
                entries(Kind.UNEXPECTED, pending),
                entries(Kind.SEND, pending),
                entries(Kind.OTHER, pending),
                threads);
    }

    private static List<Snapshot.Entry> entries(Kind kind, List<PendingOperation> pending) {
        return pending.stream()
                .filter(any -> any.kind() == kind)
                .map(operation -> entry(operation, pending))
                .toList();
    }

    private static Snapshot.Entry entry(PendingOperation operation, List<PendingOperation> all) {
        return new Snapshot.Entry(
                operation.call(),
                rank(operation.peer()),
                rank(operation.rank()),
                tag(operation.tag()),
                defined(operation.communicator()),
                operation.words() == null ? "" : operation.words().communicator(),
                operation.bytes() == PendingOperation.NONE ? Mpi.UNDEFINED : operation.bytes(),
                operation.age(),
                operation.stateWord(),
                operation.part(),
                Optional.ofNullable(operation.site()),
                Description.nearMisses(operation, all));
    }

    private static int rank(int number) {
        return switch (number) {
            case PendingOperation.NONE -> Mpi.PROC_NULL;
            case PendingOperation.ANY -> Mpi.ANY_SOURCE;
            default -> number;
        };
    }

    private static int tag(int number) {
        return number == PendingOperation.ANY ? Mpi.ANY_TAG : defined(number);
    }

    private static int defined(int number) {
        return number == PendingOperation.NONE ? Mpi.UNDEFINED : number;
    }
}
