package org.reactivempi.core.port;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactivempi.ErrorClass;
import org.reactivempi.Group;
import org.reactivempi.MpiException;
import org.reactivempi.core.port.CorePorts.Met;
import org.reactivempi.core.port.MeetingNetwork.Name;
import org.reactivempi.core.port.MeetingNetwork.Node;
import org.reactivempi.core.port.Party.Guest;
import org.reactivempi.core.port.PortDesk.OpenPort;
import org.reactivempi.core.port.PortDesk.Reception;
import org.reactivempi.core.port.PortDesk.Visit;
import org.reactivempi.transport.engine.port.PeerDirectory.Address;
import org.reactivempi.transport.engine.port.Secret;
import org.reactivempi.transport.fixtures.Seeds;

/**
 * Roots of groups that accept and connect at random, take that back, fail, close ports and are lost, while what they say takes its time.
 * Each call ends once, those that meet meet one to one, and at the end nobody keeps anything of anybody.
 *
 * <p>With {@code -Pfuzz} it runs for minutes.
 */
@Timeout(value = 1, unit = TimeUnit.HOURS)
class PortDeskFuzzTest {

    private static final int USUAL_SEEDS = 4000;
    private static final int JOBS = 3;
    private static final int MOST_RANKS = 3;
    private static final int MOST_STEPS = 400;
    private static final List<Address> ADDRESSES = List.of(new Address("fake", "somewhere"));

    private enum State {
        WAITING,
        MET,
        READY,
        BEGUN,
        FAILED,
        TAKEN_BACK
    }

    /** A port that somebody has opened, or never has. */
    private record Known(Node node, int number, @Nullable OpenPort port) {}

    @Test
    @DisplayName(
            "DPM-2, DPM-11 whatever is lost, refused or taken back, each accept meets one connect at most, and nothing is left")
    void random() {
        Seeds.each(USUAL_SEEDS, seed -> new Run(seed, false).run());
    }

    @Test
    @DisplayName(
            "DPM-2 where nobody is lost and no port is closed, no connect fails, and none waits where an accept does")
    void peaceful() {
        Seeds.each(USUAL_SEEDS, seed -> new Run(seed, true).run());
    }

    /** One seed's. */
    private static final class Run {

        private final Random random;
        private final boolean peaceful;
        private final MeetingNetwork network;
        private final List<Node> nodes = new ArrayList<>();
        private final List<Known> ports = new ArrayList<>();
        private final List<Known> open = new ArrayList<>();
        private final List<Call> calls = new ArrayList<>();

        Run(long seed, boolean peaceful) {
            this.random = new Random(seed);
            this.peaceful = peaceful;
            this.network = new MeetingNetwork(random);
            for (int job = 1; job <= JOBS; job++) {
                int size = 1 + random.nextInt(MOST_RANKS);
                boolean hasSecret = peaceful || random.nextInt(6) > 0;
                for (int rank = 0; rank < size; rank++) {
                    nodes.add(network.add(new Name(job, rank), size, hasSecret));
                }
            }
        }

        /** An accept, or a connect. */
        private final class Call implements PortDesk.Told {

            final int id = calls.size() + 1;
            final Node node;
            final Known at;

            @Nullable
            Reception reception;

            @Nullable
            Visit visit;

            State state = State.WAITING;
            /** The call that it has met. */
            int met;

            @Nullable
            Secret secret;

            boolean cancelled;

            Call(Node node, Known at) {
                this.node = node;
                this.at = at;
                calls.add(this);
            }

            Party own() {
                Name name = node.name;
                return Party.of(List.of(new Guest(new Group.Process("job " + name.job(), name.rank()), id, ADDRESSES)));
            }

            private void move(State from, State to) {
                assertThat(state).as("%s, to %s", this, to).isEqualTo(from);
                state = to;
            }

            @Override
            public void onMet(Met other) {
                move(State.WAITING, State.MET);
                met = other.other().members().get(0).number();
                secret = other.secret();
            }

            @Override
            public void onFailed(MpiException why) {
                move(State.WAITING, State.FAILED);
                assertThat(why.errorClass()).isEqualTo(ErrorClass.PORT);
                assertThat(isPeacefulConnect())
                        .as("%s: %s", this, why.getMessage())
                        .isFalse();
            }

            private boolean isPeacefulConnect() {
                return peaceful && visit != null && !finishing;
            }

            boolean isOver() {
                return state.compareTo(State.READY) > 0;
            }

            /** Its group has done what it does. */
            void goOn() {
                if (state != State.MET) {
                    return;
                }
                if (reception != null) {
                    move(State.MET, State.BEGUN);
                    reception.begin();
                } else if (visit != null) {
                    move(State.MET, State.READY);
                    visit.ready(() -> move(State.READY, State.BEGUN), why -> {
                        assertThat(isPeacefulConnect())
                                .as("%s: %s", this, why.getMessage())
                                .isFalse();
                        move(State.READY, State.FAILED);
                    });
                }
            }

            /** Its group has failed. */
            void fail() {
                if (state == State.MET || state == State.READY) {
                    State before = state;
                    if (reception != null) {
                        reception.fail("its group has failed");
                    } else if (visit != null) {
                        visit.withdraw();
                    }
                    move(before, State.TAKEN_BACK);
                }
            }

            /** The user waits no more. */
            void cancel() {
                if (state != State.WAITING) {
                    return;
                }
                cancelled = true;
                if (reception != null) {
                    if (reception.cancel()) {
                        move(State.WAITING, State.TAKEN_BACK);
                    }
                } else if (visit != null && visit.isWaiting()) {
                    visit.withdraw();
                    move(State.WAITING, State.TAKEN_BACK);
                }
            }

