package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.assertIs;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.pattern;
import static org.reactivempi.conformance.Traffic.exchange;
import static org.reactivempi.conformance.Traffic.meet;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.AnyCommunicator;
import org.reactivempi.Buffers;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Hints;
import org.reactivempi.Hints.Hint;
import org.reactivempi.Info;
import org.reactivempi.Intercommunicator;
import org.reactivempi.MatchedMessage;
import org.reactivempi.Mpi;
import org.reactivempi.PersistentRequest;
import org.reactivempi.Status;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;

/** ENV-5, ENV-6: what a program says of its messages, and what becomes of it where it was not true. */
class HintsTest {

    private static final int[] LENGTHS = {0, 1, 100, 70_000, 1 << 20};

    private static List<Communicator> said(Ranks ranks, UnaryOperator<Hints> hints) {
        return onAll(worlds(ranks), end -> end.dup(hints.apply(Hints.create())));
    }

    private static Info info(Hint hint, boolean value) {
        return Info.create().with(hint.key(), Boolean.toString(value));
    }

    @OnEveryChannel
    @DisplayName("ENV-6 with noAnySource, receives and probes from any source fail, and the communicator works on")
    void noAnySource(Ranks ranks) {
        List<Communicator> ends = said(ranks, Hints::noAnySource);
        Communicator one = ends.get(1);
        int any = Mpi.ANY_SOURCE;

        for (Mono<?> wrong : List.of(
                one.irecv(Buffers.of(new byte[1]), any, TAG),
                one.receive(any, TAG),
                one.receive(Codecs.string(), any, TAG),
                one.probe(any, TAG),
                one.iprobe(any, Mpi.ANY_TAG),
                one.mprobe(any, TAG),
                one.improbe(any, TAG),
                one.isendrecv(Buffers.ints(1), 0, TAG, Buffers.of(new int[1]), any, TAG),
                one.isendrecvReplace(Buffers.of(new int[1]), 0, TAG, any, TAG),
                one.receiveStream(Codecs.string(), any, TAG).next())) {
            assertFails(wrong, ErrorClass.ARG, "ANY_SOURCE", "mpi_assert_no_any_source");
        }
        assertThat(ranks.pending(0).block(TIMEOUT)).isEmpty();
        assertThat(exchange(ends.get(0), one, 5)).isEqualTo(5);
        ends.get(0).isend(Buffers.ints(7), 1, 9).block(TIMEOUT);
        assertThat(one.receive(0, Mpi.ANY_TAG).block(TIMEOUT).status().tag()).isEqualTo(9);
        Family.free(ends);
    }

    @OnEveryChannel
    @DisplayName("ENV-6 with noAnyTag, receives and probes with any tag fail, and the communicator works on")
    void noAnyTag(Ranks ranks) {
        List<Communicator> ends = said(ranks, Hints::noAnyTag);
        Communicator one = ends.get(1);
        int any = Mpi.ANY_TAG;

        for (Mono<?> wrong : List.of(
                one.irecv(Buffers.of(new byte[1]), 0, any),
                one.receive(Mpi.ANY_SOURCE, any),
                one.receive(Codecs.string(), 0, any),
                one.probe(0, any),
                one.iprobe(0, any),
                one.mprobe(0, any),
                one.improbe(0, any),
                one.isendrecv(Buffers.ints(1), 0, TAG, Buffers.of(new int[1]), 0, any))) {
            assertFails(wrong, ErrorClass.ARG, "ANY_TAG", "mpi_assert_no_any_tag");
        }
        assertThat(ranks.pending(0).block(TIMEOUT)).isEmpty();
        assertThat(exchange(ends.get(0), one, 5)).isEqualTo(5);
        ends.get(0).isend(Buffers.ints(7), 1, 9).block(TIMEOUT);
        assertThat(one.receive(Mpi.ANY_SOURCE, 9).block(TIMEOUT).status().source())
                .isZero();
        Family.free(ends);
    }

