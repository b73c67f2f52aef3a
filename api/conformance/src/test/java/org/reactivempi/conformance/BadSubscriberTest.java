package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Payloads.room;
import static org.reactivempi.conformance.Traffic.exchange;
import static org.reactivempi.conformance.Traffic.meet;
import static org.reactivempi.conformance.Traffic.value;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Communicator;
import org.reactivempi.Message;
import org.reactivempi.MpiException;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.publisher.Flux;
import reactor.util.context.Context;

/** RX-2, RX-8: subscribers that ask for nothing, or throw, and what is left of them: nothing. */
class BadSubscriberTest {

    private static final int ABSENT = 9;

    @OnEveryChannel
    @DisplayName("RX-2 a request for nothing is an error signal, and starts nothing")
    void badDemand(Ranks ranks) throws Exception {
        Kind.prepare(ranks);
        for (Kind kind : Kind.all(Kind::isPublisher)) {
            for (long n : new long[] {0, -1, Long.MIN_VALUE}) {
                Recorder<Object> recorder = subscribe(kind.of(ranks.world(0), 1));
                recorder.request(n);
                recorder.request(1);
                assertRefused(kind, recorder);
            }
        }
        assertNothingLeft(ranks);
    }

    @OnEveryChannel
    @DisplayName("RX-2 a request for nothing ends an operation that waits, and takes it back")
    void badDemandLater(Ranks ranks) throws Exception {
        Kind.prepare(ranks);
        for (Kind kind : Kind.all(kind -> kind.isPublisher() && kind.waits())) {
            Recorder<Object> recorder = subscribe(kind.of(ranks.world(0), 1));
            recorder.request(1);
            ranks.pending(0).block(TIMEOUT);
            recorder.request(0);
            recorder.request(1);
            assertRefused(kind, recorder);
            // Until the withdrawal is there, a receive may still get what was sent.
            meet(ranks);
        }
        assertNothingLeft(ranks);
    }

    @OnEveryChannel
    @DisplayName("RX-8 a subscriber that throws at its value harms nobody; the error goes to the hook")
    void throwsAtValue(Ranks ranks) throws Exception {
        throwsAt(ranks, Thrower.Moment.VALUE);
    }

    @OnEveryChannel
    @DisplayName("RX-8 a subscriber that throws at its completion harms nobody; the error goes to the hook")
    void throwsAtCompletion(Ranks ranks) throws Exception {
        throwsAt(ranks, Thrower.Moment.COMPLETION);
    }

    @OnEveryChannel
    @DisplayName(
            "RX-8 an error of the JVM in an operator harms no other operation; the hook and the session tell of it")
    void fatalError(Ranks ranks) throws Exception {
        Kind.prepare(ranks);
        for (Kind kind : Kind.all(kind -> kind.isPublisher() && kind.hasValue())) {
            Thrower thrower = new Thrower(Thrower.Moment.SUBSCRIPTION) {
                @Override
                public void onSubscribe(Subscription given) {
                    given.request(1);
                }
            };
            Flux.from(kind.partner(ranks.world(1), 0)).subscribe();
            ranks.pending(1).block(TIMEOUT);
            Flux.from(kind.of(ranks.world(0), 1))
                    .doOnNext(value -> {
                        throw new NoClassDefFoundError(Thrower.MESSAGE);
                    })
                    .subscribe(thrower);
            meet(ranks);

            assertThat(thrower.awaitDropped(kind)).as("%s", kind).isInstanceOf(NoClassDefFoundError.class);
            kind.clean(ranks.world(0), 1);
            assertNothingLeft(ranks);
        }
        assertThatThrownBy(() -> ranks.session(0).failure().block(TIMEOUT))
                .isInstanceOf(NoClassDefFoundError.class)
                .hasMessage(Thrower.MESSAGE);
        // What has failed says so at once, also later.
        Recorder<Void> other = new Recorder<>();
        ranks.session(1).failure().subscribe(other);
        meet(ranks);
        assertThat(other.signals()).isEmpty();
        other.cancel();
    }

