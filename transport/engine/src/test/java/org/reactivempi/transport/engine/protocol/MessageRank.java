package org.reactivempi.transport.engine.protocol;

import io.netty.util.concurrent.Ticker;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.RankParts;
import org.reactivempi.transport.engine.diagnosis.OwnEvidence;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.Events;
import org.reactivempi.transport.engine.event.PendingOperation;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.fake.FakeRank;
import org.reactivempi.transport.engine.flow.Flows;
import org.reactivempi.transport.engine.port.MemberRanks;
import org.reactivempi.transport.engine.port.SendMode;

/** One of two ranks with all of its protocols. */
final class MessageRank {

    static final int EAGER_LIMIT = 4096;
    static final int TAG = 7;
    static final int ANY = -1;

    final FakeRank fake;
    final Messages messages;
    final OwnEvidence evidence;
    final Flows flows;
    private final int rank;

    MessageRank(FakeNetwork network, int rank) {
        this(network, rank, null);
    }

    /** One that is watched. */
    MessageRank(FakeNetwork network, int rank, @Nullable EngineListener listener) {
        this(network, rank, 2, false, listener);
    }

    /** One whose connections may break, so that what it sends is kept until it has been acknowledged. */
    static MessageRank withBreakingLinks(FakeNetwork network, int rank) {
        return new MessageRank(network, rank, 2, true, null);
    }

    /** One of two ranks that talk, in a job of so many. */
    static MessageRank inJobOf(int size, FakeNetwork network, int rank) {
        return new MessageRank(network, rank, size, false, null);
    }

    private MessageRank(FakeNetwork network, int rank, int size, boolean mayBreak, @Nullable EngineListener listener) {
        this.rank = rank;
        Events events = listener == null ? null : new Events(List.of(listener), Ticker.systemTicker());
        fake = new FakeRank(network, rank, size, FakeRank.CREDIT_BYTES, mayBreak);
        RankParts parts = RankParts.of(fake.context(EAGER_LIMIT, events), fake.links());
        messages = parts.messages();
        evidence = parts.evidence();
        flows = parts.flows();
        if (events != null) {
            fake.signals().use(events);
        }
    }

    /** Makes the communicator of both ranks known. */
    MessageRank inTheWorld() {
        fake.run(() -> messages.communicators().add(0, "world", MemberRanks.of(0, 1)));
        return this;
    }

    static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    TestSend send(int tag, int lengthBytes) {
        return start(new TestSend(1 - rank, tag, SendMode.STANDARD, bytes(lengthBytes)));
    }

    TestSend sendSynchronous(int tag, int lengthBytes) {
        return start(new TestSend(1 - rank, tag, SendMode.SYNCHRONOUS, bytes(lengthBytes)));
    }

    TestSend start(TestSend send) {
        fake.run(() -> messages.send(send));
        return send;
    }

    TestReceive receive(int tag, int roomBytes) {
        return start(new TestReceive(1 - rank, tag, roomBytes));
    }

    TestReceive start(TestReceive receive) {
        fake.run(() -> messages.receive(receive));
        return receive;
    }

    TestProbe start(TestProbe probe) {
        fake.run(() -> messages.probe(probe));
        return probe;
    }

    /** Receives what a probe has taken. */
    TestReceive receive(TestProbe probe, int roomBytes) {
        TestReceive receive = new TestReceive(1 - rank, -1, roomBytes);
        fake.run(() -> messages.receive(probe.found(), receive));
        return receive;
    }

    void withdraw(TestProbe probe) {
        fake.run(() -> messages.withdraw(probe));
    }

    void giveBack(TestReceive receive) {
        fake.run(() -> messages.giveBack(receive));
    }

    void withdraw(TestSend send) {
        fake.run(() -> messages.withdraw(send));
    }

    void withdraw(TestReceive receive) {
        fake.run(() -> messages.withdraw(receive));
    }

    /** Describes each operation that has not ended. */
    List<String> pending() {
        return PendingOperation.lines(evidence.pending());
    }

    /** How many operations have not ended. */
    long running() {
        return fake.signals().running();
    }

    void abort() {
        fake.run(() -> {
            messages.close("aborted by the test");
            fake.links().abort("ends with the test", () -> {});
            messages.abort();
        });
    }
}
