package org.reactivempi.benchmarks.pt2pt;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Request;
import org.reactivempi.Requests;
import org.reactivempi.Status;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/** The tests as chains of operations, which run on the progress thread from end to end. */
final class ReactiveTests extends Tests {

    ReactiveTests(Communicator world, Memory memory, Layout layout, Pace pace, Report report) {
        super(world, memory, layout, pace, report);
    }

    @Override
    Mono<Void> pingPongs(int bytes, long[] nanos) {
        return pingPongs(world.isend(room(bytes), peer, TAG_DATA), world.irecv(room(bytes), peer, TAG_DATA), nanos);
    }

    private Mono<Void> pingPongs(Mono<Status> send, Mono<Status> receive, long[] nanos) {
        if (world.rank() == 1) {
            return times(nanos.length, receive.then(send));
        }
        return Mono.defer(() -> {
            Stopwatch watch = new Stopwatch(nanos);
            return times(nanos.length, send.then(receive).doOnNext(status -> watch.lap()));
        });
    }

    /** Messages whose memory is written before each send, as programs do: the receiver's core has none of it in its cache. */
    Mono<Void> written(int bytes) {
        long[] nanos = new long[roundTrips(bytes)];
        return measured(into -> writtenPingPongs(bytes, into), nanos)
                .then(atRankZero(() ->
                        report.row("written", bytes, "p50_us", Spread.of(nanos).medianMicros())));
    }

    private Mono<Void> writtenPingPongs(int bytes, long[] nanos) {
        ByteBuffer data = memory.bytes(bytes);
        ByteBuffer source = memory.bytes(bytes);
        Mono<Status> send = world.isend(Buffers.of(data), peer, TAG_DATA);
        Mono<Status> writeAndSend = Mono.defer(() -> {
            data.put(0, source, 0, bytes);
            return send;
        });
        return pingPongs(writeAndSend, world.irecv(memory.room(bytes), peer, TAG_DATA), nanos);
    }

    /**
     * Messages in the layout in three ways: with its type, packed and unpacked by hand, and the same bytes one after the other. Their
     * medians, and how many times as long as the others those with the type take.
     */
    Mono<Void> layouts(int bytes) {
        int units = bytes / layout.unitBytes();
        if (units == 0) {
            return Mono.empty();
        }
        int n = roundTrips(bytes);
        long[] typed = new long[n];
        long[] packed = new long[n];
        long[] dense = new long[n];
        String name = layout.name().toLowerCase(Locale.ROOT);
        return measured(nanos -> pingPongs(bytes, nanos), typed)
                .then(measured(nanos -> packedPingPongs(units, nanos), packed))
                .then(measured(nanos -> densePingPongs(units, nanos), dense))
                .then(atRankZero(() -> {
                    double micros = Spread.of(typed).medianMicros();
                    double byHand = Spread.of(packed).medianMicros();
                    double contiguous = Spread.of(dense).medianMicros();
                    report.row("latency_" + name, bytes, "p50_us", micros);
                    report.row("latency_packed_" + name, bytes, "p50_us", byHand);
                    report.row("latency_" + name, bytes, "times_packed", micros / byHand);
                    report.row("latency_" + name, bytes, "times_dense", micros / contiguous);
                }));
    }

    private Mono<Void> measured(Function<long[], Mono<Void>> pingPongs, long[] nanos) {
        return world.barrier()
                .then(settled(Mono.defer(() -> pingPongs.apply(new long[2 * nanos.length]))))
                .then(Mono.defer(() -> pingPongs.apply(nanos)))
                .then(world.barrier());
    }

    /** In memory outside the heap, as native programs have it. */
    private Mono<Void> packedPingPongs(int units, long[] nanos) {
        ByteBuffer data = layout.memory(units);
        ByteBuffer arrived = layout.memory(units);
        ByteBuffer packed = Layout.DENSE.memory(units * layout.unitBytes());
        Mono<Status> send = world.isend(Buffers.of(packed), peer, TAG_DATA);
        Mono<Status> packAndSend = Mono.defer(() -> {
            layout.pack(data, packed, units);
            return send;
        });
        Mono<Status> receive = world.irecv(Buffers.of(packed), peer, TAG_DATA)
                .doOnNext(status -> layout.unpack(packed, arrived, units));
        return pingPongs(packAndSend, receive, nanos);
    }

    private Mono<Void> densePingPongs(int units, long[] nanos) {
        int bytes = units * layout.unitBytes();
        return pingPongs(
                world.isend(memory.room(bytes), peer, TAG_DATA),
                world.irecv(memory.room(bytes), peer, TAG_DATA),
                nanos);
    }

    @Override
    Mono<Void> windows(int bytes, int n) {
        if (world.rank() == 0) {
            Mono<Status> one = world.isend(room(bytes), peer, TAG_DATA);
            Mono<Void> window = waitAll(Collections.nCopies(WINDOW, one));
            return times(n, window.then(world.irecv(memory.room(4), peer, TAG_ACK)));
        }
        Mono<Void> window = waitAll(rooms(bytes).stream()
                .map(room -> world.irecv(room, peer, TAG_DATA))
                .toList());
        return times(n, window.then(world.isend(memory.room(4), peer, TAG_ACK)));
    }

