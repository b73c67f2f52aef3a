package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.reactivempi.Mpi.BSEND_OVERHEAD_BYTES;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Payloads.QUIET;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.bytes;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Payloads.pattern;
import static org.reactivempi.conformance.Traffic.exchange;
import static org.reactivempi.conformance.Traffic.meet;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.Buffer;
import org.reactivempi.BufferedMode;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** BUF: the buffers of buffered mode. With an eager limit of 0, each message of some length waits for its receive. */
class BufferedModeTest {

    private static final String NEVER_EAGER = "eager-limit-bytes=0";

    @TempDir
    static Path directory;

    @OnEveryChannel(settings = NEVER_EAGER)
    @DisplayName("BUF-1 a second buffer is refused, by a session and by a communicator, and the first one stays")
    void oneBuffer(Ranks ranks) {
        for (BufferedMode owner :
                List.of(ranks.session(0).buffers(), ranks.world(0).buffers())) {
            owner.attach(needed(10)).block(TIMEOUT);
            assertFails(owner.attach(1000), ErrorClass.BUFFER, "a buffer of " + needed(10) + " bytes");
            assertFails(owner.attachAutomatic(), ErrorClass.BUFFER, "attached already");
            ranks.world(0).ibsend(bytes(10), 1, TAG).block(TIMEOUT);
            assertFails(ranks.world(0).ibsend(bytes(1), 1, TAG), ErrorClass.BUFFER);
            assertArrive(ranks, 10);
        }
        assertThat(ranks.world(0).buffers().detach().block(TIMEOUT)).isEqualTo(needed(10));
        ranks.world(0).buffers().attachAutomatic().block(TIMEOUT);
        assertFails(ranks.world(0).buffers().attach(1), ErrorClass.BUFFER, "an automatic buffer is attached already");
    }

    @OnEveryChannel(settings = NEVER_EAGER)
    @DisplayName("BUF-1 a communicator uses its own buffer, and its session's only where it has none")
    void ownBufferFirst(Ranks ranks) {
        Communicator zero = ranks.world(0);
        ranks.session(0).buffers().attach(needed(10)).block(TIMEOUT);
        zero.buffers().attach(needed(20)).block(TIMEOUT);
        zero.ibsend(bytes(20), 1, TAG).block(TIMEOUT);
        assertFails(zero.ibsend(bytes(10), 1, TAG), ErrorClass.BUFFER, "0 of its " + needed(20) + " bytes are free");

        zero.buffers().detach().subscribe();
        zero.ibsend(bytes(10), 1, TAG).block(TIMEOUT);
        assertFails(zero.ibsend(bytes(0), 1, TAG), ErrorClass.BUFFER, "0 of its " + needed(10) + " bytes are free");
        assertArrive(ranks, 20, 10);
    }

    @OnEveryChannel(
            virtualTime = true,
            settings = {NEVER_EAGER, Silence.NO_STALLS})
    @DisplayName("BUF-1 a duplicate of a communicator does not inherit its buffer, but uses the session's")
    void duplicates(Ranks ranks) {
        ranks.world(0).buffers().attach(1000).block(TIMEOUT);
        List<Communicator> duplicates = duplicate(ranks);
        Communicator zero = duplicates.get(0);
        assertFails(zero.ibsend(bytes(10), 1, TAG), ErrorClass.BUFFER, "no buffer is attached");
        assertFails(zero.buffers().detach(), ErrorClass.BUFFER);

        ranks.session(0).buffers().attach(needed(10)).block(TIMEOUT);
        zero.ibsend(bytes(10), 1, TAG).block(TIMEOUT);
        Mono<String> detached = ranks.session(0)
                .buffers()
                .detach()
                .map(size -> "detached")
                .timeout(QUIET, Mono.just("waits"), ranks.session(0).scheduler());
        assertThat(ranks.time().until(detached)).hasValue("waits");
        assertThat(duplicates.get(1).receive(0, TAG).block(TIMEOUT).toByteArray())
                .isEqualTo(pattern(0, 10));
    }

