package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.PersistentRequest;
import org.reactivempi.Status;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Messages from one rank to another, of all modes, lengths and kinds of memory, with one tag; and a stream as well. Each
 * receive must get the message of its turn, whole: none is lost, repeated or out of order then. All is started by the
 * progress threads, since what several threads start has no order (RX-4).
 */
final class Shipment {

    private static final int TAG = 3;
    private static final int STREAM_TAG = 4;
    private static final int AT_ONCE = 8;
    private static final int VALUES = 50;

    private enum Mode {
        STANDARD,
        SYNCHRONOUS,
        BUFFERED,
        PERSISTENT
    }

    private record Item(int number, int length, Mode mode, boolean sentFromHeap, boolean receivedInHeap) {}

    private final Communicator sender;
    private final Communicator receiver;
    private final long seed;
    private final List<Item> items = new ArrayList<>();

    Shipment(Ranks ranks, int from, int to, int count, long seed) {
        this.sender = ranks.world(from);
        this.receiver = ranks.world(to);
        this.seed = seed * 64 + from * 8L + to;
        Random random = new Random(this.seed);
        for (int number = 0; number < count; number++) {
            items.add(new Item(
                    number,
                    length(random, ranks.eagerLimitBytes()),
                    Mode.values()[random.nextInt(Mode.values().length)],
                    random.nextBoolean(),
                    random.nextBoolean()));
        }
    }

    private static int length(Random random, int limit) {
        return switch (random.nextInt(20)) {
            case 0 -> 0;
            case 1 -> limit;
            case 2 -> limit + 1;
            case 3 -> random.nextInt(3 * limit);
            case 4 -> random.nextInt(3 << 20);
            default -> random.nextInt(2000);
        };
    }

    /** Between each two of the ranks, in both directions. */
    static Mono<Void> amongAll(Ranks ranks, int count, long seed) {
        List<Mono<Void>> all = new ArrayList<>();
        for (int from = 0; from < ranks.size(); from++) {
            for (int to = 0; to < ranks.size(); to++) {
                if (from != to) {
                    all.add(new Shipment(ranks, from, to, count, seed).travel());
                }
            }
        }
        return Mono.when(all);
    }

    /** Completes when all has arrived, and all sends are done; fails with what is not right. */
    Mono<Void> travel() {
        return Mono.when(send(), receive(), sendStream(), receiveStream());
    }

    private Mono<Void> send() {
        return Flux.fromIterable(items)
                .flatMap(this::send, AT_ONCE)
                .subscribeOn(sender.scheduler())
                .then();
    }

    private Mono<Status> send(Item item) {
        Buffer data = buffer(payload(item), item.sentFromHeap());
        int to = receiver.rank();
        return switch (item.mode()) {
            case STANDARD -> sender.isend(data, to, TAG);
            case SYNCHRONOUS -> sender.issend(data, to, TAG);
            case BUFFERED -> sender.ibsend(data, to, TAG);
            case PERSISTENT -> persistent(sender.sendInit(data, to, TAG));
        };
    }

    private static Mono<Status> persistent(PersistentRequest request) {
        return Mono.fromRunnable(request::start).then(request.completion()).doFinally(end -> request.free());
    }

    private Mono<Void> receive() {
        return Flux.fromIterable(items)
                .flatMap(this::receive, AT_ONCE)
                .subscribeOn(receiver.scheduler())
                .then();
    }

    private Mono<Void> receive(Item item) {
        ByteBuffer room =
                item.receivedInHeap() ? ByteBuffer.allocate(item.length()) : ByteBuffer.allocateDirect(item.length());
        return receiver.irecv(Buffers.of(room), sender.rank(), TAG)
                .doOnNext(status -> check(item, status, room))
                .then();
    }

    private void check(Item item, Status status, ByteBuffer room) {
        assertThat(status.lengthBytes()).as("length of %s", item).isEqualTo(item.length());
        byte[] came = new byte[item.length()];
        room.get(0, came);
        assertThat(Arrays.mismatch(came, payload(item)))
                .as("first wrong byte of %s", item)
                .isEqualTo(-1);
    }

    private byte[] payload(Item item) {
        return Payloads.pattern(seed * 1000 + item.number(), item.length());
    }

    private static Buffer buffer(byte[] bytes, boolean heap) {
        return heap
                ? Buffers.of(bytes)
                : Buffers.of(ByteBuffer.allocateDirect(bytes.length).put(bytes).flip());
    }

    private Mono<Void> sendStream() {
        return sender.sendStream(Flux.range(0, VALUES), Codecs.intValue(), receiver.rank(), STREAM_TAG);
    }

    private Mono<Void> receiveStream() {
        return receiver.receiveStream(Codecs.intValue(), sender.rank(), STREAM_TAG)
                .collectList()
                .doOnNext(values -> assertThat(values)
                        .isEqualTo(IntStream.range(0, VALUES).boxed().toList()))
                .then();
    }
}