    @OnEveryChannel
    @DisplayName("RX-8 so does an error of the JVM in a task on the session's scheduler")
    void fatalTask(Ranks ranks) {
        ranks.session(0).scheduler().schedule(() -> {
            throw new StackOverflowError(Thrower.MESSAGE);
        });
        assertThatThrownBy(() -> ranks.session(0).failure().block(TIMEOUT))
                .isInstanceOf(StackOverflowError.class)
                .hasMessage(Thrower.MESSAGE);
        assertNothingLeft(ranks);
    }

    private static void throwsAt(Ranks ranks, Thrower.Moment moment) throws Exception {
        Kind.prepare(ranks);
        boolean atValue = moment == Thrower.Moment.VALUE;
        for (Kind kind : Kind.all(kind -> !kind.isCall() && (kind.hasValue() || !atValue))) {
            Thrower thrower = new Thrower(moment);
            AtomicReference<Message> neighbour = new AtomicReference<>();
            Flux.from(kind.partner(ranks.world(1), 0)).subscribe();
            // Posted when this has run: a ready send needs it.
            ranks.pending(1).block(TIMEOUT);
            kind.of(ranks.world(0), 1).subscribe(thrower);
            ranks.world(0).receive(1, TAG + 1).subscribe(neighbour::set);
            ranks.world(1).isend(ints(2), 0, TAG + 1).block(TIMEOUT);
            meet(ranks);

            assertThat(thrower.awaitDropped(kind)).as("%s", kind).hasMessage(Thrower.MESSAGE);
            assertThat(value(neighbour.get())).as("%s", kind).isEqualTo(2);
            kind.clean(ranks.world(0), 1);
            assertNothingLeft(ranks);
        }
    }

    @OnEveryChannel
    @DisplayName("RX-8 a subscriber that throws at the error of an operation that ran harms nobody")
    void throwsAtError(Ranks ranks) throws Exception {
        for (Kind kind : List.of(Kind.IRECV, Kind.ISENDRECV_RECEIVING, Kind.ISENDRECV_REPLACE_RECEIVING)) {
            Thrower thrower = new Thrower(Thrower.Moment.ERROR);
            kind.of(ranks.world(0), room(4), 1, TAG).subscribe(thrower);
            ranks.world(1).isend(room(5), 0, TAG).block(TIMEOUT);

            assertThat(thrower.awaitDropped(kind)).as("%s", kind).hasMessage(Thrower.MESSAGE);
            assertNothingLeft(ranks);
        }
    }

    @OnEveryChannel
    @DisplayName("RX-8 a subscriber that throws when it is subscribed gets its exception back, and nothing starts")
    void throwsAtSubscription(Ranks ranks) throws Exception {
        Kind.prepare(ranks);
        for (Kind kind : Kind.all(Kind::isPublisher)) {
            Thrower thrower = new Thrower(Thrower.Moment.SUBSCRIPTION);
            kind.of(ranks.world(0), 1).subscribe(thrower);
            assertOneError(kind, thrower);
        }
        assertNothingLeft(ranks);
    }

    @OnEveryChannel
    @DisplayName(
            "RX-8 a subscriber that throws at the error of wrong arguments gets its exception back, and harms nobody")
    void throwsAtWrongArguments(Ranks ranks) throws Exception {
        Kind.prepare(ranks);
        for (Kind kind : Kind.all(Kind::isPublisher)) {
            Thrower thrower = new Thrower(Thrower.Moment.ERROR);
            Publisher<?> wrong = kind.of(ranks.world(0), ABSENT);
            assertThatThrownBy(() -> wrong.subscribe(thrower)).as("%s", kind).hasMessage(Thrower.MESSAGE);
            assertThat(thrower.await()).as("%s", kind).first().isInstanceOf(MpiException.class);
        }
        assertNothingLeft(ranks);
    }

    @OnEveryChannel
    @DisplayName("RX-8 a hook on the subscription that throws is an error of its pipeline, and nothing starts")
    void throwingSubscriptionHook(Ranks ranks) throws Exception {
        Kind.prepare(ranks);
        for (Kind kind : Kind.all(Kind::isPublisher)) {
            Recorder<Object> recorder =
                    subscribe(Flux.from(kind.of(ranks.world(0), 1)).doOnSubscribe(subscription -> {
                        throw new IllegalStateException(Thrower.MESSAGE);
                    }));
            recorder.request(1);
            assertOneError(kind, recorder);
        }
        assertNothingLeft(ranks);
    }

