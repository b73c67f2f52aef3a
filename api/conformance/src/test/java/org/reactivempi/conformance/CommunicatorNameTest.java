package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.reactivempi.Buffers.ints;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.bytes;
import static org.reactivempi.conformance.Payloads.room;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.AnyCommunicator;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Mpi;
import org.reactivempi.Snapshot;
import org.reactivempi.Stall;
import org.reactivempi.testkit.Check;
import org.reactivempi.testkit.MpiTest;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;

/** PRG-4, ENV-10: reports of what waits in a derived communicator say both ranks, and a name of it that the user can know. */
class CommunicatorNameTest {

    private static final String SOON = "stall-after=60ms";
    private static final String BY_ITSELF = "deadlock=report";

    private final Disposable.Composite running = Disposables.composite();

    @AfterEach
    void giveUp() {
        running.dispose();
    }

    /** Ranks 0 and 2 of four, and 1 and 3; both parts in the order of the world's ranks. */
    private static List<Communicator> parts(Ranks ranks) {
        return Family.onAll(Family.worlds(ranks), world -> world.split(world.rank() % 2, 0));
    }

    private Stall proven(Ranks ranks) {
        return ranks.time()
                .until(Flux.range(0, ranks.size())
                        .flatMap(rank -> ranks.session(rank).stalls())
                        .filter(Stall::proven)
                        .next())
                .orElseThrow();
    }

    @MpiTest(
            ranks = 4,
            virtualTime = true,
            settings = {SOON, BY_ITSELF})
    @DisplayName("PRG-4 a deadlock in a part made by split is reported with both ranks, and with how the part was made")
    void deadlockInAPart(Ranks ranks) {
        // The messages that are missed stay where they are.
        ranks.without(Check.UNRECEIVED_MESSAGES);
        List<Communicator> parts = parts(ranks);
        parts.get(3).isend(ints(1), 0, 8).block(TIMEOUT);
        ranks.world(3).isend(ints(1), 1, TAG).block(TIMEOUT);
        running.add(parts.get(1).irecv(room(4), 1, TAG).subscribe());
        running.add(parts.get(3).issend(ints(1), 0, 9).subscribe());

        assertThat(proven(ranks).report())
                .startsWith("deadlock: ranks 1 and 3 wait for each other")
                .contains(
                        "rank 1 waits for irecv(source 1 (3 in world), tag 7, world.split(color 1) as rank 0), for 0.")
                .contains("an unexpected message from 1 (3 in world) has tag 8")
                .contains("an unexpected message from 3 with tag 7 is in the world")
                .contains(
                        "rank 3 waits for issend(destination 0 (1 in world), tag 9, world.split(color 1) as rank 1, 4 bytes),")
                .endsWith("cycle: rank 1 -> rank 3 -> rank 1");
    }

    @MpiTest(
            ranks = 4,
            virtualTime = true,
            settings = {SOON, BY_ITSELF})
    @DisplayName(
            "PRG-4 a rank that waits for any source in a part waits for that part: not for itself alone, nor for all ranks")
    void anySourceInAPart(Ranks ranks) {
        List<Communicator> parts = parts(ranks);
        running.add(parts.get(3).irecv(room(4), Mpi.ANY_SOURCE, TAG).subscribe());
        running.add(parts.get(1).probe(1, TAG).subscribe());

        Stall stall = proven(ranks);

        assertThat(stall.ranks()).containsExactly(1, 3);
        assertThat(stall.report())
                .contains("rank 3 waits for irecv(source any, tag 7, world.split(color 1) as rank 1)")
                .endsWith("cycle: rank 1 -> rank 3 -> rank 1");
    }

