package org.reactivempi.core.port;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.core.port.MeetingNetwork.Name;
import org.reactivempi.core.port.MeetingNetwork.Node;
import org.reactivempi.core.port.Words.Step;
import org.reactivempi.transport.engine.port.PeerDirectory.Address;
import org.reactivempi.transport.fixtures.Seeds;

/**
 * Processes of several jobs that publish names, withdraw them, look them up, wait no more and are lost at random, while what they say takes its
 * time. Each question has one answer, a name has one publisher, and at the end nobody keeps anything of anybody.
 *
 * <p>With {@code -Pfuzz} it runs for minutes.
 */
@Timeout(value = 1, unit = TimeUnit.HOURS)
class NamesFuzzTest {

    private static final int USUAL_SEEDS = 1500;
    private static final int JOBS = 3;
    private static final int MOST_RANKS = 3;
    private static final int MOST_STEPS = 300;
    private static final int NAMES = 4;

    @Test
    @DisplayName(
            "DPM-5 a name has one publisher, whichever processes are lost or wait no more, and nothing is left of any")
    void random() {
        Seeds.each(USUAL_SEEDS, seed -> new Run(seed, false).run());
    }

    @Test
    @DisplayName("DPM-5 where nobody is lost, each question is answered by who keeps the names")
    void peaceful() {
        Seeds.each(USUAL_SEEDS, seed -> new Run(seed, true).run());
    }

    /** One seed's. */
    private static final class Run {

        private final Random random;
        private final boolean peaceful;
        private final MeetingNetwork network;
        private final List<Node> nodes = new ArrayList<>();
        private final Map<Node, Node> keepers = new HashMap<>();
        private final List<Call> calls = new ArrayList<>();
        /** What each has published, as far as it has heard: the port by the name. */
        private final Map<Node, Map<String, String>> published = new HashMap<>();

        private int lastPort;

        Run(long seed, boolean peaceful) {
            this.random = new Random(seed);
            this.peaceful = peaceful;
            this.network = new MeetingNetwork(random);
            for (int job = 1; job <= JOBS; job++) {
                int size = 1 + random.nextInt(MOST_RANKS);
                boolean hasSecret = peaceful || random.nextInt(6) > 0;
                Node first = null;
                for (int rank = 0; rank < size; rank++) {
                    Node node = network.add(new Name(job, rank), size, hasSecret);
                    first = first == null ? node : first;
                    nodes.add(node);
                    keepers.put(node, hasSecret ? nodes.get(0) : first);
                    published.put(node, new HashMap<>());
                }
            }
        }

        /** A question. */
        private final class Call implements Naming.Told {

            final Node node;
            final Step step;
            final NameWords words;
            boolean cancelled;
            boolean over;

            Naming.@Nullable Question asked;

            Call(Node node, Step step, NameWords words) {
                this.node = node;
                this.step = step;
                this.words = words;
                calls.add(this);
                asked = node.desks.naming().ask(step, words, this);
            }

            private void end() {
                assertThat(over || cancelled)
                        .as("%s ends twice, or is cancelled", this)
                        .isFalse();
                over = true;
            }

            @Override
            public void onNamed(String port) {
                end();
                Map<String, String> own = published.get(node);
                switch (step) {
                    case PUBLISH -> own.put(words.name(), words.port());
                    case UNPUBLISH -> {
                        boolean had = own.remove(words.name()) != null;
                        assertThat(had || keepers.get(node).isDead())
                                .as("%s", this)
                                .isTrue();
                    }
                    default -> assertThat(PortName.of(port).text()).isEqualTo(port);
                }
            }

            @Override
            public void onUnnamed(MpiException why) {
                end();
                assertThat(why.errorClass()).isIn(ErrorClass.NAME, ErrorClass.SERVICE);
                assertThat(why.errorClass() == ErrorClass.NAME)
                        .as("%s: %s", this, why.getMessage())
                        .isEqualTo(why.getMessage().startsWith("no port is published"));
                if (peaceful) {
                    assertThat(why).hasMessageContaining("published");
                }
                if (step == Step.UNPUBLISH && isOfKeeper(why)) {
                    published.get(node).remove(words.name());
                }
            }

            private boolean isOfKeeper(MpiException why) {
                return why.getMessage().startsWith("the name ");
            }

            void cancel() {
                if (!over && asked != null) {
                    cancelled = true;
                    asked.cancel();
                    if (step == Step.UNPUBLISH) {
                        // It goes on.
                        published.get(node).remove(words.name());
                    }
                }
            }

