package org.reactivempi.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.PooledByteBufAllocator;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.Status;
import org.reactivempi.core.session.CoreSession;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** Tests of a user, good ones and bad ones, that the tests of the kit run. */
final class Samples {

    private static final long A_WHILE_NANOS = 50_000_000;
    private static final int TAG = 7;

    private Samples() {}

    private static void waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static class Good {

        @MpiTest(ranks = 3)
        void oneMethodPlaysAllRanks(Ranks ranks) {
            assertThat(ranks.size()).isEqualTo(3);
            Mono.when(
                            ranks.world(0).isend(Buffers.ints(1), 2, TAG),
                            ranks.world(2).receive(0, TAG))
                    .block();
        }

        @MpiTest(ranks = 3, channel = "tcp")
        void eachRankRunsTheMethod(Communicator world, TestInfo info) {
            assertThat(info.getTestMethod()).isPresent();
            int next = (world.rank() + 1) % world.size();
            Mono.when(world.isend(Buffers.ints(world.rank()), next, TAG), world.receive(Mpi.ANY_SOURCE, TAG))
                    .block();
        }

        @OnEveryChannel(ranks = 4)
        void everyChannel(Communicator world) {
            world.barrier().block();
        }

        @MpiTest(settings = {"eager-limit-bytes=1024", "eager-credit-bytes=200000"})
        void settings(Ranks ranks) {
            assertThat(ranks.eagerLimitBytes()).isEqualTo(1024);
            assertThat(ranks.eagerCreditBytes()).isEqualTo(200_000);
        }

        @MpiTest
        void aRankMayEndByItself(Ranks ranks) {
            ranks.abort(1, "killed by the test").block();
        }
    }

    @MpiTest(ranks = 5)
    static class OnItsClass {

        @Test
        void hasRanks(Ranks ranks) {
            assertThat(ranks.size()).isEqualTo(5);
        }

        @Test
        void needsNone() {}

        @OnEveryChannel(ranks = 2)
        void hasItsOwn(Ranks ranks) {
            assertThat(ranks.size()).isEqualTo(2);
        }
    }

    /** One test with several numbers of ranks each. */
    static class SeveralNumbers {

        /** What each run has seen, in order: its name, its ranks, and the ranks of earlier runs that are alive when it begins. */
        static final List<String> SEEN = new CopyOnWriteArrayList<>();

        private String alive = "";

        @BeforeEach
        void lookForRanks() {
            alive = Thread.getAllStackTraces().keySet().stream()
                    .map(Thread::getName)
                    .filter(name -> name.matches("reactive-mpi-\\d+"))
                    .collect(Collectors.joining());
        }

        @MpiTest(
                channel = "tcp",
                ranks = {5, 1, 2})
        void playsAll(Ranks ranks, TestInfo info) {
            SEEN.add(info.getDisplayName() + ": " + ranks.size() + alive);
        }

        @MpiTest(ranks = {1, 3, 2})
        void eachRank(Communicator world, TestInfo info) {
            if (world.rank() == 0) {
                SEEN.add(info.getDisplayName() + ": " + world.size() + alive);
            }
            if (world.size() == 3) {
                throw new IllegalStateException("three are too many");
            }
            world.barrier().block();
        }
    }

    /** Runs that end only after all of them have begun. */
    static class SeveralNumbersAtOnce {

        private static final CountDownLatch BEGUN = new CountDownLatch(3);

        @MpiTest(ranks = {1, 2, 3})
        void meet(Ranks ranks) {
            BEGUN.countDown();
            waitFor(BEGUN);
            Mono.when(IntStream.range(0, ranks.size())
                            .mapToObj(rank -> ranks.world(rank).barrier())
                            .toList())
                    .block();
        }
    }

    /** What a user may make of it. */
    @Retention(RetentionPolicy.RUNTIME)
    @MpiTest(ranks = 3)
    @interface ThreeRanks {}

    static class OneNumber {

        @ThreeRanks
        void composed(Communicator world) {
            assertThat(world.size()).isEqualTo(3);
        }

        @MpiTest(ranks = 3)
        void plain(Communicator world) {
            assertThat(world.size()).isEqualTo(3);
        }

        @MpiTest(ranks = {3})
        @DisplayName("with a name of its own")
        void named(Communicator world, TestInfo info) {
            assertThat(world.size()).isEqualTo(3);
            assertThat(info.getDisplayName()).isEqualTo("with a name of its own");
        }
    }

    /** Methods that another annotation makes a test as well. */
    static class TestsAnyway {

        @Test
        @MpiTest(ranks = 3)
        void once(Ranks ranks) {
            assertThat(ranks.size()).isEqualTo(3);
        }

        @RepeatedTest(2)
        @MpiTest(ranks = 3)
        void repeated(Communicator world) {
            assertThat(world.size()).isEqualTo(3);
        }