    @MpiTest(ranks = 3)
    @DisplayName(
            "ENV-10 communicators are called by how they were made, the second one of a kind by its number, or by name")
    void names(Ranks ranks) {
        List<Communicator> first = Family.dup(Family.worlds(ranks));
        List<Communicator> second = Family.dup(Family.worlds(ranks));
        List<Communicator> nested = Family.onAll(second, each -> each.split(2, 0));
        List<Communicator> shrunk =
                Family.onAll(nested, world -> world.failures().shrink());
        first.get(0).setName("the \"rows\"");
        List<Communicator> ofNamed = Family.dup(first);

        assertThat(labels(ranks.world(0), first.get(1), second.get(1), nested.get(1), shrunk.get(1)))
                .containsExactly(
                        "world",
                        "world.dup()",
                        "world.dup()#2",
                        "world.dup()#2.split(color 2)",
                        "world.dup()#2.split(color 2).shrink()");
        assertThat(labels(first.get(0), ofNamed.get(0), ofNamed.get(1)))
                .containsExactly("\"the \"rows\"\"", "\"the \"rows\"\".dup()", "world.dup().dup()");
        assertThat(Stream.of(first.get(0), first.get(1), ofNamed.get(0), ranks.world(0))
                        .map(Communicator::name))
                .containsExactly("the \"rows\"", "", "", "world");
    }

    private static List<String> labels(Communicator... communicators) {
        return Stream.of(communicators)
                .map(communicator ->
                        communicator.toString().replaceAll("^Communicator\\[|, context=\\d+, rank=.*$", ""))
                .toList();
    }

    @MpiTest
    @DisplayName("ENV-10 the name of a duplicate of duplicates doesn't grow for ever")
    void endlessDuplicates(Ranks ranks) {
        List<Communicator> latest = Family.worlds(ranks);
        for (int i = 0; i < 40; i++) {
            latest = Family.dup(latest);
        }

        assertThat(labels(latest.get(0)).get(0))
                .hasSize(160)
                .startsWith("world.dup().dup()")
                .contains("...")
                .endsWith(".dup().dup()");
    }

    @MpiTest(ranks = 4)
    @DisplayName(
            "ENV-10 a snapshot of what waits in a part has names and ranks beside numbers, of operations of all kinds")
    void snapshot(Ranks ranks) {
        List<Communicator> parts = parts(ranks);
        Communicator here = parts.get(1);
        here.setName("odd");
        int longer = ranks.eagerLimitBytes() + 1;
        running.addAll(List.of(
                here.irecv(room(4), Mpi.ANY_SOURCE, TAG).subscribe(),
                here.probe(1, 3).subscribe(),
                here.isend(bytes(longer), 1, 9).subscribe(),
                here.barrier().subscribe(),
                here.receiveStream(Codecs.ints(), 1, 4).subscribe()));
        parts.get(3).isend(ints(1), 0, 8).block(TIMEOUT);
        here.probe(1, 8).block(TIMEOUT);

        Snapshot snapshot = Objects.requireNonNull(ranks.session(1).snapshot().block(TIMEOUT));

        assertThat(calls(snapshot.receives())).contains("irecv(source any, tag 7, \"odd\" as rank 0)");
        assertThat(calls(snapshot.probes())).containsExactly("probe(source 1 (3 in world), tag 3, \"odd\" as rank 0)");
        assertThat(calls(snapshot.sends()))
                .contains("isend(destination 1 (3 in world), tag 9, \"odd\" as rank 0, " + longer + " bytes)");
        assertThat(calls(snapshot.others()))
                .contains("barrier(\"odd\" as rank 0), operation 0, not heard from rank 1")
                .anyMatch(call -> call.startsWith("receiveStream(source 1 (3 in world), tag 4, \"odd\" as rank 0), "));
        assertThat(snapshot.unexpected()).singleElement().satisfies(message -> {
            assertThat(message.call()).isEqualTo("message from 1 (3 in world) (tag 8, \"odd\" as rank 0, 4 bytes)");
            assertThat(List.of(message.peer(), message.peerInCommunicator())).containsExactly(3, 1);
            assertThat(message.communicatorName()).isEqualTo("\"odd\"");
        });
        assertThat(snapshot.json()).contains("\"communicatorName\":\"\\\"odd\\\"\"");
        assertThat(ranks.pending(1).block(TIMEOUT)).contains("irecv(source any, tag 7, \"odd\" as rank 0)");
        parts.get(3).barrier().block(TIMEOUT);
        running.dispose();
        here.receive(1, 8).block(TIMEOUT);
    }