    @OnEveryChannel
    @DisplayName(
            "ENV-6 a persistent receive from any source fails as well, and a start of one that was made before goes on")
    void persistent(Ranks ranks) {
        List<Communicator> ends = said(ranks, hints -> hints);
        Communicator one = ends.get(1);
        int[] room = new int[1];
        one.setInfo(info(Hint.NO_ANY_SOURCE, true));
        PersistentRequest wrong = PersistentRequest.of(one.irecv(Buffers.of(room), Mpi.ANY_SOURCE, TAG));
        wrong.start();
        assertFails(wrong.completion(), ErrorClass.ARG, "ANY_SOURCE");
        wrong.free();

        one.setInfo(info(Hint.NO_ANY_SOURCE, false));
        Recorder<?> waits = started(one.irecv(Buffers.of(room), Mpi.ANY_SOURCE, TAG));
        one.setInfo(info(Hint.NO_ANY_SOURCE, true));
        ends.get(0).isend(Buffers.ints(6), 1, TAG).block(TIMEOUT);
        assertThat(await(waits)).hasSize(2).endsWith("complete");
        assertThat(room).containsExactly(6);
        Family.free(ends);
    }

    private static List<Object> await(Recorder<?> recorder) {
        try {
            return new ArrayList<>(recorder.await());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @OnEveryChannel
    @DisplayName(
            "ENV-6 with exactLength, a message of another length than its buffer fails the receive, in each way to receive")
    void exactLength(Ranks ranks) {
        List<Communicator> ends = said(ranks, Hints::exactLength);
        Communicator zero = ends.get(0);
        Communicator one = ends.get(1);
        for (int sent : LENGTHS) {
            for (int difference : new int[] {1, -1, 64, -64}) {
                int length = sent + difference;
                for (boolean early : length < 0 ? new boolean[0] : new boolean[] {true, false}) {
                    assertOther(zero, one, sent, length, early);
                }
            }
            byte[] room = new byte[sent];
            Mono.when(zero.isend(Buffers.of(pattern(3, sent)), 1, TAG), one.irecv(Buffers.of(room), 0, TAG))
                    .block(TIMEOUT);
            assertThat(room).isEqualTo(pattern(3, sent));
            Mono.when(
                            zero.isend(Buffers.of(pattern(4, sent)), 1, TAG),
                            one.receive(0, TAG)
                                    .doOnNext(message -> assertThat(
                                                    message.status().lengthBytes())
                                            .isEqualTo(sent)))
                    .block(TIMEOUT);
        }
        Family.free(ends);
    }

    private static void assertOther(Communicator zero, Communicator one, int sent, int length, boolean early) {
        Mono<Status> received = one.irecv(Buffers.of(new byte[length]), 0, TAG);
        Recorder<Status> waits = early ? started(received) : null;
        Recorder<Status> send = started(zero.isend(Buffers.of(pattern(1, sent)), 1, TAG));
        if (!early) {
            // It is here, or announced, before anybody asks for it.
            one.probe(0, TAG).block(TIMEOUT);
            MatchedMessage taken = length % 2 == 0 ? one.mprobe(0, TAG).block(TIMEOUT) : null;
            waits = started(taken == null ? received : taken.receive(Buffers.of(new byte[length])));
        }
        assertThat(await(waits)).singleElement().satisfies(error -> {
            assertIs((Throwable) error, ErrorClass.ARG, "mpi_assert_exact_length", "" + sent, "" + length);
        });
        assertThat(await(send)).hasSize(2).endsWith("complete");
        assertThat(exchange(zero, one, 5)).isEqualTo(5);
    }

    @OnEveryChannel
    @DisplayName(
            "ENV-6 exactLength speaks of receives alone: nothing comes from the null process, and collective calls know no such rule")
    void exactLengthOfOthers(Ranks ranks) {
        List<Communicator> ends = said(ranks, Hints::exactLength);

        assertThat(ends.get(0)
                        .irecv(Buffers.of(new byte[3]), Mpi.PROC_NULL, TAG)
                        .block(TIMEOUT)
                        .lengthBytes())
                .isZero();
        byte[][] rooms = {new byte[10], new byte[10]};
        onAll(
                ends,
                end -> end.allgather(Buffers.of(pattern(end.rank(), 5)), Buffers.of(rooms[end.rank()]))
                        .thenReturn(1));
        assertThat(rooms[0]).isEqualTo(rooms[1]).startsWith(pattern(0, 5)).endsWith(pattern(1, 5));
        Family.free(ends);
    }

    @OnEveryChannel
    @DisplayName(
            "ENV-5 a communicator's info has all hints; setInfo changes those that it names, here alone, and ignores other keys")
    void setInfo(Ranks ranks) {
        List<Communicator> ends = said(ranks, Hints::noAnyTag);
        Communicator zero = ends.get(0);

        assertThat(ranks.world(0).info()).isEqualTo(Hints.create().toInfo());
        assertThat(zero.hints()).isEqualTo(Hints.create().noAnyTag());
        zero.setInfo(Info.create().with("colour", "blue").with(Hint.EXACT_LENGTH.key(), "true"));
        assertThat(zero.info().toMap())
                .containsEntry("mpi_assert_no_any_tag", "true")
                .containsEntry("mpi_assert_exact_length", "true")
                .containsEntry("mpi_assert_no_any_source", "false")
                .containsEntry("mpi_assert_allow_overtaking", "false")
                .hasSize(Hint.values().length);
        assertThat(ends.get(1).hints()).isEqualTo(Hints.create().noAnyTag());
        assertThatThrownBy(() -> zero.setInfo(
                        Info.create().with(Hint.NO_ANY_TAG.key(), "false").with(Hint.EXACT_LENGTH.key(), "no")))
                .satisfies(wrong -> assertIs(wrong, ErrorClass.INFO_VALUE, "mpi_assert_exact_length", "no"));
        assertThat(zero.hints()).isEqualTo(Hints.create().noAnyTag().exactLength());
        assertThat(exchange(zero, ends.get(1), 5)).isEqualTo(5);
        Family.free(ends);
        assertThatThrownBy(() -> zero.setInfo(Info.create()))
                .satisfies(wrong -> assertIs(wrong, ErrorClass.COMM, "freed"));
    }

    @OnEveryChannel
    @DisplayName("ENV-5 a duplicate has the hints that it was made with, and not those of its original")
    void duplicates(Ranks ranks) {
        List<Communicator> ends = said(ranks, hints -> hints.noAnySource().exactLength());

        List<Communicator> plain = Family.dup(ends);
        List<Communicator> other = onAll(ends, end -> end.dup(Hints.create().allowOvertaking()));
        List<Communicator> part = onAll(ends, end -> end.split(0, 0));

        assertThat(plain).extracting(AnyCommunicator::hints).containsOnly(Hints.create());
        assertThat(other)
                .extracting(AnyCommunicator::hints)
                .containsOnly(Hints.create().allowOvertaking());
        assertThat(part).extracting(AnyCommunicator::hints).containsOnly(Hints.create());
        assertThat(exchange(plain.get(0), plain.get(1), 1)).isEqualTo(1);
        List.of(plain, other, part, ends).forEach(Family::free);
    }

    @OnEveryChannel
    @DisplayName("ENV-5 ranks of one communicator may say different things of their receives")
    void different(Ranks ranks) {
        List<Communicator> ends = onAll(
                worlds(ranks),
                end -> end.dup(
                        end.rank() == 0
                                ? Hints.create()
                                : Hints.create().noAnySource().noAnyTag()));

        ends.get(1).isend(Buffers.ints(1), 0, TAG).block(TIMEOUT);
        assertThat(ends.get(0)
                        .receive(Mpi.ANY_SOURCE, Mpi.ANY_TAG)
                        .block(TIMEOUT)
                        .status()
                        .source())
                .isEqualTo(1);
        assertFails(ends.get(1).receive(Mpi.ANY_SOURCE, TAG), ErrorClass.ARG, "ANY_SOURCE");
        assertThat(exchange(ends.get(0), ends.get(1), 4)).isEqualTo(4);
        Family.free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("ENV-6 hints hold between two groups, where a source is one of the other group")
    void twoGroups(Ranks ranks) {
        List<Communicator> parts = onAll(worlds(ranks), end -> end.split(Math.min(1, end.rank()), 0));
        List<Intercommunicator> two = onAll(
                worlds(ranks), end -> parts.get(end.rank()).intercommunicator(0, end, end.rank() == 0 ? 1 : 0, 3));
        List<Intercommunicator> ends = onAll(two, end -> end.dup(Hints.create().noAnySource()));

        assertThat(ends)
                .extracting(AnyCommunicator::hints)
                .containsOnly(Hints.create().noAnySource());
        assertFails(ends.get(0).receive(Mpi.ANY_SOURCE, TAG), ErrorClass.ARG, "ANY_SOURCE");
        ends.get(2).isend(Buffers.ints(3), 0, TAG).block(TIMEOUT);
        ends.get(1).isend(Buffers.ints(2), 0, TAG).block(TIMEOUT);
        assertThat(ends.get(0).receive(1, TAG).block(TIMEOUT).status().source()).isEqualTo(1);
        assertThat(ends.get(0).receive(0, TAG).block(TIMEOUT).status().source()).isZero();
        onAll(ends, end -> end.free());
        onAll(two, end -> end.free());
        Family.free(parts);
    }

    @OnEveryChannel
    @DisplayName("ENV-6 messages that wait are found in their order, whatever hints come and go meanwhile")
    void changingHints(Ranks ranks) {
        List<Communicator> ends = said(ranks, hints -> hints.noAnySource().noAnyTag());
        Communicator zero = ends.get(0);
        Communicator one = ends.get(1);
        Random random = new Random(11);
        for (int round = 0; round < 20; round++) {
            List<int[]> waiting = new ArrayList<>();
            for (int step = 0; step < 30; step++) {
                if (random.nextInt(4) == 0) {
                    one.setInfo(info(Hint.NO_ANY_SOURCE, random.nextBoolean())
                            .with(info(Hint.NO_ANY_TAG, random.nextBoolean())));
                }
                int tag = random.nextInt(3);
                zero.isend(Buffers.ints(step), 1, tag).block(TIMEOUT);
                waiting.add(new int[] {tag, step});
            }
            meet(ranks);
            while (!waiting.isEmpty()) {
                boolean anyTag = random.nextBoolean();
                boolean anySource = random.nextBoolean();
                one.setInfo(info(Hint.NO_ANY_SOURCE, !anySource).with(info(Hint.NO_ANY_TAG, !anyTag)));
                int wanted = waiting.get(random.nextInt(waiting.size()))[0];
                int[] first = waiting.stream()
                        .filter(each -> anyTag || each[0] == wanted)
                        .findFirst()
                        .orElseThrow();
                waiting.remove(first);
                int[] room = new int[1];
                assertThat(one.irecv(Buffers.of(room), anySource ? Mpi.ANY_SOURCE : 0, anyTag ? Mpi.ANY_TAG : wanted)
                                .block(TIMEOUT)
                                .tag())
                        .isEqualTo(first[0]);
                assertThat(room).containsExactly(first[1]);
            }
        }
        Family.free(ends);
    }

    @OnEveryChannel
    @DisplayName("ENV-6 the hints of a communicator are gone with it, also where the next one has its number")
    void freed(Ranks ranks) {
        List<Communicator> ends = said(ranks, hints -> hints.noAnySource().noAnyTag());
        int number = Family.context(ends.get(0));
        Family.free(ends);
        List<Communicator> next = Family.dup(worlds(ranks));
        assertThat(Family.context(next.get(0))).isEqualTo(number);

        next.get(0).isend(Buffers.ints(8), 1, TAG).block(TIMEOUT);
        meet(ranks);
        assertThat(next.get(1)
                        .iprobe(Mpi.ANY_SOURCE, Mpi.ANY_TAG)
                        .block(TIMEOUT)
                        .tag())
                .isEqualTo(TAG);
        assertThat(next.get(1)
                        .receive(Mpi.ANY_SOURCE, Mpi.ANY_TAG)
                        .block(TIMEOUT)
                        .status()
                        .source())
                .isZero();
        Family.free(next);
    }
}
