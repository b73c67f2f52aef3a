package org.reactivempi.transport.engine.match;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reactivempi.transport.engine.progress.CompletionQueue;

class MatchQueuesTest {

    private static final int ANY = Posted.ANY;

    private static final long LENGTH = 1L << 33;

    private final MatchQueues queues = new MatchQueues(new CompletionQueue(Runnable::run), null);

    private static final class Receive extends TestPosted {

        private boolean cancelled;
        private boolean small;
        private boolean tooLong;

        Receive(int context, int source, int tag) {
            super(context, source, tag);
        }

        @Override
        public boolean holds(long lengthBytes) {
            return !small || lengthBytes < LENGTH;
        }

        @Override
        public void failed(Throwable failure) {
            tooLong = true;
            super.failed(failure);
        }

        /** As another thread would, at any time. */
        void cancelElsewhere() {
            cancelled = true;
            renounce();
        }

        boolean matches(int context, int source, int tag) {
            return this.context == context
                    && (this.source == ANY || this.source == source)
                    && (this.tag == ANY || this.tag == tag);
        }
    }

    private static final class Message extends Unexpected {

        Message(int context, int source, int tag) {
            super(context, source, tag);
        }

        @Override
        public long lengthBytes() {
            return LENGTH;
        }

        @Override
        public void giveTo(Posted receive) {
            throw new IllegalStateException("nobody delivers here");
        }

        @Override
        public void takenBy(Posted probe) {
            throw new IllegalStateException("nobody delivers here");
        }
    }

    /** What MPI says, as it says it: two lists, each searched from its beginning. */
    private static final class Lists {

        final List<Receive> posted = new ArrayList<>();
        final List<Message> unexpected = new ArrayList<>();

        Message post(Receive receive) {
            for (Message message : unexpected) {
                if (receive.matches(message.context, message.source(), message.tag())) {
                    if (receive.cancelled) {
                        return null;
                    }
                    unexpected.remove(message);
                    return message;
                }
            }
            posted.add(receive);
            return null;
        }

        Receive putBack(Message message) {
            Receive receive = arrive(message.context, message.source(), message.tag());
            if (receive == null) {
                unexpected.add(message);
                unexpected.sort(Comparator.comparing(each -> each.order));
            }
            return receive;
        }

        Receive arrive(int context, int source, int tag) {
            for (Receive receive : List.copyOf(posted)) {
                if (receive.matches(context, source, tag)) {
                    posted.remove(receive);
                    if (!receive.cancelled) {
                        return receive;
                    }
                }
            }
            return null;
        }
    }