    private static List<String> calls(List<Snapshot.Entry> entries) {
        return entries.stream().map(Snapshot.Entry::call).toList();
    }

    @MpiTest(settings = "check-collectives=off")
    @DisplayName("ENV-10 a message in a communicator that this rank has not got yet says so")
    void earlyMessage(Ranks ranks) {
        Communicator early = Objects.requireNonNull(ranks.world(0).dup().block(TIMEOUT));
        early.isend(ints(1), 1, 8).block(TIMEOUT);
        ranks.world(0).isend(ints(1), 1, TAG).block(TIMEOUT);
        ranks.world(1).probe(0, TAG).block(TIMEOUT);

        Snapshot snapshot = Objects.requireNonNull(ranks.session(1).snapshot().block(TIMEOUT));

        assertThat(calls(snapshot.unexpected()))
                .contains("message from 0 (tag 8, a communicator that this rank has not got yet, 4 bytes)");
        ranks.world(1).receive(0, TAG).block(TIMEOUT);
        Communicator late = Objects.requireNonNull(ranks.world(1).dup().block(TIMEOUT));
        late.receive(0, 8).block(TIMEOUT);
    }

    @MpiTest
    @DisplayName(
            "ENV-10 a name has at most 128 characters, none of them a control character; an empty one takes it away")
    void allowedNames(Ranks ranks) {
        Communicator communicator = Family.dup(Family.worlds(ranks)).get(0);
        communicator.setName("x".repeat(Mpi.MAX_OBJECT_NAME));
        assertThatThrownBy(() -> communicator.setName("x".repeat(Mpi.MAX_OBJECT_NAME + 1)))
                .satisfies(error -> Family.assertIs(error, ErrorClass.ARG, "129 characters", "0 to 128"));
        assertThatThrownBy(() -> communicator.setName("two\nlines"))
                .satisfies(error -> Family.assertIs(error, ErrorClass.ARG, "control character 10"));
        assertThat(communicator.name()).hasSize(Mpi.MAX_OBJECT_NAME);

        communicator.setName("");
        assertThat(communicator.toString()).contains("world.dup()");
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "ENV-10 a name is its rank's own; duplicates, parts and communicators of two groups have none, and can get one")
    void ofEachKind(Ranks ranks) {
        List<Communicator> ends = Family.dup(Family.worlds(ranks));
        assertThat(ends.get(0).name()).isEmpty();
        assertThat(ranks.world(0).name()).isEqualTo("world");
        ends.get(0).setName("mine");
        assertThat(ends.get(1).name()).isEmpty();

        List<Communicator> copies = Family.dup(ends);
        List<Communicator> parts = Family.onAll(ends, end -> end.split(Math.min(1, end.rank()), 0));
        List<Intercommunicator> two = Family.onAll(
                ends, end -> parts.get(end.rank()).intercommunicator(0, end, end.rank() == 0 ? 1 : 0, TAG));
        List<Intercommunicator> twoCopies = Family.onAll(two, Intercommunicator::dup);
        for (AnyCommunicator made : List.of(copies.get(0), parts.get(0), two.get(0), twoCopies.get(0))) {
            assertThat(made.name()).isEmpty();
            made.setName("a name of its own");
            assertThat(made.name()).isEqualTo("a name of its own");
            assertThat(made.toString()).contains("\"a name of its own\"");
        }
        assertThat(ends.get(0).name()).isEqualTo("mine");
    }

    @MpiTest
    @DisplayName("ENV-10, ARG-4 a communicator that is freed gets no name")
    void freed(Ranks ranks) {
        List<Communicator> ends = Family.dup(Family.worlds(ranks));
        Family.free(ends);

        assertThatThrownBy(() -> ends.get(0).setName("late"))
                .satisfies(error -> Family.assertIs(error, ErrorClass.COMM, "freed"));
    }
}