            @Override
            public String toString() {
                return step + " of " + words.name() + " by " + node;
            }
        }

        private void ask(Node node, Step step, String name) {
            String port = step == Step.PUBLISH
                    ? new PortName(++lastPort, node.name.rank(), node.name.job(), List.of(new Address("fake", "x")))
                            .text()
                    : "";
            new Call(node, step, new NameWords(name, port));
        }

        private boolean asksAlready(Node node, String name) {
            return calls.stream()
                    .anyMatch(call -> call.node == node
                            && !call.over
                            && call.step != Step.LOOKUP
                            && call.words.name().equals(name));
        }

        private void act() {
            Node node = nodes.get(random.nextInt(nodes.size()));
            if (node.isDead()) {
                return;
            }
            String name = "name " + random.nextInt(NAMES);
            switch (random.nextInt(peaceful ? 9 : 12)) {
                case 0, 1, 2 -> ask(node, Step.LOOKUP, name);
                case 3, 4, 5, 6 -> {
                    // Who has cancelled doesn't know what it has published.
                    if (!asksAlready(node, name)) {
                        ask(node, published.get(node).containsKey(name) ? Step.UNPUBLISH : Step.PUBLISH, name);
                    }
                }
                case 7 -> {
                    if (!asksAlready(node, name)) {
                        ask(node, Step.UNPUBLISH, name);
                    }
                }
                case 8 -> withdraw(node);
                case 9, 10 -> {
                    if (!calls.isEmpty()) {
                        calls.get(random.nextInt(calls.size())).cancel();
                    }
                }
                default -> die(node);
            }
        }

        /** A port is closed. */
        private void withdraw(Node node) {
            List<String> names = new ArrayList<>(published.get(node).keySet());
            names.removeIf(name -> asksAlready(node, name));
            if (!names.isEmpty()) {
                String name = names.get(random.nextInt(names.size()));
                node.desks.naming().withdraw(published.get(node).remove(name));
            }
        }

        private void die(Node node) {
            if (random.nextInt(4) == 0) {
                if (random.nextBoolean()) {
                    node.desks.end(new MpiException(ErrorClass.SERVICE, "the rank ends"));
                }
                node.die();
                nodes.stream()
                        .filter(other -> keepers.get(other) == node)
                        .forEach(other -> published.get(other).clear());
            }
        }

        private void drain() {
            while (network.step()) {
                // Until nothing is on its way.
            }
        }

        void run() {
            for (int step = random.nextInt(MOST_STEPS); step > 0; step--) {
                if (random.nextInt(5) < 2) {
                    act();
                } else {
                    network.step();
                }
            }
            drain();
            assertAnswered();
            assertOneEach();
            for (Node node : nodes) {
                if (!node.isDead()) {
                    for (int name = 0; name < NAMES; name++) {
                        ask(node, Step.UNPUBLISH, "name " + name);
                    }
                }
            }
            drain();
            assertAnswered();
            for (Node node : nodes) {
                if (!node.isDead()) {
                    assertThat(node.desks.naming().isIdle())
                            .as("%s is idle", node)
                            .isTrue();
                    assertThat(node.desks.names().size())
                            .as("names at %s", node)
                            .isZero();
                    assertThat(node.kept()).as("%s keeps", node).isEmpty();
                }
            }
        }

        private void assertAnswered() {
            for (Call call : calls) {
                assertThat(call.over || call.cancelled || call.node.isDead())
                        .as("%s is over", call)
                        .isTrue();
            }
        }

        /** A process that has published a name, and has not withdrawn it, is found by all that have the same keeper. */
        private void assertOneEach() {
            Map<Node, Map<String, String>> byKeeper = new HashMap<>();
            for (Node node : nodes) {
                Node keeper = keepers.get(node);
                if (node.isDead() || keeper.isDead()) {
                    continue;
                }
                published.get(node).forEach((name, port) -> {
                    Map<String, String> known = byKeeper.computeIfAbsent(keeper, made -> new HashMap<>());
                    assertThat(known.put(name, port))
                            .as("%s is published twice", name)
                            .isNull();
                    NameWords asked = new NameWords(name, "");
                    assertThat(keeper.desks.names().answer(keeper.name.rank(), Step.LOOKUP, asked))
                            .as("%s of %s", name, node)
                            .isEqualTo(port);
                });
            }
        }
    }
}
