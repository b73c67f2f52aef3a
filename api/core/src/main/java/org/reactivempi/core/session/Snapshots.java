package org.reactivempi.core.session;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.reactivempi.Mpi;
import org.reactivempi.Snapshot;
import org.reactivempi.transport.engine.event.PendingOperation;
import org.reactivempi.transport.engine.event.PendingOperation.Kind;
import org.reactivempi.transport.engine.port.Diagnosis;

/** What the engine knows of pending operations, as the contract's snapshot. */
final class Snapshots {

    private Snapshots() {}

    static Snapshot of(int rank, int size, Instant taken, List<PendingOperation> pending, Diagnosis diagnosis) {
        return new Snapshot(
                rank,
                size,
                taken,
                entries(Kind.RECEIVE, pending, diagnosis),
                entries(Kind.PROBE, pending, diagnosis),
                entries(Kind.UNEXPECTED, pending, diagnosis),
                entries(Kind.SEND, pending, diagnosis),
                entries(Kind.OTHER, pending, diagnosis),
                diagnosis.places());
    }

    private static List<Snapshot.Entry> entries(Kind kind, List<PendingOperation> pending, Diagnosis diagnosis) {
        return pending.stream()
                .filter(any -> any.kind() == kind)
                .map(operation -> entry(operation, diagnosis.nearMisses(operation, pending)))
                .toList();
    }

    private static Snapshot.Entry entry(PendingOperation operation, List<String> nearMisses) {
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
                nearMisses);
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
