package org.reactivempi.conformance.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.LockType.EXCLUSIVE;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.pattern;
import static org.reactivempi.conformance.window.Ends.allocated;
import static org.reactivempi.conformance.window.Ends.assertComplete;
import static org.reactivempi.conformance.window.Ends.awaited;
import static org.reactivempi.conformance.window.Ends.free;
import static org.reactivempi.conformance.window.Ends.memory;
import static org.reactivempi.conformance.window.Ends.run;
import static org.reactivempi.conformance.window.Ends.settle;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;
import org.reactivempi.ErrorClass;
import org.reactivempi.Mpi;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.RevokedException;
import org.reactivempi.Ring;
import org.reactivempi.StreamException;
import org.reactivempi.Window;
import org.reactivempi.conformance.Recorder;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

/** Frames that are put to slots of another rank, and looked at there in place. */
class WindowStreamTest {

    private static final int TAG = 5;
    private static final int SLOT = 64;
    private static final Ring RING = Ring.at(0).slots(4, SLOT);

    private static List<Window> bytes(Ranks ranks, int length) {
        return allocated(ranks, length, Datatype.BYTE);
    }

    private static Flux<Buffer> frames(int count, int lengthBytes) {
        return Flux.range(0, count).map(i -> Buffers.of(pattern(i, lengthBytes)));
    }

    private static byte[] copy(ByteBuffer frame) {
        byte[] copy = new byte[frame.remaining()];
        frame.duplicate().get(copy);
        return copy;
    }

    private static Recorder<ByteBuffer> taking(Window end, int origin, Ring ring, long demand) {
        Recorder<ByteBuffer> recorder = new Recorder<>();
        end.takeStream(origin, ring, TAG).subscribe(recorder);
        if (demand > 0) {
            recorder.request(demand);
        }
        return recorder;
    }

    private static void assertFrames(List<byte[]> found, int count, int lengthBytes) {
        assertThat(found).hasSize(count);
        for (int i = 0; i < count; i++) {
            assertThat(found.get(i)).as("frame %d", i).isEqualTo(pattern(i, lengthBytes));
        }
    }

