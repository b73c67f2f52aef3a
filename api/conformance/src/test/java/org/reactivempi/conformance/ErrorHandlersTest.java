package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.assertIs;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Traffic.exchange;
import static org.reactivempi.conformance.UsableAfterErrorsTest.ended;
import static org.reactivempi.conformance.UsableAfterErrorsTest.failureOf;
import static org.reactivempi.conformance.UsableAfterErrorsTest.rings;
import static org.reactivempi.conformance.UsableAfterErrorsTest.twoGroups;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.AnyCommunicator;
import org.reactivempi.Buffers;
import org.reactivempi.Cartesian;
import org.reactivempi.CartesianCommunicator;
import org.reactivempi.Codec;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.ErrorCode;
import org.reactivempi.ErrorHandler;
import org.reactivempi.Group;
import org.reactivempi.Intercommunicator;
import org.reactivempi.MpiException;
import org.reactivempi.Neighborhood;
import org.reactivempi.PersistentRequest;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.SessionView;
import org.reactivempi.TruncationException;
import org.reactivempi.conformance.Mistakes.Mistake;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Who hears of an error before the subscriber of the operation does. */
class ErrorHandlersTest {

    private static final long SEED = 31;

    /** Hears of errors, and notes them. */
    private static final class Noted<S> implements ErrorHandler<S> {

        private final Queue<MpiException> errors = new ConcurrentLinkedQueue<>();
        private final Queue<S> places = new ConcurrentLinkedQueue<>();

        @Override
        public void handle(S where, MpiException error) {
            if (Schedulers.isInNonBlockingThread()) {
                throw new IllegalStateException("called on " + Thread.currentThread());
            }
            places.add(where);
            errors.add(error);
        }
    }

    private static <C extends AnyCommunicator> Noted<AnyCommunicator> noted(C communicator) {
        Noted<AnyCommunicator> noted = new Noted<>();
        communicator.errors().handler(noted);
        return noted;
    }