    @Override
    Mono<Void> waitAnys(int bytes, int n, boolean shuffled) {
        Mono<Status> answer = world.isend(memory.room(4), peer, TAG_ACK);
        Mono<Status> answered = world.irecv(memory.room(4), peer, TAG_ACK);
        if (world.rank() == 0) {
            Buffer data = room(bytes);
            Mono<Void> window = waitAll(IntStream.range(0, WINDOW)
                    .map(i -> TAG_DEEP + (shuffled ? (i * 37 + 11) % WINDOW : i))
                    .mapToObj(tag -> world.isend(data, peer, tag))
                    .toList());
            return times(n, answered.then(window).then(answered));
        }
        List<Mono<Status>> receives = IntStream.range(0, WINDOW)
                .mapToObj(i -> world.irecv(rooms(bytes).get(i), peer, TAG_DEEP + i))
                .toList();
        Mono<Status> round = Mono.defer(() -> {
            List<Request> requests = receives.stream().map(Request::start).toList();
            return answer.then(Requests.completions(requests).then()).then(answer);
        });
        return times(n, round);
    }

    @Override
    Mono<Void> deep(int depth, boolean unexpected, Mono<Void> inBetween) {
        List<Buffer> entries = memory.entries(depth);
        Flux<Integer> all = Flux.range(0, depth);
        Flux<Mono<Status>> sends = all.map(i -> world.isend(entries.get(i), peer, TAG_DEEP + i));
        Flux<Mono<Status>> receives = all.map(i -> world.irecv(entries.get(i), peer, TAG_DEEP + i));
        Mono<Void> toMark = world.isend(memory.room(1), peer, TAG_MARK).then();
        Mono<Void> mark = world.irecv(memory.room(1), peer, TAG_MARK).then();
        return Mono.defer(() -> {
            if (unexpected && world.rank() == 1) {
                return mark.then(inBetween)
                        .then(receives.concatMap(receive -> receive).then());
            }
            if (!unexpected && world.rank() == 0) {
                return inBetween.then(sends.collectList().flatMap(ReactiveTests::waitAll));
            }
            Mono<Void> meanwhile = unexpected ? toMark.then(inBetween) : inBetween;
            return (unexpected ? sends : receives)
                    .map(Request::start)
                    .collectList()
                    .flatMap(early -> meanwhile.then(Requests.waitAll(early)))
                    .then();
        });
    }

    private static Mono<Void> waitAll(List<Mono<Status>> ones) {
        return Mono.defer(() -> {
            List<Request> started = new ArrayList<>(ones.size());
            ones.forEach(one -> started.add(Request.start(one)));
            return Requests.waitAll(started).then();
        });
    }

    /** Heap that one isend and one irecv of 8 bytes take, on the threads of both ranks where they share a JVM. */
    Mono<Void> allocation() {
        int n = scaled(20_000);
        long[] before = new long[1];
        return world.barrier()
                .then(bare(n))
                .then(world.barrier())
                .then(Mono.fromRunnable(() -> before[0] = allocatedBytes()))
                .then(bare(n))
                .then(Mono.fromRunnable(() -> report.row(
                        "allocation", 8, "bytes_per_isend_irecv", (double) (allocatedBytes() - before[0]) / n)));
    }

    private static long allocatedBytes() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean())
                .getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    /** Round trips of 8 bytes with nothing around the operations. */
    private Mono<Void> bare(int n) {
        Mono<Status> send = world.isend(memory.room(8), peer, TAG_DATA);
        Mono<Status> receive = world.irecv(memory.room(8), peer, TAG_DATA);
        return Mono.create(done -> new Alternation(
                        world.rank() == 0 ? send : receive, world.rank() == 0 ? receive : send, 2 * n, done)
                .next());
    }

    private static Mono<Void> times(int n, Mono<?> round) {
        return round.repeat(n - 1).then();
    }

    /** Two operations in turn, each subscribed by the end of the other: the least that a program can add to them. */
    private static final class Alternation implements CoreSubscriber<Status> {

        private final Mono<Status> one;
        private final Mono<Status> other;
        private final MonoSink<Void> done;
        private int left;

        Alternation(Mono<Status> one, Mono<Status> other, int n, MonoSink<Void> done) {
            this.one = one;
            this.other = other;
            this.left = n;
            this.done = done;
        }

        void next() {
            if (left == 0) {
                done.success();
                return;
            }
            left--;
            (left % 2 == 1 ? one : other).subscribe(this);
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            subscription.request(1);
        }

        @Override
        public void onNext(Status status) {}

        @Override
        public void onError(Throwable error) {
            done.error(error);
        }

        @Override
        public void onComplete() {
            next();
        }
    }
}
