package org.reactivempi.core.port;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.engine.port.OtherJobs;
import org.reactivempi.transport.engine.port.PeerDirectory.Address;
import org.reactivempi.transport.engine.port.Secret;
import reactor.core.publisher.Mono;

/**
 * Processes of several jobs, and the links between them, as the engine has them: in order from one process to another one, in any order
 * otherwise. A link that one of the two needs no more is left by a goodbye; what comes to a process that has left a link is not heard.
 */
final class MeetingNetwork {

    /** The job whose rank 0 is the name service of all. */
    static final long FIRST_JOB = 1;

    private static final int NONE = -1;

    /** Which process. */
    record Name(long job, int rank) {}

    private record Route(Node from, Node to) {}

    private enum What {
        WORDS,
        GOODBYE,
        GOODBYE_SEEN,
        LOSS
    }

    private record Item(Line line, What what, byte[] words) {}

    /** A link. */
    private static final class Line {

        final Map<Node, End> ends = new HashMap<>();

        End end(Node node) {
            return ends.computeIfAbsent(node, made -> new End());
        }
    }

    /** What a process has of a link. */
    private static final class End {

        int number = NONE;
        boolean left;
        boolean lost;
        boolean ended;

        boolean isParted() {
            return left || lost;
        }
    }

    private final Random random;
    private final Map<Name, Node> nodes = new LinkedHashMap<>();
    private final Map<Route, Deque<Item>> items = new LinkedHashMap<>();
    /** All links between two, in order, by either order of these. */
    private final Map<Route, List<Line>> lines = new HashMap<>();

    MeetingNetwork(Random random) {
        this.random = random;
    }

    Node add(Name name, int size, boolean hasSecret) {
        Node node = new Node(name, size, hasSecret);
        nodes.put(name, node);
        return node;
    }

    private void put(Node from, Node to, Item item) {
        items.computeIfAbsent(new Route(from, to), route -> new ArrayDeque<>()).add(item);
    }

    /** Lets something happen; false where nothing is on its way. */
    boolean step() {
        List<Runnable> choices = new ArrayList<>();
        items.forEach((route, queue) -> {
            if (!queue.isEmpty()) {
                choices.add(() -> route.to.take(route.from, queue.remove()));
            }
        });
        nodes.values().stream()
                .filter(node -> !node.later.isEmpty())
                .forEach(node -> choices.add(() -> node.later.remove().run()));
        if (choices.isEmpty()) {
            return false;
        }
        choices.get(random.nextInt(choices.size())).run();
        return true;
    }

    /** A process. */
    final class Node implements OtherJobs {

        /** A process of another job. */
        private static final class Foreign {

            final Node node;

            @Nullable
            Line line;

            int holders;

            Foreign(Node node) {
                this.node = node;
            }
        }

        final Name name;
        final int size;
        final Desks desks;
        final PortDesk desk;
        private final boolean hasSecret;
        private final Deque<Runnable> later = new ArrayDeque<>();
        private final Map<Name, Integer> numbers = new HashMap<>();
        private final Map<Integer, Foreign> foreign = new TreeMap<>();
        private int admitted;
        private final boolean isService;
        private boolean dead;

        Node(Name name, int size, boolean hasSecret) {
            this.name = name;
            this.size = size;
            this.hasSecret = hasSecret;
            Secret secret = hasSecret ? Secret.of("the port's") : null;
            // Rank 0 of the first job keeps the names of all that are let in.
            boolean serves = hasSecret && name.job == FIRST_JOB && name.rank == 0;
            this.desks = new Desks(this, name.rank, secret, serves, secret == null ? null : service(secret));
            this.desk = desks.ports();
            this.isService = serves;
        }

        /** Where it is takes a while to find. */
        private Naming.Service service(Secret secret) {
            return new Naming.Service(FIRST_JOB, secret, Mono.create(sink -> later.add(() -> sink.success(List.of()))));
        }

        boolean isDead() {
            return dead;
        }

        /** What it keeps of others. */
        String kept() {
            return (admitted == 0 ? "" : admitted + " admitted ")
                    + (foreign.isEmpty() ? "" : "numbers " + foreign.keySet());
        }

        /** Its process ends: of what it has said a part arrives. */
        void die() {
            dead = true;
            later.clear();
            for (Node other : nodes.values()) {
                Deque<Item> said = items.getOrDefault(new Route(this, other), new ArrayDeque<>());
                for (int left = said.isEmpty() ? 0 : random.nextInt(said.size() + 1); left > 0; left--) {
                    said.removeLast();
                }
                lines.getOrDefault(new Route(this, other), List.of())
                        .forEach(line -> put(this, other, new Item(line, What.LOSS, new byte[0])));
            }
        }

        // ---- What others say

        private void take(Node from, Item item) {
            End end = item.line.end(this);
            if (dead) {
                if (!from.dead) {
                    from.later.add(() -> from.lose(item.line));
                }
                return;
            }
            if (end.ended) {
                return;
            }
            if (end.number == NONE && item.what != What.LOSS) {
                if (!bind(from, item.line)) {
                    end.lost = true;
                    end.ended = true;
                    put(this, from, new Item(item.line, What.LOSS, new byte[0]));
                    return;
                }
            }
            switch (item.what) {
                case WORDS -> {
                    if (!end.isParted()) {
                        desks.onSaid(end.number, item.words);
                    }
                }
                case GOODBYE -> {
                    if (!end.lost) {
                        end.lost = true;
                        end.ended = true;
                        desks.onLost(end.number, PeerLostException.finalized(end.number));
                        put(this, from, new Item(item.line, What.GOODBYE_SEEN, new byte[0]));
                        leaveIfIdle(end.number);
                    }
                }
                case GOODBYE_SEEN -> {
                    end.ended = true;
                    leaveIfIdle(end.number);
                }
                case LOSS -> lose(item.line);
            }
        }

