package org.reactivempi.transport.engine.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.reactivempi.transport.engine.RankParts;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.fake.FakeRank;
import org.reactivempi.transport.engine.port.SendMode;

/** One of three ranks with all of its protocols, which starts operations as random numbers have it. */
final class FuzzRank {

    private static final int EAGER_LIMIT = 4096;
    private static final int SIZE = 3;
    private static final int TAGS = 3;
    private static final int USUAL_CONTEXT = 0;
    /** Where nobody else gets the messages by which a rank shows that it lives. */
    private static final int OWN_CONTEXT = ContextId.of(1, ContextId.Purpose.MESSAGES);

    final FakeRank fake;
    final Messages messages;
    private final int rank;
    private final List<IntSupplier> signals = new ArrayList<>();
    private final List<Object> operations = new ArrayList<>();
    private final List<TestSend> sends = new ArrayList<>();

    FuzzRank(FakeNetwork network, int rank, boolean mayBreak) {
        this.rank = rank;
        fake = new FakeRank(network, rank, SIZE, FakeRank.CREDIT_BYTES, mayBreak);
        messages = RankParts.of(fake.context(EAGER_LIMIT, null), fake.links()).messages();
    }

    /** Starts some operations with a peer; sometimes takes a send back. */
    void startSome(int peer, int count, Random random) {
        for (int i = 0; i < count; i++) {
            switch (random.nextInt(7)) {
                case 0, 1 -> send(peer, SendMode.STANDARD, random);
                case 2 -> send(peer, SendMode.SYNCHRONOUS, random);
                case 3 -> send(peer, SendMode.READY, random);
                case 4 -> probe(peer, random);
                default -> receive(peer, random);
            }
            if (!sends.isEmpty() && random.nextInt(5) == 0) {
                TestSend send = sends.get(random.nextInt(sends.size()));
                fake.run(() -> messages.withdraw(send));
            }
        }
    }

    private void send(int peer, SendMode mode, Random random) {
        byte[] data = new byte[length(random)];
        TestSend send = new TestSend(USUAL_CONTEXT, rank, peer, random.nextInt(TAGS), mode, data);
        sends.add(send);
        start(send, () -> send.signals, started -> messages.send(send));
    }

    private void receive(int peer, Random random) {
        int source = random.nextInt(3) == 0 ? -1 : peer;
        int tag = random.nextInt(3) == 0 ? -1 : random.nextInt(TAGS);
        TestReceive receive = new TestReceive(USUAL_CONTEXT, source, tag, length(random));
        start(receive, () -> receive.signals, started -> messages.receive(receive));
    }

    private void probe(int peer, Random random) {
        int tag = random.nextInt(TAGS);
        TestProbe probe = random.nextBoolean() ? TestProbe.taking(peer, tag) : TestProbe.leaving(peer, tag);
        start(probe, () -> probe.signals, started -> messages.probe(probe));
    }

    private <T> void start(T operation, IntSupplier signals, Consumer<T> start) {
        this.signals.add(signals);
        operations.add(operation);
        fake.run(() -> start.accept(operation));
    }

    private static int length(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> 0;
            case 1 -> EAGER_LIMIT + random.nextInt(20_000);
            default -> random.nextInt(300);
        };
    }

    /** Whether a message gets from this rank to another one, and an answer back. */
    static void assertTalk(FuzzRank one, FuzzRank other, FakeNetwork network) {
        TestReceive there = one.pass(other, network);
        TestReceive back = other.pass(one, network);
        assertThat(there.outcome).isEqualTo("received");
        assertThat(back.outcome).isEqualTo("received");
    }

    private TestReceive pass(FuzzRank to, FakeNetwork network) {
        TestReceive receive = new TestReceive(OWN_CONTEXT, rank, 0, 10);
        TestSend send = new TestSend(OWN_CONTEXT, rank, to.rank, 0, SendMode.STANDARD, new byte[10]);
        to.fake.run(() -> to.messages.receive(receive));
        fake.run(() -> messages.send(send));
        network.run();
        return receive;
    }

    /** How the operations have ended, or not. */
    List<String> outcomes() {
        return operations.stream().map(FuzzRank::outcome).toList();
    }

    private static String outcome(Object operation) {
        if (operation instanceof TestSend send) {
            return send.outcome;
        }
        return operation instanceof TestReceive receive ? receive.outcome : ((TestProbe) operation).outcome;
    }

    void abort() {
        fake.run(() -> {
            messages.close("aborted by the test");
            fake.links().abort("ends with the test", () -> {});
            messages.abort();
        });
    }

    void assertAllEndedOnce() {
        for (int i = 0; i < operations.size(); i++) {
            assertThat(signals.get(i).getAsInt()).as("%s", operations.get(i)).isEqualTo(1);
        }
        assertThat(fake.signals().running()).isZero();
    }
}
