package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.Buffers.ints;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.bytes;
import static org.reactivempi.conformance.Payloads.room;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.Snapshot;
import org.reactivempi.testkit.MpiTest;
import org.reactivempi.testkit.Ranks;
import reactor.core.Disposable;
import reactor.core.Disposables;

/** What a snapshot says of a rank that has something of each kind. */
class SnapshotsTest {

    @MpiTest
    @DisplayName("a snapshot has receives, probes, sends, unexpected messages and barriers, and how far they have come")
    void kinds(Ranks ranks) {
        Communicator zero = ranks.world(0);
        int longer = ranks.eagerLimitBytes() + 1;
        Disposable.Composite running = Disposables.composite(
                zero.irecv(room(4), Mpi.ANY_SOURCE, TAG)
                        .checkpoint("the receive")
                        .subscribe(),
                zero.probe(1, 3).subscribe(),
                zero.isend(bytes(longer), 1, 9).subscribe(),
                zero.issend(ints(1), 0, 10).subscribe(),
                zero.barrier().subscribe());
        ranks.world(1).isend(ints(1), 0, 8).block(TIMEOUT);
        zero.probe(1, 8).block(TIMEOUT);

        Snapshot snapshot = Objects.requireNonNull(ranks.session(0).snapshot().block(TIMEOUT));
        running.dispose();
        // The barrier goes on without its subscriber.
        ranks.world(1).barrier().block(TIMEOUT);
        zero.receive(1, 8).block(TIMEOUT);

        assertThat(snapshot.rank()).isZero();
        assertThat(snapshot.size()).isEqualTo(2);
        assertThat(snapshot.receives())
                .filteredOn(entry -> !entry.part())
                .singleElement()
                .satisfies(receive -> {
                    assertThat(receive.call()).isEqualTo("irecv(source any, tag 7, world)");
                    assertThat(receive.peer()).isEqualTo(Mpi.ANY_SOURCE);
                    assertThat(receive.state()).isEqualTo("POSTED");
                    assertThat(receive.site()).contains("checkpoint(\"the receive\")");
                    assertThat(receive.nearMisses()).contains("an unexpected message from 1 has tag 8");
                });
        assertThat(snapshot.probes()).extracting(Snapshot.Entry::call).containsExactly("probe(source 1, tag 3, world)");
        assertThat(snapshot.unexpected()).singleElement().satisfies(message -> {
            assertThat(List.of(message.peer(), message.tag(), message.communicator()))
                    .containsExactly(1, 8, 0);
            assertThat(message.lengthBytes()).isEqualTo(4);
            assertThat(message.state()).isEqualTo("HERE");
        });
        assertThat(snapshot.sends())
                .extracting(send -> send.call() + " " + send.state())
                .containsExactlyInAnyOrder(
                        "isend(destination 1, tag 9, world, " + longer + " bytes) ANNOUNCED",
                        "issend(destination 0, tag 10, world, 4 bytes) UNMATCHED");
        assertThat(snapshot.others())
                .extracting(Snapshot.Entry::call)
                .containsExactly("barrier(world), operation 0, not heard from rank 1");
        assertThat(snapshot.text())
                .contains("  unexpected messages:\n    message from 1 (tag 8, world, 4 bytes), HERE");
        assertThat(snapshot.json()).startsWith("{\"rank\":0,\"size\":2,");
    }
}