    @OnEveryChannel(settings = NEVER_EAGER)
    @DisplayName("ARG-4 a freed communicator has no buffered mode; what is in its buffer is received, or ends")
    void freed(Ranks ranks) {
        List<Communicator> duplicates = duplicate(ranks);
        Communicator zero = duplicates.get(0);
        zero.buffers().attach(1000).block(TIMEOUT);
        zero.ibsend(bytes(10), 1, TAG).block(TIMEOUT);
        zero.ibsend(bytes(20), 1, TAG).block(TIMEOUT);
        assertThat(duplicates.get(1).receive(0, TAG).block(TIMEOUT).toByteArray())
                .isEqualTo(pattern(0, 10));
        Mono.when(duplicates.stream().map(Communicator::free).toList()).block(TIMEOUT);

        for (Mono<?> operation : List.<Mono<?>>of(
                zero.ibsend(bytes(1), 1, TAG),
                zero.buffers().attach(1),
                zero.buffers().attachAutomatic(),
                zero.buffers().flush(),
                zero.buffers().detach())) {
            assertFails(operation, ErrorClass.COMM);
        }
        // That the message which nobody has received is gone is checked by the end of the session.
    }

    private static List<Communicator> duplicate(Ranks ranks) {
        return Mono.zip(ranks.world(0).dup(), ranks.world(1).dup())
                .map(both -> List.of(both.getT1(), both.getT2()))
                .block(TIMEOUT);
    }

    @OnEveryChannel
    @DisplayName("BUF-1 without a buffer there are no buffered sends, and sizes that are not possible are refused")
    void noBuffer(Ranks ranks) {
        Communicator zero = ranks.world(0);
        assertFails(zero.ibsend(ints(1), 1, TAG), ErrorClass.BUFFER, "no buffer is attached");
        assertFails(zero.buffers().attach(-1), ErrorClass.ARG, "-1");
        assertFails(zero.buffers().attach(Integer.MAX_VALUE), ErrorClass.NO_MEM, String.valueOf(Integer.MAX_VALUE));
        assertFails(zero.buffers().detach(), ErrorClass.BUFFER, "no buffer is attached");
        zero.buffers().flush().block(TIMEOUT);

        zero.buffers().attach(0).block(TIMEOUT);
        assertFails(zero.ibsend(Buffer.empty(), 1, TAG), ErrorClass.BUFFER, "needs " + BSEND_OVERHEAD_BYTES);
        assertThat(zero.buffers().detach().block(TIMEOUT)).isZero();
        assertThat(exchange(zero, ranks.world(1), 42)).isEqualTo(42);
    }

    @OnEveryChannel(settings = NEVER_EAGER)
    @DisplayName("BUF-2 a message takes its length and the overhead, until it has been sent")
    void accounting(Ranks ranks) {
        Communicator zero = ranks.world(0);
        zero.buffers().attach(3 * needed(100)).block(TIMEOUT);
        for (int round = 0; round < 50; round++) {
            for (int i = 0; i < 3; i++) {
                zero.ibsend(bytes(100), 1, TAG).block(TIMEOUT);
            }
            assertFails(zero.ibsend(bytes(1), 1, TAG), ErrorClass.BUFFER);
            assertArrive(ranks, 100);
            zero.ibsend(bytes(100), 1, TAG).block(TIMEOUT);
            assertArrive(ranks, 100, 100, 100);
        }
    }

    @OnEveryChannel
    @DisplayName("BUF-2 what is sent at once takes no space, also behind a message that waits")
    void eagerMessages(Ranks ranks) {
        Communicator zero = ranks.world(0);
        int large = ranks.eagerLimitBytes() + 1;
        // Before there is a connection, little is sent at once.
        zero.channel(1).block(TIMEOUT);
        zero.buffers().attach(needed(large) + needed(4)).block(TIMEOUT);
        zero.ibsend(bytes(large), 1, TAG + 1).block(TIMEOUT);
        for (int i = 0; i < 500; i++) {
            zero.ibsend(ints(i), 1, TAG).block(TIMEOUT);
        }
        for (int i = 0; i < 500; i++) {
            assertThat(Traffic.value(ranks.world(1).receive(0, TAG).block(TIMEOUT)))
                    .isEqualTo(i);
        }
        ranks.world(1).receive(0, TAG + 1).block(TIMEOUT);
    }