        @ParameterizedTest
        @ValueSource(ints = {10, 20})
        @MpiTest(ranks = 3)
        void withParameter(int value, Communicator world) {
            assertThat(value * world.size()).isIn(30, 60);
        }
    }

    static class WrongNumbers {

        @MpiTest(ranks = {})
        void none(Ranks ranks) {}

        @MpiTest(ranks = 0)
        void zero(Ranks ranks) {}

        @MpiTest(ranks = {2, -1})
        void negative(Communicator world) {}

        @MpiTest(ranks = {1, 2, 1})
        void twice(Ranks ranks) {}

        @MpiTest(ranks = {1, 1025})
        void tooMany(Ranks ranks) {}

        @RepeatedTest(1)
        @MpiTest(ranks = {1, 2})
        void repeated(Ranks ranks) {}
    }

    @MpiTest(ranks = {1, 2})
    static class SeveralOnItsClass {

        @Test
        void asks(Ranks ranks) {}
    }

    static class Hangs {

        @MpiTest
        void oneMethod(Ranks ranks) {
            ranks.world(1).irecv(Buffers.of(new int[] {0}), 0, TAG).block();
        }

        @MpiTest
        void eachRank(Communicator world) {
            if (world.rank() == 1) {
                world.blocking().recv(Buffers.of(new int[] {0}), 0, TAG);
            }
        }

        @MpiTest
        void inVerifier(Ranks ranks) {
            StepVerifier.create(ranks.world(1).receive(0, TAG))
                    .expectNextCount(1)
                    .expectComplete()
                    .verify(Duration.ofHours(1));
        }

        @MpiTest(timeoutSeconds = 1)
        void onTheProgressThread(Ranks ranks) {
            CountDownLatch never = new CountDownLatch(1);
            ranks.session(0).scheduler().schedule(() -> waitFor(never));
            ranks.world(0).barrier().block();
        }
    }

    /** It needs more time than it has, and works all the time. */
    static class Slow {

        @MpiTest(timeoutSeconds = 1)
        void works(Ranks ranks) {
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            while (threads.getCurrentThreadCpuTime() < TimeUnit.MILLISECONDS.toNanos(1200)) {
                assertThat(ranks.size()).isEqualTo(2);
            }
        }
    }

    /** Each does what one check finds. */
    static class Careless {

        @MpiTest
        void unreceived(Ranks ranks) {
            ranks.world(0).isend(Buffers.ints(1), 1, TAG).block();
        }

        @MpiTest
        void unhandled(Ranks ranks) {
            ranks.world(0).isend(Buffers.ints(1), 9, TAG).subscribe();
        }

        @MpiTest
        void throwing(Ranks ranks) {
            ranks.world(0).barrier().and(ranks.world(1).barrier()).block();
            ranks.world(0).isend(Buffers.ints(1), 0, TAG).block();
            CountDownLatch thrown = new CountDownLatch(1);
            // The test ends while the progress thread is still on its way to tell of the error.
            ranks.world(0)
                    .receive(0, TAG)
                    .doFinally(end -> {
                        thrown.countDown();
                        LockSupport.parkNanos(A_WHILE_NANOS);
                    })
                    .subscribe(message -> {
                        throw new IllegalStateException("of the consumer");
                    });
            waitFor(thrown);
        }

        /** The message is too long for its receive, which its progress thread finds out. */
        @MpiTest(ranks = 1)
        void later(Ranks ranks) {
            CompletableFuture<Void> dropped = new CompletableFuture<>();
            Mono<Status> tooShort = ranks.world(0).irecv(Buffers.of(new int[1]), 0, TAG);
            tooShort.doFinally(end -> dropped.complete(null)).subscribe();
            sendTooMuch(ranks);
            dropped.join();
        }

        @MpiTest(ranks = 1)
        void laterWithCheckpoint(Ranks ranks) {
            CompletableFuture<Void> dropped = new CompletableFuture<>();
            Mono<Status> tooShort = ranks.world(0).irecv(Buffers.of(new int[1]), 0, TAG);
            tooShort.doFinally(end -> dropped.complete(null))
                    .checkpoint("read", true)
                    .subscribe();
            sendTooMuch(ranks);
            dropped.join();
        }

        /** From the progress thread, in whose stack there is nothing of the test. */
        private static void sendTooMuch(Ranks ranks) {
            ranks.world(0)
                    .isend(Buffers.ints(1, 2), 0, TAG)
                    .subscribeOn(ranks.session(0).scheduler())
                    .block();
        }

        @MpiTest(ranks = 1)
        void withoutStack(Ranks ranks) {
            Throwable error = new IllegalStateException("without a stack");
            error.setStackTrace(new StackTraceElement[0]);
            Mono.error(error).subscribe();
        }

