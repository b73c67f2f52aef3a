package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.pattern;
import static org.reactivempi.conformance.Traffic.meet;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.Payload;
import org.reactivempi.PersistentRequest;
import org.reactivempi.Status;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** MODE-5: whatever sends, whatever receives. */
class ModeMatrixTest {

    /** A way to send {@code data} to rank 1. */
    @FunctionalInterface
    private interface Send {

        Mono<Status> of(Communicator me, Buffer data);
    }

    /** A way to receive from rank 0 into {@code room}, which waits in the queue as soon as it is subscribed. */
    @FunctionalInterface
    private interface Receive {

        Mono<Status> of(Communicator me, Buffer room);
    }

    private static final Map<String, Send> SENDS = new LinkedHashMap<>();
    private static final Map<String, Receive> RECEIVES = new LinkedHashMap<>();

    static {
        SENDS.put("isend", (me, data) -> me.isend(data, 1, TAG));
        SENDS.put("ibsend", (me, data) -> me.ibsend(data, 1, TAG));
        SENDS.put("issend", (me, data) -> me.issend(data, 1, TAG));
        SENDS.put("irsend", (me, data) -> me.irsend(data, 1, TAG));
        SENDS.put("send", (me, data) -> blocking(() -> me.blocking().send(data, 1, TAG)));
        SENDS.put("bsend", (me, data) -> blocking(() -> me.blocking().bsend(data, 1, TAG)));
        SENDS.put("ssend", (me, data) -> blocking(() -> me.blocking().ssend(data, 1, TAG)));
        SENDS.put("rsend", (me, data) -> blocking(() -> me.blocking().rsend(data, 1, TAG)));
        SENDS.put("sendInit", (me, data) -> started(me.sendInit(data, 1, TAG)));
        SENDS.put("bsendInit", (me, data) -> started(me.bsendInit(data, 1, TAG)));
        SENDS.put("ssendInit", (me, data) -> started(me.ssendInit(data, 1, TAG)));
        SENDS.put("rsendInit", (me, data) -> started(me.rsendInit(data, 1, TAG)));
        SENDS.put(
                "isendrecv",
                (me, data) -> me.isendrecv(data, 1, TAG, Buffer.empty(), Mpi.PROC_NULL, TAG)
                        .thenReturn(Status.of(0, TAG, data.lengthBytes())));

        RECEIVES.put("irecv", (me, room) -> me.irecv(room, 0, TAG));
        RECEIVES.put("irecv of anything", (me, room) -> me.irecv(room, Mpi.ANY_SOURCE, Mpi.ANY_TAG));
        RECEIVES.put(
                "receive",
                (me, room) -> me.receive(0, TAG)
                        .doOnNext(message -> Payload.of(room).copyFrom(0, message.payload()))
                        .map(message -> message.status()));
        RECEIVES.put("mprobe", (me, room) -> me.mprobe(0, TAG).flatMap(message -> message.receive(room)));
        RECEIVES.put("recv", (me, room) -> blocking(() -> me.blocking().recv(room, 0, TAG)));
        RECEIVES.put("recvInit", (me, room) -> started(me.recvInit(room, 0, TAG)));
        RECEIVES.put("isendrecv", (me, room) -> me.isendrecv(Buffer.empty(), Mpi.PROC_NULL, TAG, room, 0, TAG));
    }

    @OnEveryChannel(timeoutSeconds = 60)
    @DisplayName("MODE-5 every send mode meets every form of receive, persistent and blocking ones included")
    void everySendMeetsEveryReceive(Ranks ranks) {
        ranks.world(0).buffers().attachAutomatic().block(TIMEOUT);
        for (int length : new int[] {8, ranks.eagerLimitBytes() + 1}) {
            SENDS.forEach((sendName, send) -> RECEIVES.forEach((receiveName, receive) -> {
                byte[] memory = new byte[length];
                Mono<Status> received =
                        receive.of(ranks.world(1), Buffers.of(memory)).cache();
                received.subscribe();
                awaitPosted(ranks);
                Status sent =
                        send.of(ranks.world(0), Buffers.of(pattern(1, length))).block(TIMEOUT);

                String pair = sendName + " to " + receiveName + ", " + length + " bytes";
                assertThat(sent).as(pair).isEqualTo(Status.of(0, TAG, length));
                assertThat(received.block(TIMEOUT)).as(pair).isEqualTo(Status.of(0, TAG, length));
                assertThat(memory).as(pair).isEqualTo(pattern(1, length));
            }));
        }
        meet(ranks);
    }

    /** A blocking receive starts on a thread of its own, and a ready send must find it. */
    private static void awaitPosted(Ranks ranks) {
        Mono.defer(() -> ranks.pending(1))
                .repeat()
                .takeUntil(pending -> !pending.isEmpty())
                .blockLast(TIMEOUT);
    }

    private static Mono<Status> started(PersistentRequest request) {
        return Mono.defer(() -> {
            request.start();
            return request.completion();
        });
    }

    private static Mono<Status> blocking(Supplier<Status> call) {
        return Mono.fromSupplier(call).subscribeOn(Schedulers.boundedElastic());
    }
}
