package org.reactivempi.benchmarks.soak.group;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.reactivempi.Buffers;
import org.reactivempi.Completion;
import org.reactivempi.PersistentRequest;
import org.reactivempi.Request;
import org.reactivempi.RequestList;
import org.reactivempi.Requests;
import org.reactivempi.Status;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Lists of requests that are started at once, receives of all ranks among them, and waited for in each way that there is: any, some,
 * all, as a stream, and by tests again and again. Each must be told once, with its own message.
 */
final class RequestListsLane implements GroupLane {

    private static final int LISTS = 5;
    private static final int FOR_EACH = 4;
    private static final int LONGEST = 6000;
    private static final int PERSISTENT_ONE_IN = 5;
    private static final int TAG = 300;
    private static final Duration BETWEEN_TESTS = Duration.ofMillis(1);

    private enum Wait {
        ANY,
        SOME,
        ALL,
        COMPLETIONS,
        TEST_ANY,
        TEST_SOME,
        TEST_ALL,
        LIST_ANY,
        LIST_SOME,
        /** On all ranks, or none: these send twice. */
        PERSISTENT
    }

    @Override
    public String name() {
        return "request-lists";
    }

    @Override
    public Mono<Void> run(Turn turn) {
        return Flux.range(0, LISTS).concatMap(i -> new Exchange(turn).run()).then();
    }

    /** One list on this rank: receives from all ranks, and sends to all, in an order of its own. */
    private static final class Exchange {

        private record Receive(int source, int number, int[] room) {}

        private final Turn turn;
        private final Check check;
        private final Wait wait;
        private final Values values;
        private final int[] lengths = new int[FOR_EACH];
        private final List<Receive> receives = new ArrayList<>();
        /** In the order of the list; nothing for a send. */
        private final List<Integer> entries = new ArrayList<>();

        private int told;

        Exchange(Turn turn) {
            this.turn = turn;
            this.check = turn.check();
            boolean isPersistent = turn.random().nextInt(PERSISTENT_ONE_IN) == 0;
            Wait other = Wait.values()[turn.own().nextInt(Wait.PERSISTENT.ordinal())];
            this.wait = isPersistent ? Wait.PERSISTENT : other;
            this.values = turn.values();
            for (int i = 0; i < FOR_EACH; i++) {
                lengths[i] = turn.length(LONGEST);
            }
        }

        Mono<Void> run() {
            List<Mono<Status>> operations = new ArrayList<>();
            for (int rank = 0; rank < turn.size(); rank++) {
                for (int i = 0; i < FOR_EACH; i++) {
                    Receive receive = new Receive(rank, i, new int[lengths[i]]);
                    receives.add(receive);
                    entries.add(receives.size() - 1);
                    operations.add(turn.all().irecv(Buffers.of(receive.room()), rank, TAG + i));
                    entries.add(-1);
                    operations.add(turn.all().isend(Buffers.ints(salted(turn.rank(), i)), rank, TAG + i));
                }
            }
            long order = turn.own().nextLong();
            Collections.shuffle(entries, new Random(order));
            Collections.shuffle(operations, new Random(order));
            return waited(operations).then(Mono.fromRunnable(this::checkAll));
        }

        private int[] salted(int rank, int number) {
            return new Values(values.salt() + number).ints(rank, lengths[number]);
        }

        private Mono<Void> waited(List<Mono<Status>> operations) {
            if (wait == Wait.PERSISTENT) {
                return persistent(operations);
            }
            List<Request> requests = new ArrayList<>();
            operations.forEach(operation -> requests.add(Request.start(operation)));
            RequestList list = RequestList.of(requests);
            return switch (wait) {
                case ANY -> again(Requests.waitAny(requests).doOnNext(this::tell));
                case SOME -> Requests.waitSome(requests).doOnNext(this::tell).then();
                case ALL -> Requests.waitAll(requests).doOnNext(this::tellAll).then();
                case COMPLETIONS ->
                    Requests.completions(requests).doOnNext(this::tell).then();
                case TEST_ANY ->
                    tested(() -> {
                        Requests.testAny(requests)
                                .filter(one -> one.index() >= 0)
                                .ifPresent(this::tell);
                        return told == entries.size();
                    });
                case TEST_SOME ->
                    tested(() -> {
                        Requests.testSome(requests).ifPresent(this::tell);
                        return told == entries.size();
                    });
                case TEST_ALL ->
                    tested(() -> {
                        Requests.testAll(requests).ifPresent(this::tellAll);
                        return told == entries.size();
                    });
                case LIST_ANY -> again(list.waitAny().doOnNext(this::tell));
                case LIST_SOME -> again(list.waitSome().doOnNext(this::tell));
                case PERSISTENT -> Mono.error(new IllegalStateException("has gone another way"));
            };
        }

        /** Until all are told. */
        private Mono<Void> again(Mono<?> wait) {
            return wait.repeat(() -> told < entries.size()).then();
        }

        private static Mono<Void> tested(BooleanSupplier test) {
            return Mono.fromSupplier(test::getAsBoolean)
                    .filter(over -> over)
                    .repeatWhenEmpty(Integer.MAX_VALUE, empty -> empty.delayElements(BETWEEN_TESTS))
                    .then();
        }

        /** Started twice, with the same contents. */
        private Mono<Void> persistent(List<Mono<Status>> operations) {
            List<PersistentRequest> requests = new ArrayList<>();
            operations.forEach(operation -> requests.add(PersistentRequest.of(operation)));
            Mono<Void> once = Mono.fromRunnable(() -> Requests.startAll(requests))
                    .then(Requests.waitAll(requests))
                    .doOnNext(this::tellAll)
                    .then(Mono.fromRunnable(this::checkAll));
            return once.then(Mono.<Void>fromRunnable(() -> {
                        told = 0;
                        receives.forEach(receive -> Arrays.fill(receive.room(), 0));
                    }))
                    .then(once)
                    .doFinally(end -> requests.forEach(Request::free));
        }

        private void tell(Completion completion) {
            if (completion.error() != null) {
                throw check.failure("request " + completion.index() + ", " + wait, "its status", completion.error());
            }
            tell(completion.index(), completion.status());
        }

        private void tell(List<Completion> completions) {
            completions.forEach(this::tell);
        }

        private void tellAll(List<Status> statuses) {
            for (int i = 0; i < statuses.size(); i++) {
                tell(i, statuses.get(i));
            }
        }

        private void tell(int index, Status status) {
            told++;
            int entry = entries.get(index);
            if (entry >= 0) {
                Receive receive = receives.get(entry);
                check.equal("source of request " + index + ", " + wait, receive.source(), status.source());
                check.equal("tag of request " + index + ", " + wait, TAG + receive.number(), status.tag());
                check.equal(
                        "bytes of request " + index + ", " + wait,
                        (long) lengths[receive.number()] * Integer.BYTES,
                        status.lengthBytes());
            }
        }

        private void checkAll() {
            check.equal("requests that were told, " + wait, entries.size(), told);
            for (Receive receive : receives) {
                check.ints(
                        "message " + receive.number() + " of rank " + receive.source() + ", " + wait,
                        salted(receive.source(), receive.number()),
                        receive.room());
            }
        }
    }
}