    @OnEveryChannel
    @DisplayName("RX-8 a hook on cancellation that throws keeps no operation from being taken back")
    void throwingCancellationHook(Ranks ranks) {
        Kind.prepare(ranks);
        for (Kind kind : Kind.all(kind -> kind.isPublisher() && kind.waits())) {
            Recorder<Object> recorder =
                    subscribe(Flux.from(kind.of(ranks.world(0), 1)).doOnCancel(() -> {
                        throw new IllegalStateException(Thrower.MESSAGE);
                    }));
            recorder.request(1);
            ranks.pending(0).block(TIMEOUT);
            recorder.cancel();
            meet(ranks);
        }
        assertNothingLeft(ranks);
    }

    private static void assertOneError(Kind kind, Recorder<Object> recorder) throws InterruptedException {
        assertThat(recorder.await())
                .as("%s", kind)
                .singleElement()
                .isInstanceOfSatisfying(
                        IllegalStateException.class, error -> assertThat(error).hasMessage(Thrower.MESSAGE));
    }

    @OnEveryChannel
    @DisplayName("RX-8 a subscriber that throws, and whose context throws as well, harms nobody")
    void throwingContext(Ranks ranks) {
        Kind.prepare(ranks);
        for (Kind kind : Kind.all(Kind::isPublisher)) {
            Flux.from(kind.partner(ranks.world(1), 0)).subscribe();
            ranks.pending(1).block(TIMEOUT);
            kind.of(ranks.world(0), 1).subscribe(new Thrower(Thrower.Moment.VALUE) {
                @Override
                public Context currentContext() {
                    throw new IllegalStateException("the context, too");
                }
            });
            meet(ranks);
            kind.clean(ranks.world(0), 1);
            assertNothingLeft(ranks);
        }
    }

    private static Recorder<Object> subscribe(Publisher<?> operation) {
        Recorder<Object> recorder = new Recorder<>();
        operation.subscribe(recorder);
        return recorder;
    }

    private static void assertRefused(Kind kind, Recorder<Object> recorder) throws InterruptedException {
        assertThat(recorder.await())
                .as("%s", kind)
                .singleElement()
                .isInstanceOfSatisfying(
                        IllegalArgumentException.class,
                        error -> assertThat(error).hasMessageContaining("3.9"));
    }

    private static void assertNothingLeft(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        assertThat(exchange(zero, one, 3)).isEqualTo(3);
        assertThat(exchange(one, zero, 4)).isEqualTo(4);
        meet(ranks);
        assertThat(ranks.pending(0).block(TIMEOUT)).isEmpty();
        assertThat(ranks.pending(1).block(TIMEOUT)).isEmpty();
    }

    /** A subscriber that asks for one value, and throws at some moment. */
    private static class Thrower extends Recorder<Object> {

        enum Moment {
            SUBSCRIPTION,
            VALUE,
            COMPLETION,
            ERROR
        }

        static final String MESSAGE = "thrown by a test";

        private final Moment moment;
        private final List<Throwable> dropped = new CopyOnWriteArrayList<>();
        private final CountDownLatch hook = new CountDownLatch(1);

        Thrower(Moment moment) {
            this.moment = moment;
        }

        @Override
        public Context currentContext() {
            Consumer<Throwable> local = error -> {
                dropped.add(error);
                hook.countDown();
            };
            return Context.of("reactor.onErrorDropped.local", local);
        }

        @Override
        public void onSubscribe(Subscription given) {
            throwAt(Moment.SUBSCRIPTION);
            given.request(1);
        }

        @Override
        public void onNext(Object value) {
            throwAt(Moment.VALUE);
        }

        @Override
        public void onComplete() {
            throwAt(Moment.COMPLETION);
        }

        @Override
        public void onError(Throwable error) {
            super.onError(error);
            throwAt(Moment.ERROR);
        }

        /** What Reactor's hook got, once. */
        Throwable awaitDropped(Kind kind) throws InterruptedException {
            assertThat(hook.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                    .as("%s: the hook was called", kind)
                    .isTrue();
            assertThat(dropped).hasSize(1);
            return dropped.get(0);
        }

        private void throwAt(Moment now) {
            if (now == moment) {
                throw new IllegalStateException(MESSAGE);
            }
        }
    }
}