            @Override
            public String toString() {
                return (reception == null ? "connect " : "accept ") + id + " of " + node + " at port " + at.number
                        + " of " + at.node + ", " + state;
            }
        }

        private boolean finishing;

        private Node anyNode() {
            return nodes.get(random.nextInt(nodes.size()));
        }

        private void act() {
            switch (random.nextInt(peaceful ? 12 : 16)) {
                case 0 -> open(anyNode());
                case 1, 2, 3 -> accept();
                case 4, 5, 6 -> connect();
                case 7, 8, 9 -> any(call -> call.state == State.MET, Call::goOn);
                case 10, 11 -> any(call -> call.state == State.WAITING, Call::cancel);
                case 12, 13 -> any(call -> call.state == State.MET || call.state == State.READY, Call::fail);
                case 14 -> close();
                default -> die();
            }
        }

        private void open(Node node) {
            if (!node.isDead()) {
                OpenPort port = node.desk.open();
                Known made = new Known(node, port.number, port);
                ports.add(made);
                open.add(made);
            }
        }

        private void accept() {
            if (open.isEmpty()) {
                return;
            }
            Known at = open.get(random.nextInt(open.size()));
            Call call = new Call(at.node, at);
            call.reception = at.node.desk.accept(at.port, call.own(), call);
        }

        private void connect() {
            Node node = anyNode();
            if (ports.isEmpty() || node.isDead()) {
                return;
            }
            Known to = ports.get(random.nextInt(ports.size()));
            if (!peaceful && random.nextInt(20) == 0) {
                to = new Known(anyNode(), 99, null);
            }
            Name name = to.node.name;
            if (name.equals(node.name)) {
                return;
            }
            Call call = new Call(node, to);
            try {
                call.visit = node.desk.connect(
                        new PortName(to.number, name.rank(), name.job(), ADDRESSES), call.own(), call);
            } catch (MpiException noSecret) {
                assertThat(noSecret).hasMessageContaining("no port-secret is set");
                call.move(State.WAITING, State.FAILED);
            }
        }

        private void any(Predicate<Call> which, java.util.function.Consumer<Call> what) {
            List<Call> some = calls.stream()
                    .filter(call -> which.test(call) && !call.node.isDead())
                    .toList();
            if (!some.isEmpty()) {
                what.accept(some.get(random.nextInt(some.size())));
            }
        }

        private void close() {
            if (!open.isEmpty()) {
                Known closed = open.remove(random.nextInt(open.size()));
                closed.node.desk.close(closed.port);
            }
        }

        /** A process ends, in order or not. */
        private void die() {
            Node node = anyNode();
            if (random.nextInt(4) == 0 && !node.isDead()) {
                open.removeIf(known -> known.node == node);
                if (random.nextBoolean()) {
                    node.desk.end(new MpiException(ErrorClass.PORT, "the rank ends"));
                }
                node.die();
            }
        }

        private void drain() {
            boolean goesOn = true;
            while (goesOn) {
                while (network.step()) {
                    // Until nothing is on its way.
                }
                List<Call> met = calls.stream()
                        .filter(call -> call.state == State.MET && !call.node.isDead())
                        .toList();
                met.forEach(Call::goOn);
                goesOn = !met.isEmpty();
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
            for (Known port : open) {
                assertThat(calls)
                        .as("connects wait where accepts do")
                        .satisfiesAnyOf(
                                all -> assertThat(waiting(port, true)).isEmpty(),
                                all -> assertThat(waiting(port, false)).isEmpty());
            }
            assertThat(calls)
                    .as("those that were taken back, and wait for the next one")
                    .noneMatch(call -> call.cancelled && call.state == State.WAITING && !call.node.isDead());
            finishing = true;
            while (!open.isEmpty()) {
                close();
            }
            drain();
            for (Call call : calls) {
                assertThat(call.isOver() || call.node.isDead())
                        .as("%s is over", call)
                        .isTrue();
            }
            for (Node node : nodes) {
                if (!node.isDead()) {
                    assertThat(node.desk.isIdle()).as("%s is idle", node).isTrue();
                    assertThat(node.kept()).as("%s keeps", node).isEmpty();
                }
            }
            assertOneToOne();
        }

        private List<Call> waiting(Known port, boolean accepts) {
            return calls.stream()
                    .filter(call -> call.at == port && !call.node.isDead())
                    .filter(call -> call.state == State.WAITING && call.reception != null == accepts)
                    .toList();
        }

        private void assertOneToOne() {
            Map<Integer, Call> acceptOf = new HashMap<>();
            for (Call call : calls) {
                if (call.reception != null && call.met != 0) {
                    Call connect = calls.get(call.met - 1);
                    assertThat(acceptOf.put(call.met, call))
                            .as("%s was met twice", connect)
                            .isNull();
                    assertThat(connect.at).isEqualTo(call.at);
                    assertThat(connect.met)
                            .as("%s has met the one that has met it", connect)
                            .isEqualTo(call.id);
                    assertThat(connect.secret).isEqualTo(call.secret);
                }
            }
            for (Call call : calls) {
                if (call.visit != null && call.state == State.BEGUN) {
                    Call accept = acceptOf.get(call.id);
                    assertThat(accept).as("%s has begun with somebody", call).isNotNull();
                    assertThat(accept.state).isEqualTo(State.BEGUN);
                }
            }
        }
    }
}
