package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.CollectiveRecorders.assertError;
import static org.reactivempi.conformance.CollectiveRecorders.awaitSize;
import static org.reactivempi.conformance.Family.dup;
import static org.reactivempi.conformance.Family.free;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Traffic.meet;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Delivery;
import org.reactivempi.ErrorClass;
import org.reactivempi.Op;
import org.reactivempi.RevokedException;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;

/** COL-28, LIF-2, LIF-4: collective streams whose communicator or session ends while they run, all six kinds at once. */
class CollectiveStreamLifeTest {

    private static final int ENDLESS = 1_000_000;
    private static final int DEMAND = 5;

    private static List<Flux<?>> kinds(Communicator world, Flux<Integer> values) {
        return List.of(
                world.bcastStream(values, Codecs.intValue(), 1),
                world.gatherStream(values, Codecs.intValue(), 1),
                world.scatterStream(values, Codecs.intValue(), 0, Delivery.AT_LEAST_ONCE),
                world.reduceStream(values, Codecs.intValue(), Op.SUM, 2),
                world.allreduceStream(values, Codecs.intValue(), Op.SUM),
                world.scanStream(values, Codecs.intValue(), Op.SUM));
    }

    /** All kinds on all ends, which have asked for nothing. */
    private static List<Recorder<Object>> subscribed(List<Communicator> ends, Flux<Integer> values) {
        List<Recorder<Object>> all = new ArrayList<>();
        for (Communicator end : ends) {
            for (Flux<?> stream : kinds(end, values)) {
                Recorder<Object> recorder = new Recorder<>();
                stream.subscribe(recorder);
                all.add(recorder);
            }
        }
        return all;
    }

    /** The same, where each subscriber that gets results has got one. */
    private static List<Recorder<Object>> running(List<Communicator> ends, Flux<Integer> values) {
        List<Recorder<Object>> all = subscribed(ends, values);
        all.forEach(each -> each.request(DEMAND));
        int kinds = all.size() / ends.size();
        for (int i = 0; i < all.size(); i++) {
            int rank = i / kinds;
            int kind = i % kinds;
            if (!(kind == 1 && rank != 1) && !(kind == 3 && rank != 2)) {
                awaitSize(all.get(i), DEMAND);
            }
        }
        return all;
    }

    private static void assertEnded(List<Recorder<Object>> all, Function<Object, Object> expected, Object end)
            throws InterruptedException {
        for (Recorder<Object> each : all) {
            List<Object> signals = each.await();
            assertThat(expected.apply(signals.get(signals.size() - 1))).isEqualTo(end);
        }
    }

    private static void assertNothingLeft(Ranks ranks) {
        meet(ranks);
        for (int rank = 0; rank < ranks.size(); rank++) {
            assertThat(ranks.pending(rank).block(TIMEOUT)).isEmpty();
        }
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("LIF-4 revoking the communicator ends its collective streams on all ranks, and their publishers")
    void revoked(Ranks ranks) throws Exception {
        List<Communicator> copies = dup(worlds(ranks));
        AtomicInteger open = new AtomicInteger();
        Flux<Integer> values = Flux.range(0, ENDLESS)
                .doOnSubscribe(subscription -> open.incrementAndGet())
                .doOnCancel(open::decrementAndGet);
        List<Recorder<Object>> late = subscribed(copies, values);
        List<Recorder<Object>> all = running(copies, values);
        assertThat(open).hasPositiveValue();
        copies.get(1).failures().revoke().block(TIMEOUT);

        // The end comes after the elements that are here.
        all.forEach(each -> each.request(ENDLESS));
        assertEnded(all, Object::getClass, RevokedException.class);
        late.forEach(each -> each.request(1));
        assertEnded(late, Object::getClass, RevokedException.class);
        assertNothingLeft(ranks);
        assertThat(open).hasValue(0);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("COL-28 collective streams go on to their end when their communicator is freed; none begins then")
    void freed(Ranks ranks) throws Exception {
        List<Communicator> copies = dup(worlds(ranks));
        List<Recorder<Object>> late = subscribed(copies, Flux.range(0, 300));
        List<Recorder<Object>> all = running(copies, Flux.range(0, 300));
        free(copies);
        late.forEach(each -> each.request(1));
        for (Recorder<Object> each : late) {
            assertError(each.await().get(0), ErrorClass.COMM, "freed");
        }

        all.forEach(each -> each.request(ENDLESS));
        assertEnded(all, end -> end, "complete");
        assertThat(all.get(0).signals()).hasSize(301);
        assertNothingLeft(ranks);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("LIF-2 finalize waits for collective streams, for those whose subscriber has cancelled as well")
    void closed(Ranks ranks) throws Exception {
        List<Recorder<Object>> all = running(worlds(ranks), Flux.range(0, 300));
        int kinds = all.size() / ranks.size();
        List<Recorder<Object>> leaving = all.subList(kinds, 2 * kinds);
        List<Recorder<Object>> staying = new ArrayList<>(all.subList(0, kinds));
        staying.addAll(all.subList(2 * kinds, all.size()));
        leaving.forEach(Recorder::cancel);
        List<Recorder<Void>> closing = new ArrayList<>();
        for (int rank = 0; rank < ranks.size(); rank++) {
            closing.add(started(ranks.session(rank).close()));
        }

        staying.forEach(each -> each.request(ENDLESS));
        assertEnded(staying, end -> end, "complete");
        assertThat(staying.get(0).signals()).hasSize(301);
        for (Recorder<Void> each : closing) {
            assertThat(each.await()).containsExactly("complete");
        }
    }
}