    @OnEveryChannel(settings = NEVER_EAGER)
    @DisplayName("BUF-3 a message without space fails, naming the numbers, and no message is harmed")
    void overflow(Ranks ranks) {
        Communicator zero = ranks.world(0);
        zero.buffers().attach(needed(1000) + 50).block(TIMEOUT);
        zero.ibsend(bytes(1000), 1, TAG).block(TIMEOUT);
        for (int length : new int[] {19, 1000, 5_000_000}) {
            assertFails(
                    zero.ibsend(bytes(length), 1, TAG),
                    ErrorClass.BUFFER,
                    length + " bytes needs " + needed(length),
                    "50 of its " + (needed(1000) + 50) + " bytes are free");
        }
        zero.ibsend(bytes(18), 1, TAG).block(TIMEOUT);
        assertArrive(ranks, 1000, 18);
        assertThat(exchange(zero, ranks.world(1), 42)).isEqualTo(42);
    }

    @OnEveryChannel(
            virtualTime = true,
            settings = {NEVER_EAGER, Silence.NO_STALLS})
    @DisplayName("BUF-5 flush completes when what was in the buffer has been sent, later messages aside, and keeps it")
    void flush(Ranks ranks) {
        Communicator zero = ranks.world(0);
        zero.buffers().attach(3 * needed(10)).block(TIMEOUT);
        zero.ibsend(bytes(10), 1, 1).block(TIMEOUT);
        zero.ibsend(bytes(10), 1, 2).block(TIMEOUT);
        Silence silence = new Silence();
        StepVerifier.create(silence.of(zero.buffers().flush()))
                .expectSubscription()
                .then(() -> silence.lasts(ranks))
                .then(() -> zero.ibsend(bytes(10), 1, 3).block(TIMEOUT))
                .then(() -> ranks.world(1).receive(0, 2).block(TIMEOUT))
                .then(() -> silence.lasts(ranks))
                .then(() -> ranks.world(1).receive(0, 1).block(TIMEOUT))
                .expectComplete()
                .verify(TIMEOUT);
        assertThat(ranks.pending(0).block(TIMEOUT))
                .singleElement()
                .asString()
                .contains("ibsend(destination 1, tag 3, world");
        zero.ibsend(bytes(needed(10) + 10), 1, TAG).block(TIMEOUT);
        ranks.world(1).receive(0, 3).block(TIMEOUT);
        assertArrive(ranks, needed(10) + 10);
        zero.buffers().flush().block(TIMEOUT);
    }

    @OnEveryChannel(
            virtualTime = true,
            settings = {NEVER_EAGER, Silence.NO_STALLS})
    @DisplayName("BUF-5 detach gives the size when all is sent; from its start on the buffer takes nothing new")
    void detach(Ranks ranks) {
        Communicator zero = ranks.world(0);
        zero.buffers().attach(1000).block(TIMEOUT);
        zero.ibsend(bytes(10), 1, TAG).block(TIMEOUT);
        Silence silence = new Silence();
        StepVerifier.create(silence.of(zero.buffers().detach()))
                .expectSubscription()
                .then(() -> silence.lasts(ranks))
                .then(() -> {
                    assertFails(zero.ibsend(bytes(10), 1, TAG), ErrorClass.BUFFER, "no buffer is attached");
                    zero.buffers().attach(needed(20)).block(TIMEOUT);
                    zero.ibsend(bytes(20), 1, TAG).block(TIMEOUT);
                    assertArrive(ranks, 10);
                })
                .expectNext(1000)
                .expectComplete()
                .verify(TIMEOUT);
        assertArrive(ranks, 20);
        assertThat(zero.buffers().detach().block(TIMEOUT)).isEqualTo(needed(20));
    }