        /** The other one has opened the link; false where it proves nothing here. */
        private boolean bind(Node from, Line line) {
            if (from.name.job == name.job) {
                line.end(this).number = from.name.rank;
                return true;
            }
            if (admitted == 0 && !isService && !numbers.containsKey(from.name)) {
                return false;
            }
            int number = number(from);
            Foreign bound = Objects.requireNonNull(foreign.get(number));
            assertThat(bound.line).isNull();
            bound.line = line;
            line.end(this).number = number;
            return true;
        }

        private void lose(Line line) {
            End end = line.end(this);
            boolean isNews = end.number != NONE && !end.ended && !dead;
            end.lost = true;
            end.ended = true;
            if (!isNews) {
                return;
            }
            desks.onLost(end.number, new PeerLostException(end.number, "has failed", null));
            leaveIfIdle(end.number);
        }

        // ---- Numbers

        /** The number of a process of another job: a new one where it has none, or only one over a link that is parted. */
        private int number(Node of) {
            Integer known = numbers.get(of.name);
            if (known != null) {
                Line line = Objects.requireNonNull(foreign.get(known)).line;
                if (line == null || !line.end(this).isParted()) {
                    return known;
                }
            }
            int made = size;
            while (foreign.containsKey(made)) {
                made++;
            }
            numbers.put(of.name, made);
            foreign.put(made, new Foreign(of));
            return made;
        }

        private Foreign held(int number) {
            return Objects.requireNonNull(foreign.get(number), () -> name + " knows nobody with the number " + number);
        }

        private void leaveIfIdle(int number) {
            Foreign known = foreign.get(number);
            if (known != null && known.holders == 0) {
                leave(known);
                forgetLater(number, known);
            }
        }

        private void leave(Foreign known) {
            Line line = known.line;
            if (line == null || line.end(this).isParted()) {
                return;
            }
            line.end(this).left = true;
            put(this, known.node, new Item(line, What.GOODBYE, new byte[0]));
        }

        private void forgetLater(int number, Foreign idle) {
            later.add(() -> {
                boolean hasEnded = idle.line == null || idle.line.end(this).ended;
                if (foreign.get(number) == idle && idle.holders == 0 && hasEnded) {
                    foreign.remove(number);
                    numbers.remove(idle.node.name, number);
                }
            });
        }

        @Override
        public long ownJob() {
            return name.job;
        }

        @Override
        public boolean isOwn(int number) {
            return number >= 0 && number < size;
        }

        @Override
        public Secret ofPair(Secret port, long job) {
            return port;
        }

        @Override
        public Secret ofMeeting(@Nullable Secret port, int number) {
            assertThat(isOwn(number) || port != null).isTrue();
            return Secret.of("of " + Math.min(ownJob(), job(number)) + " and " + Math.max(ownJob(), job(number)));
        }

        @Override
        public void admit(Secret port) {
            assertThat(hasSecret).isTrue();
            admitted++;
        }

        @Override
        public void dismiss(Secret port) {
            admitted--;
        }

        @Override
        public int meet(long job, int rank, List<Address> addresses, Secret ofPair) {
            int number = number(Objects.requireNonNull(nodes.get(new Name(job, rank))));
            hold(number);
            return number;
        }

        @Override
        public void whenApart(long job, int rank, Runnable next) {
            next.run();
        }

        @Override
        public void hold(int number) {
            if (!isOwn(number)) {
                held(number).holders++;
            }
        }

        @Override
        public void release(int number) {
            if (!isOwn(number)) {
                Foreign released = held(number);
                released.holders--;
                assertThat(released.holders).isNotNegative();
                leaveIfIdle(number);
            }
        }

        @Override
        public void listen(Listener listener) {
            throw new UnsupportedOperationException("the desk hears all");
        }

        @Override
        public void say(int number, byte[] words) {
            Node to = isOwn(number) ? Objects.requireNonNull(nodes.get(new Name(name.job, number))) : held(number).node;
            if (!isOwn(number)) {
                assertThat(held(number).holders)
                        .as("who needs what says something")
                        .isPositive();
            }
            Line line = line(number, to);
            End end = line.end(this);
            assertThat(end.left).isFalse();
            if (!end.lost) {
                put(this, to, new Item(line, What.WORDS, words));
            } else {
                later.add(() -> {
                    if (isOwn(number) || foreign.get(number) != null && foreign.get(number).line == line) {
                        desks.onLost(number, new PeerLostException(number, "was lost before", null));
                    }
                });
            }
        }

        /** The link of a number, which may be one that the other process has opened, and by which nothing has come yet. */
        private Line line(int number, Node to) {
            Foreign known = isOwn(number) ? null : held(number);
            if (known != null && known.line != null) {
                return known.line;
            }
            List<Line> all = lines.computeIfAbsent(new Route(this, to), route -> new ArrayList<>());
            lines.put(new Route(to, this), all);
            Line line = all.stream()
                    .filter(each -> known == null || each.end(this).number == NONE && !each.end(this).lost)
                    .findFirst()
                    .orElse(null);
            if (line == null) {
                line = new Line();
                all.add(line);
            }
            line.end(this).number = number;
            if (known != null) {
                known.line = line;
            }
            return line;
        }

        @Override
        public long job(int number) {
            return isOwn(number) ? name.job : held(number).node.name.job;
        }

        @Override
        public int rank(int number) {
            return isOwn(number) ? number : held(number).node.name.rank;
        }

        @Override
        public String toString() {
            return "process " + name.rank + " of job " + name.job;
        }
    }
}