    @OnEveryChannel
    @DisplayName(
            "WIN-54 frames come in order, whole, little-endian, in the slots of the target's own memory; the end of both comes after all")
    void frames(Ranks ranks) {
        List<Window> ends = bytes(ranks, 1024);
        Window one = ends.get(1);
        Ring ring = Ring.at(8).slots(3, SLOT);
        AtomicInteger count = new AtomicInteger();
        List<byte[]> found = new ArrayList<>();
        Recorder<Void> put = started(ends.get(0).putStream(frames(10, 50), 1, ring, TAG));
        one.takeStream(0, ring, TAG)
                .doOnNext(frame -> {
                    assertThat(frame.order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
                    assertThat(frame.position()).isZero();
                    assertThat(frame.limit()).isEqualTo(50);
                    assertThat(frame.capacity()).isEqualTo(50);
                    // The slot itself: what is written to the memory is seen in the frame.
                    int at = 8 + count.getAndIncrement() % 3 * SLOT;
                    found.add(copy(frame));
                    memory(one).put(at, (byte) 99);
                    assertThat(frame.get(0)).isEqualTo((byte) 99);
                })
                .blockLast(TIMEOUT);
        assertComplete(put);
        assertFrames(found, 10, 50);
        byte[] rest = new byte[8];
        memory(one).get(0, rest);
        assertThat(rest).containsOnly(0);
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-54 the source is asked for as many frames as slots are free, and a slot is free two frames later")
    void demand(Ranks ranks) {
        List<Window> ends = bytes(ranks, 1024);
        AtomicLong asked = new AtomicLong();
        Recorder<Void> put =
                started(ends.get(0).putStream(frames(100, SLOT).doOnRequest(asked::addAndGet), 1, RING, TAG));
        settle(ranks);
        assertThat(asked).hasValue(0);
        Recorder<ByteBuffer> taken = taking(ends.get(1), 0, RING, 0);
        settle(ranks);
        assertThat(asked).hasValue(0);
        taken.request(1);
        settle(ranks);
        assertThat(asked).hasValue(4);
        assertThat(taken.signals()).hasSize(1);
        taken.request(1);
        settle(ranks);
        // The subscriber has asked for the successor of frame 0, and may look at that still.
        assertThat(asked).hasValue(4);
        assertThat(copy((ByteBuffer) taken.signals().get(0))).isEqualTo(pattern(0, SLOT));
        for (int i = 2; i < 50; i++) {
            taken.request(1);
            settle(ranks);
            assertThat(taken.signals()).hasSize(i + 1);
            assertThat(asked).hasValue(4 + i - 1);
            for (int kept = i - 1; kept <= i; kept++) {
                assertThat(copy((ByteBuffer) taken.signals().get(kept))).isEqualTo(pattern(kept, SLOT));
            }
        }
        taken.cancel();
        assertComplete(put);
        free(ends);
    }

    @OnEveryChannel
    @DisplayName(
            "WIN-54 operators that fetch ahead see no frame change that they have not handled, also on other threads")
    void prefetch(Ranks ranks) {
        List<Window> ends = bytes(ranks, 4096);
        Ring ring = Ring.at(16).slots(16, SLOT);
        Scheduler slow = Schedulers.newSingle("slow");
        try {
            for (int way = 0; way < 6; way++) {
                int chosen = way;
                Recorder<Void> put = started(ends.get(0).putStream(frames(200, SLOT), 1, ring, TAG));
                Flux<ByteBuffer> taken = ends.get(1).takeStream(0, ring, TAG);
                List<byte[]> found = new ArrayList<>();
                Flux<byte[]> copies = switch (chosen) {
                    case 0 -> taken.publishOn(slow, 8).map(WindowStreamTest::copyLate);
                    case 1 -> taken.publishOn(slow, 1).map(WindowStreamTest::copyLate);
                    case 2 ->
                        taken.concatMap(
                                frame ->
                                        Mono.fromCallable(() -> copyLate(frame)).subscribeOn(slow),
                                1);
                    case 3 ->
                        taken.concatMap(
                                frame ->
                                        Mono.fromCallable(() -> copyLate(frame)).subscribeOn(slow),
                                8);
                    case 4 -> taken.limitRate(5).map(WindowStreamTest::copyLate);
                    default ->
                        taken.buffer(4)
                                .publishOn(slow, 2)
                                .map(list -> list.stream()
                                        .map(WindowStreamTest::copyLate)
                                        .toList())
                                .flatMapIterable(list -> list);
                };
                copies.doOnNext(found::add).blockLast(TIMEOUT);
                assertFrames(found, 200, SLOT);
                assertComplete(put);
            }
        } finally {
            slow.dispose();
        }
        free(ends);
    }

    /** Lets others run first. */
    private static byte[] copyLate(ByteBuffer frame) {
        for (int i = 0; i < 20; i++) {
            Thread.yield();
        }
        return copy(frame);
    }

    @OnEveryChannel
    @DisplayName("WIN-54 more frames at a time than half of the slots are refused in words, and end the source well")
    void tooMuchDemand(Ranks ranks) {
        List<Window> ends = bytes(ranks, 1024);
        Recorder<Void> put = started(ends.get(0).putStream(frames(3, SLOT), 1, RING, TAG));
        // Else the taker may be gone before the source is there, which then waits for the next one.
        settle(ranks);
        Recorder<ByteBuffer> taken = taking(ends.get(1), 0, RING, 3);
        assertThat(awaited(taken))
                .singleElement()
                .satisfies(error -> assertThat((Throwable) error)
                        .hasMessageContaining("3 frames are asked for at a time")
                        .hasMessageContaining("at most 2"));
        assertComplete(put);
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-54 frames of random lengths, none included, by slow takers of any demand, among other operations")
    void random(Ranks ranks) {
        int slot = 70_000;
        List<Window> ends = bytes(ranks, 7 * slot);
        for (long seed = 1; seed <= 8; seed++) {
            Random random = new Random(seed);
            int count = 60;
            Ring ring = Ring.at(random.nextInt(100)).slots(2 + random.nextInt(4), slot);
            int[] lengths = IntStream.range(0, count)
                    .map(i -> random.nextInt(4) == 0 ? random.nextInt(slot + 1) : random.nextInt(40))
                    .toArray();
            Recorder<Void> put = started(ends.get(0)
                    .putStream(Flux.range(0, count).map(i -> Buffers.of(pattern(i, lengths[i]))), 1, ring, TAG));
            AtomicInteger at = new AtomicInteger();
            int rate = 1 + random.nextInt(ring.slots() / 2);
            Flux<ByteBuffer> taken = ends.get(1).takeStream(0, ring, TAG);
            (seed % 2 == 0 ? taken : taken.limitRate(rate))
                    .doOnNext(frame -> {
                        int i = at.getAndIncrement();
                        assertThat(Arrays.mismatch(copyLate(frame), pattern(i, lengths[i])))
                                .as("frame %d", i)
                                .isEqualTo(-1);
                    })
                    .blockLast(TIMEOUT);
            assertThat(at).hasValue(count);
            assertComplete(put);
            run(ends.get(0).locked(EXCLUSIVE, 1, w -> w.put(Buffers.of(new byte[slot]), 1, 0)));
        }
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-54 an error of the source reaches the taker with its type and text, after the frames before it")
    void sourceFails(Ranks ranks) {
        List<Window> ends = bytes(ranks, 1024);
        Recorder<Void> put = started(ends.get(0)
                .putStream(
                        frames(2, SLOT).concatWith(Flux.error(new IllegalStateException("no more film"))),
                        1,
                        RING,
                        TAG));
        Recorder<ByteBuffer> taken = taking(ends.get(1), 0, RING, 1);
        assertThat(awaited(put))
                .singleElement()
                .isInstanceOfSatisfying(
                        IllegalStateException.class, error -> assertThat(error).hasMessage("no more film"));
        settle(ranks);
        assertThat(taken.signals()).hasSize(1);
        taken.request(1);
        assertThat(awaited(taken)).hasSize(3).last().isInstanceOfSatisfying(StreamException.class, error -> {
            assertThat(error.type()).isEqualTo(IllegalStateException.class.getName());
            assertThat(error).hasMessageContaining("no more film");
        });
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-54 a source that is cancelled cancels its frames, and fails the taker")
    void sourceIsCancelled(Ranks ranks) {
        List<Window> ends = bytes(ranks, 1024);
        TestPublisher<Buffer> source = TestPublisher.create();
        Recorder<Void> put = started(ends.get(0).putStream(source.flux(), 1, RING, TAG));
        Recorder<ByteBuffer> taken = taking(ends.get(1), 0, RING, 2);
        settle(ranks);
        source.assertMinRequested(4);
        source.next(Buffers.of(pattern(1, 9)));
        settle(ranks);
        assertThat(taken.signals()).hasSize(1);
        put.cancel();
        assertThat(awaited(taken)).hasSize(2).last().isInstanceOf(StreamException.class);
        source.assertCancelled();
        assertThat(put.signals()).isEmpty();
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-54 a taker that cancels ends the source well, and cancels its frames; the ring may be used again")
    void takerCancels(Ranks ranks) {
        List<Window> ends = bytes(ranks, 1024);
        for (int round = 0; round < 3; round++) {
            TestPublisher<Buffer> source = TestPublisher.create();
            Recorder<Void> put = started(ends.get(0).putStream(source.flux(), 1, RING, TAG));
            Recorder<ByteBuffer> taken = taking(ends.get(1), 0, RING, 1);
            settle(ranks);
            for (int i = 0; i < 3; i++) {
                source.next(Buffers.of(pattern(i, 9)));
            }
            settle(ranks);
            taken.cancel();
            assertComplete(put);
            source.assertCancelled();
            assertThat(taken.signals()).hasSize(1);
        }
        run(Mono.when(
                ends.get(0).putStream(frames(20, SLOT), 1, RING, TAG),
                ends.get(1).takeStream(0, RING, TAG).then()));
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-54 an end that is cancelled before the other one comes leaves that to the next one")
    void cancelledEarly(Ranks ranks) {
        List<Window> ends = bytes(ranks, 1024);
        Recorder<Void> never = started(ends.get(0).putStream(frames(3, SLOT), 1, RING, TAG));
        settle(ranks);
        never.cancel();
        settle(ranks);
        Recorder<ByteBuffer> gone = taking(ends.get(1), 0, RING, 1);
        settle(ranks);
        gone.cancel();
        settle(ranks);
        Recorder<Void> put = started(ends.get(0).putStream(frames(3, SLOT), 1, RING, TAG));
        List<byte[]> found = ends.get(1)
                .takeStream(0, RING, TAG)
                .map(WindowStreamTest::copy)
                .collectList()
                .block(TIMEOUT);
        assertFrames(found, 3, SLOT);
        assertComplete(put);
        assertThat(never.signals()).isEmpty();
        assertThat(gone.signals()).isEmpty();
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-54, WIN-41 a frame longer than a slot fails both ends in words")
    void tooLong(Ranks ranks) {
        List<Window> ends = bytes(ranks, 1024);
        Recorder<Void> put =
                started(ends.get(0).putStream(frames(1, SLOT).concatWith(frames(1, SLOT + 1)), 1, RING, TAG));
        Recorder<ByteBuffer> taken = taking(ends.get(1), 0, RING, Long.MAX_VALUE);
        assertThat(awaited(put))
                .singleElement()
                .satisfies(
                        error -> assertThat((Throwable) error).hasMessageContaining("frame 1 has 65 bytes, a slot 64"));
        assertThat(awaited(taken))
                .hasSize(2)
                .last()
                .isInstanceOfSatisfying(
                        StreamException.class, error -> assertThat(error).hasMessageContaining("a slot 64"));
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-54, WIN-41 rings that are wrong, or differ, are told on both sides")
    void wrongRings(Ranks ranks) {
        List<Window> ends = bytes(ranks, 1024);
        Window zero = ends.get(0);
        assertFails(zero.putStream(frames(1, 1), 1, Ring.at(0).slots(1, 8), TAG), ErrorClass.ARG, "1 slots");
        assertFails(zero.putStream(frames(1, 1), 1, Ring.at(0).slots(2, 0), TAG), ErrorClass.ARG, "slots of 0 bytes");
        assertFails(zero.putStream(frames(1, 1), 1, Ring.at(-1).slots(2, 8), TAG), ErrorClass.DISP);
        assertFails(zero.putStream(frames(1, 1), 1, Ring.at(1000).slots(4, 8), TAG), ErrorClass.RMA_RANGE, "32 bytes");
        assertFails(zero.putStream(frames(1, 1), 2, RING, TAG), ErrorClass.RANK);
        assertFails(zero.putStream(frames(1, 1), 1, RING, -1), ErrorClass.TAG);
        assertFails(zero.takeStream(1, Ring.at(0).slots(1, 8), TAG), ErrorClass.ARG);
        assertFails(zero.takeStream(1, Ring.at(Long.MAX_VALUE).slots(4, 8), TAG), ErrorClass.RMA_RANGE);
        assertFails(zero.takeStream(2, RING, TAG), ErrorClass.RANK, "origin 2");
        assertFails(zero.takeStream(1, RING, -1), ErrorClass.TAG);
        Recorder<Void> put = started(zero.putStream(frames(1, 1), 1, Ring.at(0).slots(5, SLOT), TAG));
        Recorder<ByteBuffer> taken = taking(ends.get(1), 0, RING, 1);
        assertThat(awaited(put))
                .singleElement()
                .satisfies(error -> assertThat((Throwable) error).hasMessageContaining("the rings of a stream differ"));
        assertThat(awaited(taken))
                .singleElement()
                .satisfies(error -> assertThat((Throwable) error).hasMessageContaining("the rings of a stream differ"));
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-54, WIN-13, WIN-14 no process has an empty stream, and a rank may stream to itself")
    void itself(Ranks ranks) {
        List<Window> ends = bytes(ranks, 1024);
        Window zero = ends.get(0);
        AtomicInteger subscribed = new AtomicInteger();
        run(zero.putStream(
                frames(3, 3).doOnSubscribe(never -> subscribed.incrementAndGet()), Mpi.PROC_NULL, RING, TAG));
        assertThat(subscribed).hasValue(0);
        StepVerifier.create(zero.takeStream(Mpi.PROC_NULL, RING, TAG))
                .expectComplete()
                .verify(TIMEOUT);
        List<byte[]> found = new ArrayList<>();
        Recorder<Void> put = started(zero.putStream(frames(30, SLOT), 0, RING, TAG));
        zero.takeStream(0, RING, TAG)
                .limitRate(2)
                .doOnNext(frame -> found.add(copy(frame)))
                .blockLast(TIMEOUT);
        assertFrames(found, 30, SLOT);
        assertComplete(put);
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "WIN-54 streams from and to all ranks at a time keep apart by origin and tag; rings that overlap are refused")
    void several(Ranks ranks) {
        List<Window> ends = bytes(ranks, 6 * 256);
        List<Recorder<Void>> put = new ArrayList<>();
        List<Mono<List<byte[]>>> taken = new ArrayList<>();
        for (Window end : ends) {
            for (int other = 0; other < 3; other++) {
                for (int tag = 0; tag < 2; tag++) {
                    int first = 100 * end.rank() + 10 * other + tag;
                    put.add(started(end.putStream(
                            Flux.range(first, 40).map(i -> Buffers.of(pattern(i, 30))),
                            other,
                            Ring.at((2 * end.rank() + tag) * 256).slots(4, SLOT),
                            tag)));
                    taken.add(end.takeStream(
                                    other, Ring.at((2 * other + tag) * 256).slots(4, SLOT), tag)
                            .map(WindowStreamTest::copy)
                            .collectList());
                }
            }
        }
        List<List<byte[]>> found = Flux.fromIterable(taken)
                .flatMapSequential(each -> each, 20)
                .collectList()
                .block(TIMEOUT);
        put.forEach(Ends::assertComplete);
        int at = 0;
        for (Window end : ends) {
            for (int other = 0; other < 3; other++) {
                for (int tag = 0; tag < 2; tag++) {
                    List<byte[]> stream = found.get(at++);
                    assertThat(stream).hasSize(40);
                    for (int i = 0; i < 40; i++) {
                        assertThat(stream.get(i)).isEqualTo(pattern(100 * other + 10 * end.rank() + tag + i, 30));
                    }
                }
            }
        }
        Recorder<ByteBuffer> first = taking(ends.get(0), 1, RING, 1);
        settle(ranks);
        assertFails(ends.get(0).takeStream(2, Ring.at(255).slots(2, 8), TAG), ErrorClass.RMA_CONFLICT, "origin 1");
        first.cancel();
        // Another origin's stream waits until the first one can put nothing any more.
        Recorder<ByteBuffer> next = taking(ends.get(0), 2, RING, Long.MAX_VALUE);
        Recorder<Void> last = started(ends.get(2).putStream(Flux.empty(), 0, RING, TAG));
        assertThat(awaited(next)).containsExactly("complete");
        assertComplete(last);
        free(ends);
    }

    @OnEveryChannel
    @DisplayName(
            "WIN-54, WIN-9, WIN-50 freeing or revoking the window ends streams of both sides, and cancels the frames")
    void ends(Ranks ranks) {
        for (boolean revokes : new boolean[] {false, true}) {
            List<Window> ends = bytes(ranks, 1024);
            TestPublisher<Buffer> source = TestPublisher.create();
            Recorder<Void> put = started(ends.get(0).putStream(source.flux(), 1, RING, TAG));
            Recorder<Void> waiting = started(ends.get(0).putStream(Flux.empty(), 1, RING, TAG + 1));
            Recorder<ByteBuffer> taken = taking(ends.get(1), 0, RING, 1);
            settle(ranks);
            assertThat(ranks.pending(0).block(TIMEOUT))
                    .anyMatch(line -> line.contains("putStream(target 1, tag 5") && line.contains("0 put"))
                    .anyMatch(line -> line.contains("tag 6") && line.contains("waits for takeStream"));
            assertThat(ranks.pending(1).block(TIMEOUT)).anyMatch(line -> line.contains("takeStream(origin 0, tag 5"));
            if (revokes) {
                run(ranks.world(1).failures().revoke());
            } else {
                free(ends);
            }
            for (Recorder<?> each : List.of(put, waiting, taken)) {
                assertThat(awaited(each))
                        .singleElement()
                        .isInstanceOf(revokes ? RevokedException.class : Throwable.class);
            }
            source.assertCancelled();
            if (revokes) {
                ends.forEach(end -> run(end.free()));
            }
        }
    }

    @OnEveryChannel
    @DisplayName("WIN-54, WIN-41 memory that can't be looked at in place, and that of dynamic windows, have no streams")
    void otherMemory(Ranks ranks) {
        List<Window> arrays = Ends.over(ranks, new long[][] {new long[64], new long[64]});
        assertFails(arrays.get(1).takeStream(0, Ring.at(0).slots(2, 64), TAG), ErrorClass.BASE, "in place");
        free(arrays);
        ByteBuffer[] direct = {ByteBuffer.allocateDirect(512), ByteBuffer.allocateDirect(512)};
        List<Window> own = Ends.over(ranks, rank -> Buffers.of(direct[rank]));
        Recorder<Void> put = started(own.get(0).putStream(frames(9, SLOT), 1, RING, TAG));
        List<byte[]> found = own.get(1)
                .takeStream(0, RING, TAG)
                .map(WindowStreamTest::copy)
                .collectList()
                .block(TIMEOUT);
        assertFrames(found, 9, SLOT);
        assertComplete(put);
        free(own);
        List<? extends Window> dynamic =
                onAll(worlds(ranks), world -> world.windows().createDynamic());
        assertFails(dynamic.get(0).putStream(frames(1, 1), 1, RING, TAG), ErrorClass.RMA_FLAVOR);
        assertFails(dynamic.get(0).takeStream(1, RING, TAG), ErrorClass.RMA_FLAVOR);
        onAll(dynamic, Window::free);
    }

    @OnEveryChannel(
            ranks = 3,
            virtualTime = true,
            settings = {WindowFailureTest.SOON, WindowFailureTest.NO_STALLS, WindowFailureTest.NO_CHECK})
    @DisplayName(
            "WIN-54, WIN-50 the loss of the other end fails a stream, also one that waits; streams of others go on")
    void lost(Ranks ranks) {
        List<Window> ends = bytes(ranks, 1024);
        TestPublisher<Buffer> source = TestPublisher.create();
        TestPublisher<Buffer> others = TestPublisher.create();
        Ring free = Ring.at(512).slots(4, SLOT);
        Recorder<Void> put = started(ends.get(0).putStream(source.flux(), 2, RING, TAG));
        Recorder<Void> waiting = started(ends.get(1).putStream(source.flux(), 2, RING, TAG));
        taking(ends.get(2), 0, RING, 1);
        Recorder<ByteBuffer> taken = taking(ends.get(0), 2, RING, 2);
        Recorder<Void> going = started(ends.get(0).putStream(others.flux(), 1, free, TAG));
        Recorder<ByteBuffer> gets = taking(ends.get(1), 0, free, 2);
        Recorder<Void> toLost = started(ends.get(2).putStream(frames(1, 8).concatWith(Flux.never()), 0, RING, TAG));
        settle(ranks);
        assertThat(taken.signals()).hasSize(1);
        WindowFailureTest.kill(ranks, 2);
        assertThat(awaited(put)).singleElement().isInstanceOf(ProcessFailedException.class);
        assertThat(awaited(waiting)).singleElement().isInstanceOf(ProcessFailedException.class);
        assertThat(awaited(taken)).hasSize(2).last().isInstanceOf(ProcessFailedException.class);
        assertThat(awaited(toLost)).singleElement().isInstanceOf(Throwable.class);
        source.assertCancelled();
        others.next(Buffers.of(pattern(4, 8)));
        others.complete();
        assertComplete(going);
        assertThat(awaited(gets)).hasSize(2).last().isEqualTo("complete");
        assertThat(awaited(taking(ends.get(1), 2, RING, 2))).singleElement().isInstanceOf(ProcessFailedException.class);
        assertThat(awaited(started(ends.get(0).putStream(Flux.empty(), 2, RING, TAG + 1))))
                .singleElement()
                .isInstanceOf(ProcessFailedException.class);
        // The ring of the lost one is free.
        Recorder<ByteBuffer> again = taking(ends.get(0), 1, RING, 1);
        run(ends.get(1).putStream(Flux.empty(), 0, RING, TAG));
        assertThat(awaited(again)).containsExactly("complete");
    }
}