    @OnEveryChannel(settings = NEVER_EAGER)
    @DisplayName("BUF-5 cancelling a flush or a detach ends the wait alone")
    void cancelledWaits(Ranks ranks) {
        Communicator zero = ranks.world(0);
        zero.buffers().attach(needed(10)).block(TIMEOUT);
        zero.ibsend(bytes(10), 1, TAG).block(TIMEOUT);
        List<Object> signals = new CopyOnWriteArrayList<>();
        Disposable flush = zero.buffers().flush().subscribe(signals::add, signals::add, () -> signals.add("flushed"));
        Disposable detach = zero.buffers().detach().subscribe(signals::add, signals::add);
        meet(ranks);
        flush.dispose();
        detach.dispose();
        assertFails(zero.ibsend(bytes(0), 1, TAG), ErrorClass.BUFFER, "no buffer is attached");
        assertArrive(ranks, 10);
        meet(ranks);
        assertThat(signals).isEmpty();
    }

    @OnEveryChannel(settings = NEVER_EAGER)
    @DisplayName("BUF-5 attach, send and detach that one thread starts take effect in that order")
    void orderOfOneThread(Ranks ranks) {
        Communicator zero = ranks.world(0);
        List<Object> signals = new CopyOnWriteArrayList<>();
        for (int round = 0; round < 20; round++) {
            signals.clear();
            if (round % 2 == 0) {
                attachSendDetach(zero, signals);
            } else {
                Mono.fromRunnable(() -> attachSendDetach(zero, signals))
                        .subscribeOn(zero.scheduler())
                        .block(TIMEOUT);
            }
            assertArrive(ranks, 10);
            meet(ranks);
            assertThat(signals).startsWith("attached", ErrorClass.BUFFER, 10L);
            // The detach has taken effect, and completes when the message has left: before or after the last send's
            // error.
            assertThat(signals.subList(3, signals.size())).containsExactlyInAnyOrder(ErrorClass.BUFFER, needed(10));
        }
    }

    private static void attachSendDetach(Communicator zero, List<Object> signals) {
        zero.buffers().attach(needed(10)).subscribe(v -> {}, signals::add, () -> signals.add("attached"));
        Mono<Object> tooLong = zero.ibsend(bytes(11), 1, TAG).map(status -> status);
        tooLong.onErrorResume(MpiException.class, error -> Mono.just(error.errorClass()))
                .subscribe(signals::add);
        zero.ibsend(bytes(10), 1, TAG).subscribe(status -> signals.add(status.lengthBytes()));
        zero.buffers().detach().subscribe(signals::add);
        tooLong.onErrorResume(MpiException.class, error -> Mono.just(error.errorClass()))
                .subscribe(signals::add);
    }