        @MpiTest(settings = "blocked-after=40ms")
        void blocking(Ranks ranks) {
            CompletableFuture<String> seen =
                    ((CoreSession) ranks.session(0)).blocked().next().toFuture();
            ranks.world(0).isend(Buffers.ints(1), 0, TAG).block();
            ranks.world(0).receive(0, TAG).doOnNext(message -> seen.join()).block();
        }

        @MpiTest
        void changed(Ranks ranks) {
            int[] data = {1, 2, 3};
            CompletableFuture<?> sent =
                    ranks.world(0).issend(Buffers.ints(data), 0, TAG).toFuture();
            ranks.pending(0).block();
            data[1] = 4;
            ranks.world(0).receive(0, TAG).block();
            sent.join();
        }
    }

    /** The same, on purpose. */
    static class CarelessOnPurpose {

        @MpiTest(without = Check.UNRECEIVED_MESSAGES)
        void unreceived(Ranks ranks) {
            ranks.world(0).isend(Buffers.ints(1), 1, TAG).block();
        }

        @OnEveryChannel(without = {Check.DROPPED_ERRORS, Check.UNRECEIVED_MESSAGES})
        void unhandled(Ranks ranks) {
            ranks.world(0).isend(Buffers.ints(1), 9, TAG).subscribe();
        }

        @MpiTest
        void changed(Ranks ranks) {
            new Careless().changed(ranks.without(Check.CHANGED_BUFFERS));
        }

        @MpiTest(settings = "blocked-after=40ms", without = Check.BLOCKED_PROGRESS)
        void blocking(Ranks ranks) {
            new Careless().blocking(ranks);
        }

        /** A rank that dies leaves messages behind. */
        @MpiTest
        void aborted(Ranks ranks) {
            ranks.world(0).isend(Buffers.ints(1), 0, TAG).block();
            ranks.abort(1, "killed by the test").block();
        }
    }

    static class Leaks {

        @MpiTest
        void receive(Ranks ranks) {
            ranks.world(1)
                    .irecv(Buffers.of(new int[] {0}), 0, TAG)
                    .onErrorComplete()
                    .subscribe();
        }

        @MpiTest
        void send(Ranks ranks) {
            ranks.world(0).issend(Buffers.ints(0), 1, TAG).onErrorComplete().subscribe();
        }

        @MpiTest(channel = "tcp")
        void buffer(Ranks ranks) {
            Mono.fromCallable(() -> PooledByteBufAllocator.DEFAULT.directBuffer(16))
                    .subscribeOn(ranks.session(0).scheduler())
                    .block();
        }

        @MpiTest
        void thread(Communicator world) {
            if (world.rank() == 0) {
                Thread thread = new Thread(() -> waitFor(new CountDownLatch(1)), "reactive-mpi-lost");
                thread.setDaemon(true);
                thread.start();
            }
        }
    }

    static class Fails {

        @MpiTest(ranks = 3)
        void oneRank(Communicator world) {
            if (world.rank() == 2) {
                throw new IllegalStateException("rank two is unhappy");
            }
            world.blocking().recv(Buffers.of(new int[] {0}), 2, TAG);
        }

        @MpiTest
        void withOperationsPending(Ranks ranks) {
            ranks.world(0)
                    .irecv(Buffers.of(new int[] {0}), 1, TAG)
                    .onErrorComplete()
                    .subscribe();
            throw new IllegalStateException("the test is unhappy");
        }

        @MpiTest
        void assumption(Communicator world) {
            Assumptions.assumeTrue(world.size() > 2, "two ranks are too few");
        }

        @MpiTest(settings = "eager-limit-bytes=lots")
        void setting(Ranks ranks) {}

        @MpiTest(settings = "nonsense")
        void malformedSetting(Ranks ranks) {}
    }

    @AlsoWithFaults
    static class AlsoFaulty {

        @OnEveryChannel
        void everyChannel(Communicator world) {
            world.barrier().block();
        }
    }

    static class FailsEverywhere {

        @OnEveryChannel
        void fails(Ranks ranks) {
            throw new IllegalStateException("unhappy with " + ranks.size() + " ranks");
        }
    }

    static class InParallel {

        @OnEveryChannel(ranks = 3)
        void one(Communicator world) {
            world.barrier().repeat(50).blockLast(Duration.ofSeconds(10));
        }

        @OnEveryChannel(ranks = 3)
        void another(Communicator world) {
            world.barrier().repeat(50).blockLast(Duration.ofSeconds(10));
        }

        @MpiTest
        void leaks(Ranks ranks) {
            ranks.world(1)
                    .irecv(Buffers.of(new int[] {0}), 0, TAG)
                    .onErrorComplete()
                    .subscribe();
        }
    }
}