    /** Each error is told once, before its subscriber hears of it, and is the one that the subscriber gets. */
    private static <C extends AnyCommunicator> void assertTold(C communicator, List<Mistake<C>> mistakes) {
        Noted<AnyCommunicator> noted = noted(communicator);
        SoftAssertions all = new SoftAssertions();
        for (Mistake<C> mistake : mistakes) {
            List<MpiException> before = new ArrayList<>();
            Throwable error = failureOf(Flux.from(mistake.operation().apply(communicator))
                    .doOnError(signalled -> before.addAll(noted.errors))
                    .then());
            all.assertThat(before).as(mistake.toString()).hasSize(1).allMatch(told -> told == error);
            all.assertThat(noted.errors).as(mistake.toString()).hasSize(1);
            all.assertThat(noted.places).as(mistake.toString()).allMatch(where -> where == communicator);
            noted.errors.clear();
            noted.places.clear();
        }
        all.assertAll();
        communicator.errors().handler(ErrorHandler.RETURN);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // Thrown unchecked.
    private static <T extends Throwable> RuntimeException sneaky(Throwable thrown) throws T {
        throw (T) thrown;
    }

    private static MpiException some(String text) {
        return new MpiException(ErrorClass.OTHER, text);
    }

    @OnEveryChannel
    @DisplayName("ENV-7 the handler hears of each error of a message, stream or question, once, before onError")
    void messages(Ranks ranks) {
        List<Communicator> ends = Family.dup(worlds(ranks));
        assertTold(ends.get(0), Mistakes.messages(2));
        assertThat(exchange(ends.get(0), ends.get(1), 5)).isEqualTo(5);
        Family.free(ends);
    }

    @OnEveryChannel
    @DisplayName("ENV-7 the handler hears of each error of a collective call, and of what would make communicators")
    void together(Ranks ranks) {
        List<Communicator> ends = Family.dup(worlds(ranks));
        assertTold(ends.get(0), Mistakes.together());
        onAll(ends, Communicator::barrier);
        Family.free(ends);
    }

    @OnEveryChannel
    @DisplayName("ENV-7 the handler of a grid hears of each error of a neighbor exchange")
    void neighbors(Ranks ranks) {
        List<CartesianCommunicator> ends = rings(ranks);
        assertTold(ends.get(0), Mistakes.neighbors());
        onAll(ends, AnyCommunicator::free);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("ENV-7 the handler of a communicator of two groups hears of each of its errors")
    void ofTwoGroups(Ranks ranks) {
        List<Intercommunicator> ends = twoGroups(ranks);
        assertTold(ends.get(0), Mistakes.messages(2));
        assertTold(ends.get(0), Mistakes.ofTwoGroups());
        onAll(ends, AnyCommunicator::free);
    }

    @OnEveryChannel
    @DisplayName("ENV-7 the handler of a communicator that is freed hears of what is called on it")
    void freed(Ranks ranks) {
        List<Communicator> ends = Family.dup(worlds(ranks));
        Noted<AnyCommunicator> noted = noted(ends.get(0));
        Family.free(ends);
        for (Mistake<Communicator> mistake : Mistakes.ofFreed()) {
            Throwable error =
                    failureOf(Flux.from(mistake.operation().apply(ends.get(0))).then());
            assertThat(noted.errors.poll()).as(mistake.toString()).isSameAs(error);
            assertThat(noted.errors).as(mistake.toString()).isEmpty();
        }
        assertThatThrownBy(() -> ends.get(0).errors().handler(ErrorHandler.RETURN))
                .satisfies(error -> assertIs(error, ErrorClass.COMM, "freed"));
    }

    @OnEveryChannel
    @DisplayName(
            "ENV-7 the handler hears of what comes late: truncation, a persistent start, a codec, a stream, an answer")
    void late(Ranks ranks) {
        List<Communicator> ends = Family.dup(worlds(ranks));
        Communicator zero = ends.get(0);
        Communicator one = ends.get(1);
        Noted<AnyCommunicator> noted = noted(one);

        List<Throwable> errors = new ArrayList<>();
        zero.isend(Buffers.ints(1, 2), 1, TAG).block(TIMEOUT);
        errors.add(failureOf(one.irecv(Buffers.of(new int[1]), 0, TAG)));
        zero.isend(Buffers.ints(1, 2), 1, TAG).block(TIMEOUT);
        PersistentRequest request = one.recvInit(Buffers.of(new int[1]), 0, TAG);
        request.start();
        errors.add(failureOf(request.completion()));
        request.free();
        zero.isend(Buffers.ints(1), 1, TAG).block(TIMEOUT);
        errors.add(failureOf(one.receive(Codecs.longValue(), 0, TAG)));
        zero.isend(Buffers.ints(1, 2), 1, TAG).subscribe();
        errors.add(failureOf(one.isendrecv(Buffers.ints(1), 0, TAG, Buffers.of(new int[1]), 0, TAG)));
        zero.receive(1, TAG).block(TIMEOUT);
        zero.sendStream(Flux.just("no number"), Codecs.string(), 1, TAG).subscribe(end -> {}, failed -> {});
        errors.add(failureOf(one.receiveStream(Codecs.longValue(), 0, TAG).then()));
        Flux<?> handler = zero.answer(Codecs.string(), Codecs.string(), TAG, any -> Mono.error(some("no answer")));
        Traffic.during(
                handler.subscribe(),
                () -> errors.add(failureOf(one.ask("why", Codecs.string(), Codecs.string(), 0, TAG))));

        assertThat(errors).hasSize(6).doesNotContainNull().doesNotHaveDuplicates();
        assertThat(errors.get(0)).isInstanceOf(TruncationException.class);
        assertThat(noted.errors)
                .containsExactlyElementsOf(
                        errors.stream().map(MpiException.class::cast).toList());
        assertThat(noted.places).allMatch(where -> where == one);
        Family.free(ends);
    }

    @OnEveryChannel
    @DisplayName("ENV-7 a handler that is set when the operation runs already hears of its error")
    void setMeanwhile(Ranks ranks) {
        List<Communicator> ends = Family.dup(worlds(ranks));
        Recorder<?> received = Family.started(ends.get(1).irecv(Buffers.of(new int[1]), 0, TAG));
        Noted<AnyCommunicator> first = noted(ends.get(1));
        Noted<AnyCommunicator> second = noted(ends.get(1));
        ends.get(0).isend(Buffers.ints(1, 2), 1, TAG).block(TIMEOUT);
        assertThat(ended(received)).containsExactlyElementsOf(second.errors);
        assertThat(second.errors).hasSize(1);
        assertThat(first.errors).isEmpty();
        Family.free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("ENV-7 what is made of a communicator begins with its handler, and goes its own way from there")
    void inherited(Ranks ranks) {
        List<Communicator> ends = Family.dup(worlds(ranks));
        ends.forEach(end -> assertThat(end.errors().handler()).isSameAs(ErrorHandler.RETURN));
        List<Noted<AnyCommunicator>> handlers =
                ends.stream().map(ErrorHandlersTest::noted).toList();
        List<List<? extends AnyCommunicator>> made = new ArrayList<>();
        made.add(Family.dup(ends));
        made.add(onAll(ends, end -> end.split(0, -end.rank())));
        made.add(onAll(ends, end -> end.create(end.group())));
        made.add(onAll(ends, end -> end.create(end.group(), TAG)));
        made.add(onAll(ends, end -> end.failures().shrink()));
        made.add(onAll(ends, end -> end.cartesian(Cartesian.of(3))));
        made.add(onAll(ends, end -> end.adjacentGraph(Neighborhood.of(new int[0], new int[0]))));
        List<Communicator> parts = onAll(ends, end -> end.split(Math.min(end.rank(), 1), 0));
        List<Intercommunicator> two =
                onAll(ends, end -> parts.get(end.rank()).intercommunicator(0, end, end.rank() == 0 ? 1 : 0, TAG));
        made.add(parts);
        made.add(two);
        made.add(onAll(two, Intercommunicator::dup));
        made.add(onAll(two, end -> end.merge(false)));
        for (List<? extends AnyCommunicator> some : made) {
            for (AnyCommunicator end : some) {
                Noted<AnyCommunicator> expected = handlers.get(
                        end.session() == ends.get(0).session()
                                ? 0
                                : end.session() == ends.get(1).session() ? 1 : 2);
                assertThat(end.errors().handler()).as(end.toString()).isSameAs(expected);
            }
        }
        // Neither hears of the other's errors.
        AnyCommunicator duplicate = made.get(0).get(0);
        Noted<AnyCommunicator> own = noted(duplicate);
        assertFails(duplicate.isend(Buffers.ints(1), 9, TAG), ErrorClass.RANK, "9");
        assertThat(own.errors).hasSize(1);
        assertThat(handlers.get(0).errors).isEmpty();
        assertFails(ends.get(0).isend(Buffers.ints(1), 9, TAG), ErrorClass.RANK, "9");
        assertThat(own.errors).hasSize(1);
        assertThat(handlers.get(0).errors).hasSize(1);
        made.forEach(some -> onAll(some, AnyCommunicator::free));
        Family.free(ends);
    }

    @OnEveryChannel
    @DisplayName("ENV-7 a handler may wait for operations, also of its own communicator; onError comes afterwards")
    void blocks(Ranks ranks) {
        List<Communicator> ends = Family.dup(worlds(ranks));
        int[] got = new int[1];
        ends.get(0).errors().handler((where, error) -> got[0] = exchange((Communicator) where, ends.get(1), 8));
        AtomicReference<String> thread = new AtomicReference<>();
        Throwable error = failureOf(ends.get(0).isend(Buffers.ints(1), 9, TAG).doOnError(signalled -> {
            got[0]++;
            thread.set(Thread.currentThread().getName());
        }));
        assertIs(error, ErrorClass.RANK, "9");
        assertThat(got[0]).isEqualTo(9);
        ends.get(0).errors().handler((where, failed) -> {});
        assertThatThrownBy(() -> ends.get(0).isend(Buffers.ints(1), 9, TAG).block(TIMEOUT))
                .satisfies(thrown -> assertIs(thrown, ErrorClass.RANK, "9"));
        Family.free(ends);
    }

    @OnEveryChannel
    @DisplayName("ENV-7 a handler that throws changes nothing about the error, which has it suppressed")
    void throwing(Ranks ranks) {
        List<Communicator> ends = Family.dup(worlds(ranks));
        for (Throwable thrown : List.of(new IllegalStateException("broken"), new StackOverflowError())) {
            ends.get(0).errors().handler((where, error) -> {
                throw sneaky(thrown);
            });
            Throwable error = failureOf(ends.get(0).isend(Buffers.ints(1), 9, TAG));
            assertIs(error, ErrorClass.RANK, "9");
            assertThat(error.getSuppressed()).contains(thrown);
            ends.get(0).errors().call(some("own")).block(TIMEOUT);
        }
        ends.get(0).errors().handler((where, error) -> {
            throw error;
        });
        assertThat(failureOf(ends.get(0).isend(Buffers.ints(1), 9, TAG)).getSuppressed())
                .noneMatch(MpiException.class::isInstance);
        assertThat(exchange(ends.get(0), ends.get(1), 4)).isEqualTo(4);
        Family.free(ends);
    }

    @OnEveryChannel
    @DisplayName("ENV-7 a subscriber that cancels while the handler runs hears nothing; the handler goes on")
    void cancelled(Ranks ranks) {
        Communicator world = ranks.world(0);
        CountDownLatch called = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        world.errors().handler((where, error) -> {
            called.countDown();
            Traffic.await(goOn);
            over.countDown();
        });
        Recorder<Object> recorder = new Recorder<>();
        Flux.from(world.isend(Buffers.ints(1), 9, TAG)).cast(Object.class).subscribe(recorder);
        Traffic.await(called);
        recorder.cancel();
        goOn.countDown();
        Traffic.await(over);
        world.errors().handler(ErrorHandler.RETURN);
        // A task of the progress thread comes after that of the error.
        Traffic.meet(ranks);
        assertThat(recorder.signals()).isEmpty();
    }

    @OnEveryChannel
    @DisplayName(
            "ENV-7 an error whose handler runs while the session closes is signalled when the handler has returned")
    void closing(Ranks ranks) throws InterruptedException {
        Communicator world = ranks.world(0);
        CountDownLatch called = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        world.errors().handler((where, error) -> {
            called.countDown();
            Traffic.await(goOn);
        });
        Recorder<Object> recorder = new Recorder<>();
        Flux.from(world.isend(Buffers.ints(1), 9, TAG)).cast(Object.class).subscribe(recorder);
        Traffic.await(called);
        Mono.when(ranks.session(0).close(), ranks.session(1).close()).block(TIMEOUT);
        assertThat(recorder.signals()).isEmpty();
        goOn.countDown();
        assertThat(recorder.await())
                .singleElement()
                .satisfies(error -> assertIs((Throwable) error, ErrorClass.RANK, "9"));
        // What fails since the session has ended is told to nobody.
        Noted<AnyCommunicator> unused = new Noted<>();
        world.errors().handler(unused);
        assertFails(world.isend(Buffers.ints(1), 1, TAG), ErrorClass.SESSION);
        assertThat(unused.errors).isEmpty();
    }

    @OnEveryChannel
    @DisplayName("ENV-7 a program calls a handler itself, with errors of its own")
    void called(Ranks ranks) {
        Communicator world = ranks.world(0);
        assertThat(world.errors()).isSameAs(world.errors());
        world.errors().call(some("nobody hears")).block(TIMEOUT);
        Noted<AnyCommunicator> noted = noted(world);
        ErrorCode solver = world.session().errorCodes().addClass("the solver has failed");
        MpiException own = new MpiException(solver, "after 40 steps");
        Mono<Void> call = world.errors().call(own);
        assertThat(noted.errors).isEmpty();
        call.then(call).block(TIMEOUT);
        assertThat(noted.errors).containsExactly(own, own);
        assertThatThrownBy(() -> world.errors().handler(null))
                .satisfies(error -> assertIs(error, ErrorClass.ARG, "null", "RETURN"));
        assertThat(world.errors().handler()).isSameAs(noted);
        world.errors().handler(ErrorHandler.RETURN);
    }

    @OnEveryChannel
    @DisplayName("ENV-7 what belongs to no communicator goes to the session's handler, and nothing else does")
    void session(Ranks ranks) {
        Communicator world = ranks.world(0);
        SessionView session = world.session();
        Noted<SessionView> noted = new Noted<>();
        session.errors().handler(noted);
        assertThat(session.errors()).isSameAs(session.errors());
        Throwable code = failureOf(session.abort(0));
        Throwable buffer = failureOf(session.buffers().attach(-1));
        Throwable set = failureOf(session.group("none"));
        assertFails(world.isend(Buffers.ints(1), 9, TAG), ErrorClass.RANK, "9");
        assertThat(noted.errors).containsExactly((MpiException) code, (MpiException) buffer, (MpiException) set);
        assertThat(noted.places).containsOnly(session);
        session.errors().handler(ErrorHandler.RETURN);
    }

    @OnEveryChannel
    @DisplayName("ENV-7 a session that was opened has a handler of its own, which hears once of what fails in it")
    void openedSession(Ranks ranks) {
        SessionView first = ranks.world(0).session();
        SessionView session = first.open().blockOptional(TIMEOUT).orElseThrow();
        Noted<SessionView> noted = new Noted<>();
        session.errors().handler(noted);
        Noted<SessionView> apart = new Noted<>();
        first.errors().handler(apart);
        Group self = session.group("mpi://SELF").blockOptional(TIMEOUT).orElseThrow();
        Throwable text = failureOf(session.create(self, ""));
        Throwable set = failureOf(session.info("none"));
        Throwable buffer = failureOf(session.buffers().attach(-1));
        assertThat(noted.errors).containsExactly((MpiException) text, (MpiException) set, (MpiException) buffer);
        assertThat(noted.places).containsOnly(session);
        assertThat(apart.errors).isEmpty();
        assertThat(session.errorCodes()).isSameAs(first.errorCodes());
        first.errors().handler(ErrorHandler.RETURN);
        session.close().block(TIMEOUT);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("ENV-7 ABORT and FATAL end the job, of which the ranks hear; the error is signalled all the same")
    void abort(Ranks ranks) {
        List<Communicator> ends = Family.dup(worlds(ranks));
        ends.get(1).errors().handler(ErrorHandler.ABORT);
        Recorder<?> waiting = Family.started(ranks.world(2).receive(0, TAG));
        Throwable error = failureOf(ends.get(1).isend(Buffers.ints(1), 9, TAG));
        assertIs(error, ErrorClass.RANK, "9");
        assertThat(ended(waiting).toString()).contains("has aborted the job with code " + ErrorClass.RANK.number());
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("ENV-7 FATAL ends the job by the session, with the number of the error's class")
    void fatal(Ranks ranks) {
        ranks.world(0).session().errors().handler(ErrorHandler.FATAL);
        Recorder<?> waiting = Family.started(ranks.world(1).receive(0, TAG));
        Throwable error = failureOf(ranks.world(0).session().buffers().attach(-1));
        assertIs(error, ErrorClass.ARG, "-1");
        assertThat(ended(waiting).toString()).contains("has aborted the job with code " + ErrorClass.ARG.number());
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("ENV-7 a handler of one's own may end the job when it has done its part")
    void delegated(Ranks ranks) {
        Noted<AnyCommunicator> noted = new Noted<>();
        ranks.world(0).errors().handler((where, error) -> {
            noted.handle(where, error);
            ErrorHandler.ABORT.handle(where, error);
        });
        Recorder<?> waiting = Family.started(ranks.world(2).receive(0, TAG));
        assertIs(
                failureOf(ranks.world(0)
                        .barrier()
                        .then(ranks.world(0).bcast(Buffers.of(new int[1]), 7))
                        .doOnSubscribe(begun -> {
                            ranks.world(1).barrier().subscribe();
                            ranks.world(2).barrier().subscribe();
                        })),
                ErrorClass.ROOT,
                "7");
        assertThat(noted.errors).hasSize(1);
        assertThat(ended(waiting)).isNotEmpty();
    }

    @OnEveryChannel(
            ranks = 3,
            virtualTime = true,
            settings = {"reconnect-timeout=500ms", "stall-after=0s"})
    @DisplayName("ENV-7 each operation that a lost rank ends is told once, each with its own error")
    void lost(Ranks ranks) {
        List<Communicator> ends = Family.dup(worlds(ranks));
        Noted<AnyCommunicator> noted = noted(ends.get(0));
        Traffic.meet(ranks);
        List<Recorder<?>> waiting = Stream.<Mono<?>>of(
                        ends.get(0).receive(2, TAG),
                        ends.get(0).irecv(Buffers.of(new int[1]), 2, TAG),
                        ends.get(0).receiveStream(Codecs.string(), 2, TAG).then(),
                        ends.get(0).barrier(),
                        ends.get(0).values(Codecs.string()).receive(2, TAG))
                .<Recorder<?>>map(Family::started)
                .toList();
        ends.get(1).barrier().subscribe(done -> {}, failed -> {});
        ranks.pending(0).block(TIMEOUT);
        ranks.abort(2, "ended by the test").block(TIMEOUT);
        Traffic.lossesAreNoticed(ranks);
        List<Object> signalled = new ArrayList<>();
        waiting.forEach(each -> signalled.addAll(ended(each)));
        assertThat(signalled).hasSize(5).allMatch(ProcessFailedException.class::isInstance);
        assertThat(List.<Object>copyOf(noted.errors)).containsExactlyInAnyOrderElementsOf(signalled);
    }

    @OnEveryChannel
    @DisplayName(
            "ENV-7 errors of several threads in several communicators are told once each, to the handler of their own")
    void atTheSameTime(Ranks ranks) {
        List<List<Communicator>> families =
                List.of(Family.dup(worlds(ranks)), Family.dup(worlds(ranks)), Family.dup(worlds(ranks)));
        List<Communicator> ends = families.stream().map(family -> family.get(0)).toList();
        List<Noted<AnyCommunicator>> handlers =
                ends.stream().map(ErrorHandlersTest::noted).toList();
        List<Queue<Throwable>> signalled =
                List.of(new ConcurrentLinkedQueue<>(), new ConcurrentLinkedQueue<>(), new ConcurrentLinkedQueue<>());
        List<Mistake<Communicator>> mistakes = Stream.of(Mistakes.<Communicator>messages(2), Mistakes.together())
                .flatMap(List::stream)
                .toList();
        Traffic.onThreads(4, thread -> {
            Random random = new Random(SEED + thread);
            List<Mono<Void>> running = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                int place = random.nextInt(ends.size());
                Communicator end = ends.get(place);
                Publisher<?> operation = random.nextInt(4) == 0
                        ? end.isendrecv(Buffers.ints(i), 0, thread, Buffers.of(new int[1]), 0, thread)
                        : mistakes.get(random.nextInt(mistakes.size()))
                                .operation()
                                .apply(end);
                running.add(Flux.from(operation)
                        .doOnError(signalled.get(place)::add)
                        .onErrorComplete()
                        .then());
            }
            Flux.merge(Flux.fromIterable(running), 16).then().block(TIMEOUT);
        });
        for (int place = 0; place < ends.size(); place++) {
            List<Throwable> told = new ArrayList<>(handlers.get(place).errors);
            assertThat(told)
                    .as("seed " + SEED)
                    .doesNotHaveDuplicates()
                    .hasSizeGreaterThan(100)
                    .containsExactlyInAnyOrderElementsOf(signalled.get(place));
            Communicator own = ends.get(place);
            assertThat(handlers.get(place).places).allMatch(where -> where == own);
        }
        families.forEach(Family::free);
    }

    @OnEveryChannel
    @DisplayName("ENV-7 a handler is called though each of Reactor's threads that may block waits for an error")
    void behindBlockedThreads(Ranks ranks) {
        List<Communicator> ends = Family.dup(worlds(ranks));
        Noted<AnyCommunicator> noted = noted(ends.get(0));
        int threads = 2 * Schedulers.DEFAULT_BOUNDED_ELASTIC_SIZE;
        Traffic.onThreads(threads, thread -> failureOf(ends.get(0).isend(Buffers.ints(1), 99, thread)));
        assertThat(noted.errors).hasSize(threads);
        Family.free(ends);
    }

    @OnEveryChannel
    @DisplayName("ENV-7 code of the program that fails is its own affair: no handler hears of it")
    void ofPrograms(Ranks ranks) {
        List<Communicator> ends = Family.dup(worlds(ranks));
        Noted<AnyCommunicator> noted = noted(ends.get(0));
        Codec<String> text = Codecs.string();
        Recorder<?> received =
                Family.started(ends.get(1).receiveStream(text, 0, TAG).then());
        assertThat(failureOf(ends.get(0).sendStream(Flux.error(new IllegalStateException("mine")), text, 1, TAG)))
                .hasMessageContaining("mine");
        ended(received);
        assertThat(failureOf(ends.get(0)
                        .barrier()
                        .then(Mono.error(some("later")))
                        .doOnSubscribe(begun -> ends.get(1).barrier().subscribe())))
                .hasMessage("later");
        assertThat(noted.errors).isEmpty();
        Family.free(ends);
    }
}
