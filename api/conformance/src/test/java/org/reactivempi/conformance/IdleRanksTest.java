package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.Mpi.ANY_SOURCE;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Message;
import org.reactivempi.Mpi;
import org.reactivempi.Port;
import org.reactivempi.Settings;
import org.reactivempi.Stall;
import org.reactivempi.core.session.CoreSession;
import org.reactivempi.core.session.CoreSessionProvider;
import org.reactivempi.testkit.VirtualTime;
import org.reactivempi.transport.bootstrap.InJvmWorld;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Ranks that wait by profession: no stall as long as nobody waits for them. Their time is virtual, and moved by the test. */
class IdleRanksTest {

    private static final int TAG = 1;
    private static final int ANSWERED_TAG = 2;
    private static final int STREAM_TAG = 3;
    private static final Duration LOOK = Duration.ofMillis(150);

    private final InJvmWorld job = InJvmWorld.of(2, Map.of());
    private final VirtualTime time = VirtualTime.create();
    private List<CoreSession> ranks = List.of();

    @BeforeEach
    void start() {
        Settings settings =
                time.in(Settings.create().channel("local").stallAfter(LOOK).suspectAfter(LOOK));
        ranks = time.until(Flux.range(0, 2)
                        .flatMapSequential(rank -> CoreSessionProvider.start(job.bootstrap(rank), settings))
                        .collectList())
                .orElseThrow();
        ranks.forEach(rank -> rank.ignoreThreads((thread, stack) -> true));
        IntStream.range(0, 2).forEach(rank -> listen(ranks.get(rank).world()));
    }

    private static void listen(Communicator world) {
        world.receive(ANY_SOURCE, TAG).contextWrite(Mpi.LISTENING).repeat().subscribe(message -> {}, ended -> {});
        world.answer(Codecs.intValue(), Codecs.intValue(), ANSWERED_TAG, Mono::just)
                .subscribe(status -> {}, ended -> {});
        world.receiveStream(Codecs.intValue(), ANY_SOURCE, STREAM_TAG)
                .contextWrite(Mpi.LISTENING)
                .subscribe(value -> {}, ended -> {});
    }

    private List<Stall> told() {
        List<Stall> told = Collections.synchronizedList(new ArrayList<>());
        Flux.merge(ranks.get(0).stalls(), ranks.get(1).stalls()).subscribe(told::add);
        return told;
    }

    @AfterEach
    void end() {
        ranks.forEach(rank -> time.until(rank.abort("the test is over")));
    }

    @Test
    @DisplayName("PRG-4 ranks that only listen, answer and wait for streams are no stall")
    void idle() {
        List<Stall> told = told();
        time.advance(LOOK.multipliedBy(6));
        assertThat(told).isEmpty();
    }

    @Test
    @DisplayName("PRG-4 ranks that take one group after the other at a port are no stall while none comes")
    void accepts() {
        List<Stall> told = told();
        Port port = time.until(ranks.get(0).ports().open()).orElseThrow();
        ranks.forEach(rank -> rank.world().accepts(port, 0).subscribe(group -> {}, ended -> {}));
        time.advance(LOOK.multipliedBy(6));
        assertThat(told).isEmpty();
    }

    @Test
    @DisplayName("PRG-4 ranks that wait for a group at a port are no deadlock, since it may be of another job")
    void accept() {
        List<Stall> told = told();
        Port port = time.until(ranks.get(0).ports().open()).orElseThrow();
        ranks.forEach(rank -> rank.world().accept(port, 0).subscribe(group -> {}, ended -> {}));
        time.advance(LOOK.multipliedBy(6));
        assertThat(told).isNotEmpty().allSatisfy(stall -> {
            assertThat(stall.proven()).isFalse();
            assertThat(stall.report()).contains("accept(world)");
        });
        assertThat(told).anySatisfy(stall -> assertThat(stall.report()).contains("it waits for a group at a port"));
    }

    @Test
    @DisplayName("PRG-4 a rank that waits for one that only listens waits for ever, which is proven")
    void waitsForAListener() {
        Mono<Message> never = ranks.get(0).world().receive(1, TAG + 10).cache();
        never.subscribe(message -> {}, ended -> {});
        Stall stall =
                time.until(ranks.get(0).stalls().filter(Stall::proven).next()).orElseThrow();
        assertThat(stall.report()).contains("receive(source 1, tag 11, world)");
    }
}
