package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Codec;
import org.reactivempi.Codecs;
import org.reactivempi.Mpi;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.event.ContextId.Purpose;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.Outgoing;
import org.reactivempi.transport.engine.port.SendMode;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** What a rank sends that is no question and no announcement of a stream is dropped, and disturbs no other rank. */
class MalformedTest {

    private static final Codec<Integer> INT = Codecs.intValue();
    private static final byte[][] NO_NUMBERS = {{}, {1, 2}, {-1, -1, -1, -1}, {1, 2, 3, 4, -1, -1, -1, -1}};

    /** Bytes in a context that users can't send in. */
    private static final class Raw extends Outgoing.Owned {

        private final byte[] bytes;
        private final CompletableFuture<Void> received;

        Raw(Purpose purpose, int source, int destination, byte[] bytes, CompletableFuture<Void> received) {
            super(ContextId.of(ContextId.WORLD, purpose), source, destination, TAG, SendMode.SYNCHRONOUS, bytes.length);
            this.bytes = bytes;
            this.received = received;
        }

        @Override
        public void copyTo(long position, ByteBuffer target) {
            target.put(bytes, (int) position, target.remaining());
        }

        @Override
        protected void onDone() {
            received.complete(null);
        }

        @Override
        protected void onCancelled() {
            received.cancel(false);
        }

        @Override
        protected void onFailed(Throwable failure) {
            received.completeExceptionally(failure);
        }
    }

    private static void send(Ranks ranks, Purpose purpose, int source, byte... bytes) throws Exception {
        Field field = ranks.session(source).getClass().getSuperclass().getDeclaredField("engine");
        field.setAccessible(true);
        Engine engine = (Engine) field.get(ranks.session(source));
        CompletableFuture<Void> received = new CompletableFuture<>();
        engine.execute(() -> engine.messages().send(new Raw(purpose, source, 1, bytes, received)));
        received.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("ASK-5 what one rank asks without a number is dropped, and the handler goes on for all ranks")
    void questions(Ranks ranks) throws Exception {
        Disposable handler = ranks.world(1)
                .answer(INT, INT, TAG, 1, (number, status) -> Mono.just(number))
                .subscribe();
        for (byte[] noNumber : NO_NUMBERS) {
            send(ranks, Purpose.QUESTIONS, 2, noNumber);
            for (int asker = 0; asker < ranks.size(); asker++) {
                StepVerifier.create(ranks.world(asker).ask(7, INT, INT, 1, TAG))
                        .expectNext(7)
                        .expectComplete()
                        .verify(TIMEOUT);
            }
        }
        assertThat(handler.isDisposed()).isFalse();
        handler.dispose();
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("RX-11 what one rank announces that is no stream is dropped, and a receiver waits for another one")
    void announcements(Ranks ranks) throws Exception {
        byte[][] noStreams = {{}, {1, 2}, {-1, -1, -1, -1}, new byte[5], new byte[ranks.eagerLimitBytes() + 1]};
        for (int source : new int[] {0, Mpi.ANY_SOURCE}) {
            CompletableFuture<Integer> received = ranks.world(1)
                    .receiveStream(INT, source, TAG)
                    .reduce(0, Integer::sum)
                    .toFuture();
            for (byte[] noStream : noStreams) {
                send(ranks, Purpose.STREAM_ANNOUNCEMENTS, source == 0 ? 0 : 2, noStream);
            }
            assertThat(received).isNotDone();
            ranks.world(0).sendStream(Flux.range(0, 5), INT, 1, TAG).block(TIMEOUT);
            assertThat(received.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)).isEqualTo(10);
        }
    }

    @OnEveryChannel
    @DisplayName(
            "RX-11 a receiver that has dropped what was no stream can be cancelled, and leaves the next one to another")
    void cancelled(Ranks ranks) throws Exception {
        Disposable first = ranks.world(1).receiveStream(INT, 0, TAG).subscribe();
        send(ranks, Purpose.STREAM_ANNOUNCEMENTS, 0);

        first.dispose();

        CompletableFuture<Integer> second = ranks.world(1)
                .receiveStream(INT, 0, TAG)
                .reduce(0, Integer::sum)
                .toFuture();
        ranks.world(0).sendStream(Flux.range(0, 5), INT, 1, TAG).block(TIMEOUT);
        assertThat(second.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)).isEqualTo(10);
        assertThat(ranks.pending(1).block(TIMEOUT)).isEmpty();
    }
}