    @OnEveryChannel(virtualTime = true, settings = Silence.NO_STALLS)
    @DisplayName("BUF-5 the automatic buffer takes whatever memory can hold, for those who asked for it")
    void automatic(Ranks ranks) {
        ranks.session(0).buffers().attachAutomatic().block(TIMEOUT);
        List<Integer> lengths = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            int length = i % 4 == 0 ? i : ranks.eagerLimitBytes() + i;
            lengths.add(length);
            ranks.world(0).ibsend(bytes(length), 1, TAG).block(TIMEOUT);
        }
        Silence silence = new Silence();
        StepVerifier.create(silence.of(ranks.session(0).buffers().detach()))
                .expectSubscription()
                .then(() -> silence.lasts(ranks))
                .then(() -> assertArrive(
                        ranks, lengths.stream().mapToInt(length -> length).toArray()))
                .expectNext(0)
                .expectComplete()
                .verify(TIMEOUT);
    }

    @OnEveryChannel
    @DisplayName("BUF-5 a message that memory can't hold fails in the automatic buffer, and is never received")
    void noMemory(Ranks ranks) throws IOException {
        long moreThanTheHeap = Runtime.getRuntime().maxMemory();
        assumeThat(moreThanTheHeap).isLessThan(Integer.MAX_VALUE - 8);
        Communicator zero = ranks.world(0);
        zero.buffers().attachAutomatic().block(TIMEOUT);
        try (RandomAccessFile file =
                new RandomAccessFile(directory.resolve("sparse").toFile(), "rw")) {
            ByteBuffer data = file.getChannel().map(MapMode.READ_WRITE, 0, moreThanTheHeap);
            for (int destination : new int[] {1, 0}) {
                assertFails(zero.ibsend(Buffers.of(data), destination, TAG), ErrorClass.NO_MEM, "" + moreThanTheHeap);
                assertThat(exchange(zero, ranks.world(destination), 42)).isEqualTo(42);
            }
        }
    }

    @OnEveryChannel(settings = NEVER_EAGER)
    @DisplayName("RES-3 a message in the buffer does not hold its sender's memory")
    void sendersMemory(Ranks ranks) {
        ranks.world(0).buffers().attachAutomatic().block(TIMEOUT);
        byte[] data = pattern(0, 1000);
        WeakReference<byte[]> reference = new WeakReference<>(data);
        ranks.world(0).ibsend(Buffers.bytes(data), 1, TAG).block(TIMEOUT);
        data = null;
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        while (reference.get() != null && System.nanoTime() < deadline) {
            System.gc();
        }
        assertThat(reference.get()).isNull();
        assertArrive(ranks, 1000);
    }

    @OnEveryChannel(
            virtualTime = true,
            settings = {NEVER_EAGER, Silence.NO_STALLS, "reconnect-timeout=500ms"})
    @DisplayName("LIF-4 messages for a rank that dies leave the buffer; later ones fail at their start")
    void deadReceiver(Ranks ranks) {
        Communicator zero = ranks.world(0);
        meet(ranks);
        zero.buffers().attach(needed(100)).block(TIMEOUT);
        zero.ibsend(bytes(100), 1, TAG).block(TIMEOUT);
        Silence silence = new Silence();
        StepVerifier.create(silence.of(zero.buffers().flush()))
                .expectSubscription()
                .then(() -> silence.lasts(ranks))
                .then(() -> ranks.abort(1, "killed by the test").block(TIMEOUT))
                .then(() -> Traffic.lossesAreNoticed(ranks))
                .expectComplete()
                .verify(TIMEOUT);
        for (int i = 0; i < 3; i++) {
            StepVerifier.create(zero.ibsend(bytes(100), 1, TAG))
                    .expectError(ProcessFailedException.class)
                    .verify(TIMEOUT);
        }
        zero.ibsend(bytes(100), 0, TAG).block(TIMEOUT);
        assertThat(zero.receive(0, TAG).block(TIMEOUT).toByteArray()).isEqualTo(pattern(0, 100));
        assertThat(zero.buffers().detach().block(TIMEOUT)).isEqualTo(needed(100));
    }

    @OnEveryChannel(settings = NEVER_EAGER)
    @DisplayName("LIF-4 what waits for the buffer of a rank that is aborted fails with the session error class")
    void abortedSender(Ranks ranks) throws Exception {
        Communicator zero = ranks.world(0);
        zero.buffers().attach(1000).block(TIMEOUT);
        zero.ibsend(bytes(100), 1, TAG).block(TIMEOUT);
        List<Recorder<Object>> waits = List.of(new Recorder<>(), new Recorder<>());
        zero.buffers().flush().cast(Object.class).subscribe(waits.get(0));
        zero.buffers().detach().cast(Object.class).subscribe(waits.get(1));
        waits.forEach(wait -> wait.request(1));
        ranks.pending(0).block(TIMEOUT);
        ranks.abort(0, "killed by the test").block(TIMEOUT);
        for (Recorder<Object> wait : waits) {
            assertThat(wait.await())
                    .singleElement()
                    .isInstanceOfSatisfying(
                            MpiException.class,
                            error -> assertThat(error.errorClass()).isEqualTo(ErrorClass.SESSION));
        }
        assertFails(zero.buffers().attach(1), ErrorClass.SESSION);
        assertFails(zero.buffers().flush(), ErrorClass.SESSION);
    }

    private static int needed(int lengthBytes) {
        return lengthBytes + BSEND_OVERHEAD_BYTES;
    }

    private static void assertArrive(Ranks ranks, int... lengths) {
        for (int length : lengths) {
            assertThat(ranks.world(1).receive(0, TAG).block(TIMEOUT).toByteArray())
                    .isEqualTo(pattern(0, length));
        }
    }
}
