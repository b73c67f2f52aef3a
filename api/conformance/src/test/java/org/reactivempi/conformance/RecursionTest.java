package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Payloads.room;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.PersistentRequest;
import org.reactivempi.Status;
import org.reactivempi.testkit.Check;
import org.reactivempi.testkit.MpiTest;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;

/**
 * RX-9: very many operations in a row, each started by the end of the one before, however that is written. Those with oneself
 * go over no channel, and so run once.
 */
class RecursionTest {

    private static final int MILLION = 1_000_000;
    /** What a stack would not hold either; a million of each kind takes long where ranks have to share a core. */
    private static final int MANY = 100_000;

    private static final int MANY_ERRORS = 50_000;
    private static final int MOST_FRAMES = 200;

    @Tag("long")
    @OnEveryChannel(timeoutSeconds = 120, without = Check.BLOCKED_PROGRESS)
    @DisplayName("RX-9 a million sends, each started by the completion of the one before, need no more stack")
    void sends(Ranks ranks) throws Exception {
        Mono<Long> received =
                ranks.world(1).irecv(room(4), 0, TAG).repeat(MILLION - 1).count();
        assertFlat(ranks.world(0), ranks.world(0).isend(ints(1), 1, TAG), received, MILLION);
    }

    @OnEveryChannel(timeoutSeconds = 60, without = Check.BLOCKED_PROGRESS)
    @DisplayName("RX-9 many receives, each started by the completion of the one before, need no more stack")
    void receives(Ranks ranks) throws Exception {
        Mono<Long> sent = ranks.world(1).isend(ints(1), 0, TAG).repeat(MANY - 1).count();
        assertFlat(ranks.world(0), ranks.world(0).irecv(room(4), 1, TAG), sent, MANY);
    }

    @Tag("long")
    @MpiTest(ranks = 1, timeoutSeconds = 60, without = Check.BLOCKED_PROGRESS)
    @DisplayName(
            "RX-9 a million messages to oneself, each started by the completion of the one before, need no more stack")
    void toOneself(Ranks ranks) throws Exception {
        Communicator self = ranks.world(0);
        Mono<Long> received = self.irecv(room(4), 0, TAG).repeat(MILLION - 1).count();
        assertFlat(self, self.isend(ints(1), 0, TAG), received, MILLION);
    }

    @Tag("long")
    @MpiTest(ranks = 1, timeoutSeconds = 60, without = Check.BLOCKED_PROGRESS)
    @DisplayName("RX-9 a million messages to oneself by repeat() need no more stack")
    void repeatToOneself(Ranks ranks) {
        Communicator self = ranks.world(0);
        Mono<Status> send = self.isend(ints(1), 0, TAG);
        Mono<Status> receive = self.irecv(room(4), 0, TAG);

        assertThat(send.then(receive).repeat(MILLION - 1).count().block()).isEqualTo(MILLION);
    }

    @Tag("long")
    @MpiTest(ranks = 1, timeoutSeconds = 60, without = Check.BLOCKED_PROGRESS)
    @DisplayName("RX-9 a million exchanges with oneself by expand() need no more stack")
    void expandToOneself(Ranks ranks) {
        Communicator self = ranks.world(0);
        AtomicInteger left = new AtomicInteger(MILLION - 1);
        Mono<Status> exchange = self.isendrecv(ints(1), 0, TAG, room(4), 0, TAG);

        assertThat(exchange.expand(status -> left.getAndDecrement() > 0 ? exchange : Mono.empty())
                        .count()
                        .block())
                .isEqualTo(MILLION);
    }

    @OnEveryChannel(timeoutSeconds = 60, without = Check.BLOCKED_PROGRESS)
    @DisplayName("RX-9 many starts of a persistent send, each in the completion of the one before")
    void persistentSends(Ranks ranks) throws Exception {
        Mono<Long> received =
                ranks.world(1).irecv(room(4), 0, TAG).repeat(MANY - 1).count();
        assertFlat(ranks.world(0), started(ranks.world(0).sendInit(ints(1), 1, TAG)), received, MANY);
    }

    @OnEveryChannel(timeoutSeconds = 60, without = Check.BLOCKED_PROGRESS)
    @DisplayName("RX-9 many starts of a persistent receive, each in the completion of the one before")
    void persistentReceives(Ranks ranks) throws Exception {
        Mono<Long> sent = ranks.world(1).isend(ints(1), 0, TAG).repeat(MANY - 1).count();
        assertFlat(ranks.world(0), started(ranks.world(0).recvInit(room(4), 1, TAG)), sent, MANY);
    }

    @Tag("long")
    @MpiTest(ranks = 1, timeoutSeconds = 60, without = Check.BLOCKED_PROGRESS)
    @DisplayName("RX-9 a million starts of persistent requests to oneself by repeat()")
    void persistentToOneself(Ranks ranks) {
        Communicator self = ranks.world(0);
        Mono<Status> send = started(self.sendInit(ints(1), 0, TAG));
        Mono<Status> receive = started(self.recvInit(room(4), 0, TAG));

        assertThat(send.then(receive).repeat(MILLION - 1).count().block()).isEqualTo(MILLION);
    }

    @OnEveryChannel(timeoutSeconds = 60, without = Check.BLOCKED_PROGRESS)
    @DisplayName("RX-9 a million probes of a message that is there, each started by the completion of the one before")
    void probes(Ranks ranks) throws Exception {
        ranks.world(1).isend(ints(1), 0, TAG).block(TIMEOUT);
        assertFlat(ranks.world(0), ranks.world(0).probe(1, TAG), Mono.just((long) MILLION), MILLION);
        assertThat(ranks.world(0).receive(1, TAG).block(TIMEOUT)).isNotNull();
    }

    private static Mono<Status> started(PersistentRequest request) {
        return Mono.<Status>fromRunnable(request::start).then(request.completion());
    }

    @MpiTest(ranks = 1, timeoutSeconds = 60, without = Check.BLOCKED_PROGRESS)
    @DisplayName("RX-9 a million operations with the null process, each started by the completion of the one before")
    void nullProcess(Ranks ranks) throws Exception {
        Communicator self = ranks.world(0);
        assertFlat(self, self.isend(ints(1), Mpi.PROC_NULL, TAG), Mono.just((long) MILLION), MILLION);
    }

    @OnEveryChannel(timeoutSeconds = 60, without = Check.BLOCKED_PROGRESS)
    @DisplayName("RX-9 failures that start the next operation need no more stack")
    void failures(Ranks ranks) throws Exception {
        Mono<Status> wrong = ranks.world(0).irecv(room(4), 9, TAG).onErrorReturn(Status.empty());
        assertThat(wrong.repeat(MANY_ERRORS - 1).count().block()).isEqualTo(MANY_ERRORS);
    }

    /** Starts the operation so often in a row, while the others do their part. */
    private static void assertFlat(Communicator starter, Mono<Status> operation, Mono<Long> others, int count)
            throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        AtomicInteger deepest = new AtomicInteger();
        starter.scheduler().schedule(() -> startNext(operation, count, deepest, end));

        assertThat(others.block()).isEqualTo(count);
        assertThat(end.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(deepest.get()).isBetween(1, MOST_FRAMES);
    }

    private static void startNext(Mono<Status> operation, int left, AtomicInteger deepest, CountDownLatch end) {
        if (left % 50_000 == 0) {
            int depth = StackWalker.getInstance().walk(Stream::count).intValue();
            deepest.accumulateAndGet(depth, Math::max);
        }
        if (left == 0) {
            end.countDown();
        } else {
            operation.subscribe(status -> startNext(operation, left - 1, deepest, end));
        }
    }
}