    /** Messages of two sources with two tags, in two contexts. */
    private List<Message> kept() {
        List<Message> kept = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            Message message = new Message(i / 2 % 2, i / 4 % 2, i % 2);
            queues.keep(message);
            kept.add(message);
        }
        return kept;
    }

    @Test
    @DisplayName(
            "where nobody uses wildcards, looks with some still find what waits, oldest first, and how much is asked for")
    void lookWithUnusedWildcard() {
        queues.use(0, new Wildcards(false, false));
        List<Message> kept = kept();

        for (int source = ANY; source < 2; source++) {
            for (int tag = ANY; tag < 2; tag++) {
                Receive asked = new Receive(0, source, tag);
                List<Message> wanted = kept.stream()
                        .filter(message -> asked.matches(message.context, message.source(), message.tag()))
                        .toList();
                assertThat(queues.peek(0, source, tag, 99)).isEqualTo(wanted);
                assertThat(queues.peek(0, source, tag, 1)).isEqualTo(wanted.subList(0, 1));
            }
        }
        assertThat(queues.peek(0, ANY, 3, 1)).isEmpty();
    }

    @Test
    @DisplayName(
            "a receive with a wildcard that nobody was to use gets the oldest message, and so do all others after it")
    void unusedWildcard() {
        queues.use(0, new Wildcards(false, false));
        List<Message> kept = kept();

        assertThat(queues.post(new Receive(0, ANY, 1))).isSameAs(kept.get(1));
        assertThat(queues.post(new Receive(0, ANY, ANY))).isSameAs(kept.get(0));
        assertThat(queues.post(new Receive(0, 1, ANY))).isSameAs(kept.get(4));
        assertThat(queues.post(new Receive(0, 1, 1))).isSameAs(kept.get(5));
        assertThat(queues.post(new Receive(1, ANY, ANY))).isSameAs(kept.get(2));
        Message later = new Message(0, 7, 7);
        queues.keep(later);
        assertThat(queues.peek(0, ANY, 7)).isSameAs(later);
    }

    @Property(tries = 500)
    void matchesAsListsDo(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 12) int tags,
            @ForAll @IntRange(max = 90) int wildcards) {
        Random random = new Random(seed);
        MatchQueues queues = new MatchQueues(new CompletionQueue(Runnable::run), null);
        Lists lists = new Lists();
        int towardsReceives = 20 + random.nextInt(60);
        List<Message> received = new ArrayList<>();
        for (int step = 0; step < 400; step++) {
            int context = random.nextInt(3);
            int source = random.nextInt(4);
            int tag = random.nextInt(tags);
            int action = random.nextInt(120);
            if (random.nextInt(15) == 0) {
                // Whatever is said of wildcards, those that come all the same find what they ask for.
                queues.use(random.nextInt(3), new Wildcards(random.nextBoolean(), random.nextBoolean()));
            }
            if (action >= 115 && !received.isEmpty()) {
                Message returned = received.remove(random.nextInt(received.size()));
                assertThat(queues.putBack(returned)).isSameAs(lists.putBack(returned));
            } else if (action >= 110 && !lists.posted.isEmpty()) {
                lists.posted.get(random.nextInt(lists.posted.size())).cancelElsewhere();
            } else if (action >= 105 && !lists.unexpected.isEmpty()) {
                Message taken = lists.unexpected.remove(random.nextInt(lists.unexpected.size()));
                queues.remove(taken);
            } else if (action >= 100 && !lists.posted.isEmpty()) {
                Receive withdrawn = lists.posted.remove(random.nextInt(lists.posted.size()));
                assertThat(queues.withdraw(withdrawn)).isTrue();
                assertThat(queues.withdraw(withdrawn)).isFalse();
            } else if (action < towardsReceives) {
                int wantedSource = random.nextInt(100) < wildcards ? ANY : source;
                int wantedTag = random.nextInt(100) < wildcards ? ANY : tag;
                Receive receive = new Receive(context, wantedSource, wantedTag);
                if (random.nextInt(20) == 0) {
                    receive.cancelElsewhere();
                }
                Message got = lists.post(receive);
                assertThat(queues.post(receive)).isSameAs(got);
                if (got != null) {
                    received.add(got);
                }
            } else {
                arrive(queues, lists, context, source, tag);
            }
            assertThat(queues.postedCount()).as("step %d", step).isEqualTo(lists.posted.size());
            assertThat(queues.unexpectedCount()).isEqualTo(lists.unexpected.size());
        }
        assertShows(queues, lists);
    }

    private static void arrive(MatchQueues queues, Lists lists, int context, int source, int tag) {
        Receive expected = lists.arrive(context, source, tag);
        Posted met = queues.arrive(context, source, tag, 0);
        assertThat(met).isSameAs(expected);
        if (met == null) {
            Message message = new Message(context, source, tag);
            lists.unexpected.add(message);
            queues.keep(message);
        } else {
            assertThat(queues.withdraw(met)).isFalse();
        }
    }

    private static void assertShows(MatchQueues queues, Lists lists) {
        List<Posted> posted = new ArrayList<>();
        queues.forEachPosted(posted::add);
        List<Unexpected> unexpected = new ArrayList<>();
        queues.forEachUnexpected(unexpected::add);

        assertThat(posted).containsExactlyInAnyOrderElementsOf(lists.posted);
        assertThat(unexpected).containsExactlyInAnyOrderElementsOf(lists.unexpected);
    }

    @ParameterizedTest
    @CsvSource({"5, 7", "5, -1", "-1, 7", "-1, -1"})
    @DisplayName("ORD-1 messages with the same envelope are received in order of arrival, whatever receives ask for")
    void orderOfMessages(int source, int tag) {
        List<Unexpected> messages = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            messages.add(new Message(1, 5, 7));
        }
        messages.forEach(queues::keep);

        messages.forEach(
                message -> assertThat(queues.post(new Receive(1, source, tag))).isSameAs(message));
        assertThat(queues.unexpectedCount()).isZero();
    }

    @Test
    @DisplayName("RCV-3 a receive that can't hold a message is passed over; the next one gets it, or it stays")
    void tooLong() {
        Receive small = new Receive(1, 5, 7);
        small.small = true;
        Receive large = new Receive(1, ANY, ANY);
        queues.post(small);
        queues.post(large);
        assertThat(queues.arrive(1, 5, 7, LENGTH)).isSameAs(large);
        assertThat(small.tooLong).isTrue();
        assertThat(queues.postedCount()).isZero();

        Message message = new Message(1, 5, 7);
        queues.keep(message);
        Receive late = new Receive(1, 5, 7);
        late.small = true;
        assertThat(queues.post(late)).isNull();
        assertThat(late.tooLong).isTrue();
        assertThat(queues.withdraw(late)).isFalse();
        assertThat(queues.post(new Receive(1, 5, ANY))).isSameAs(message);
    }

    @Test
    @DisplayName(
            "ORD-2 ORD-3 receives that match the same message get theirs in the order of posting, wildcards included")
    void orderOfReceives() {
        List<Receive> receives = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            receives.add(new Receive(1, 5, 7));
            receives.add(new Receive(1, ANY, 7));
            receives.add(new Receive(1, 5, ANY));
            receives.add(new Receive(1, ANY, ANY));
        }
        receives.forEach(queues::post);

        receives.forEach(receive -> assertThat(queues.arrive(1, 5, 7, 0)).isSameAs(receive));
        assertThat(queues.arrive(1, 5, 7, 0)).isNull();
    }

    @Test
    @DisplayName("RCV-6 a message never leaves its communicator")
    void contexts() {
        queues.post(new Receive(1, ANY, ANY));
        assertThat(queues.arrive(2, 5, 7, 0)).isNull();

        queues.keep(new Message(2, 5, 7));
        assertThat(queues.post(new Receive(3, ANY, ANY))).isNull();
    }

    @Test
    @DisplayName("thousands of different envelopes, in and out again, many times")
    void manyChains() {
        for (int round = 0; round < 3; round++) {
            Set<Unexpected> kept = new HashSet<>();
            for (int tag = 0; tag < 3000; tag++) {
                Message message = new Message(round, tag % 7, tag);
                queues.keep(message);
                kept.add(message);
            }
            for (int tag = 2999; tag >= 0; tag--) {
                Unexpected message = queues.post(new Receive(round, tag % 7, tag));
                assertThat(message).isNotNull();
                assertThat(message.tag()).isEqualTo(tag);
                kept.remove(message);
            }
            assertThat(kept).isEmpty();
        }
        assertThat(queues.unexpectedCount()).isZero();
    }

    @Test
    @DisplayName("the receives that wait for exactly one envelope are shown in their order, and no others")
    void postedOfOneEnvelope() {
        Receive first = new Receive(1, 5, 7);
        Receive second = new Receive(1, 5, 7);
        List.of(first, new Receive(1, ANY, 7), new Receive(1, 5, 8), second, new Receive(2, 5, 7))
                .forEach(queues::post);
        List<Posted> shown = new ArrayList<>();

        queues.forEachPosted(1, 5, 7, shown::add);
        queues.forEachPosted(3, 5, 7, shown::add);

        assertThat(shown).containsExactly(first, second);
    }

    @Test
    @DisplayName("ORD-1 messages that are put back stand where they stood, from the oldest to the youngest")
    void putBackInAnyOrder() {
        List<Message> messages = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            messages.add(new Message(1, 5, 7));
            queues.keep(messages.get(i));
        }
        messages.forEach(message -> queues.post(new Receive(1, 5, 7)));

        for (int i : new int[] {2, 0, 4, 1, 3}) {
            assertThat(queues.putBack(messages.get(i))).isNull();
        }
        messages.forEach(
                message -> assertThat(queues.post(new Receive(1, ANY, ANY))).isSameAs(message));
    }

    @Test
    @DisplayName("a receive that was withdrawn can be posted again, and then stands behind all others")
    void postedAgain() {
        Receive first = new Receive(1, 5, 7);
        Receive second = new Receive(1, 5, 7);
        queues.post(first);
        queues.post(second);
        queues.withdraw(first);
        queues.post(first);

        assertThat(queues.arrive(1, 5, 7, 0)).isSameAs(second);
        assertThat(queues.arrive(1, 5, 7, 0)).isSameAs(first);
    }
}
