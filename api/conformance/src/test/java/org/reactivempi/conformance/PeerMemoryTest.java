package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Payloads.room;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.Communicator;
import org.reactivempi.Group;
import org.reactivempi.Settings;
import org.reactivempi.core.session.CoreSession;
import org.reactivempi.core.session.CoreSessionProvider;
import org.reactivempi.transport.bootstrap.Bootstrap;
import org.reactivempi.transport.bootstrap.InJvmWorld;
import org.reactivempi.transport.bootstrap.JobJvm;
import org.reactivempi.transport.bootstrap.JobPlace;
import org.reactivempi.transport.engine.port.MemberRanks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * How many bytes a rank has that does nothing, and how many more for each peer with which it has exchanged messages; counted object by
 * object in a JVM of its own. target/peer-memory.txt says where they are.
 */
@Tag("once")
class PeerMemoryTest {

    /** The first peers have the rank make what it has but once. */
    private static final int FIRST_PEERS = 8;

    private static final int MORE_PEERS = 20;
    private static final int RANKS = 1 + FIRST_PEERS + MORE_PEERS + 1;
    private static final int LARGE = 10_000;

    private static final long MOST_BYTES_OF_AN_IDLE_RANK = 12 * 1024;
    private static final long MOST_BYTES_OF_A_QUIET_PEER = 2 * 1024;
    /** One array of references, with an entry for each rank of the large world, has ten times as many. */
    private static final long MOST_BYTES_FOR_A_LARGE_WORLD = 256;

    /** One table of ranks, and for those in no order one of members. */
    private static final long MOST_BYTES_OF_MEMBERS = 45 * 1024;

    private static final Properties COUNTED = new Properties();

    @BeforeAll
    static void count(@TempDir Path directory) throws Exception {
        String printed = ChildJvm.run(
                directory,
                HeapWalk.OPTIONS,
                Count.class,
                Path.of("target", "peer-memory.txt").toAbsolutePath().toString());
        printed.lines().map(line -> line.split("=", 2)).forEach(entry -> COUNTED.setProperty(entry[0], entry[1]));
    }

    private static long counted(String what) {
        return Long.parseLong(COUNTED.getProperty(what));
    }

    @Test
    @DisplayName("SIM-23 an idle rank has at most 12 KB in the heap, its loop apart")
    void idleRank() {
        assertThat(counted("local.idle.rank")).isLessThanOrEqualTo(MOST_BYTES_OF_AN_IDLE_RANK);
    }

    @Test
    @DisplayName("SIM-23 an idle rank has nothing outside of the heap")
    void idleRankOutsideOfTheHeap() {
        assertThat(counted("local.idle.outside")).isZero();
    }

    @ParameterizedTest(name = "over {0}")
    @ValueSource(strings = {"local", "tcp"})
    @DisplayName(
            "SIM-23 a quiet peer has at most 2 KB in the heap, its connection apart, whether connections may break or not")
    void quietPeer(String channel) {
        assertThat(counted(channel + ".peer.rank")).isLessThanOrEqualTo(MOST_BYTES_OF_A_QUIET_PEER);
    }

    @ParameterizedTest(name = "over {0}")
    @ValueSource(strings = {"local", "tcp"})
    @DisplayName("SIM-23 quiet peers have nothing outside of the heap, whether connections may break or not")
    void quietPeerOutsideOfTheHeap(String channel) {
        // It has been waited for that no buffer of the pool had memory.
        assertThat(counted(channel + ".peer.outside")).isZero();
    }

    @Test
    @DisplayName("a rank of a world of 10 000 that talks to 20 has as many bytes as one of a small world")
    void memoryGrowsWithThePeers() {
        assertThat(counted("large.idle.rank") - counted("local.idle.rank")).isLessThan(MOST_BYTES_FOR_A_LARGE_WORLD);
        assertThat(counted("large.peer.rank") - counted("local.peer.rank")).isLessThan(MOST_BYTES_FOR_A_LARGE_WORLD);
    }

    @Test
    @DisplayName(
            "the members of a communicator of 10 000 have at most 45 KB where their order is that of the world, else twice as much")
    void members() {
        assertThat(counted("members.rising")).isLessThanOrEqualTo(MOST_BYTES_OF_MEMBERS);
        assertThat(counted("members.falling")).isLessThanOrEqualTo(2 * MOST_BYTES_OF_MEMBERS);
    }

    /** Prints what there is, and writes where it is to a file. */
    static final class Count {

        private static final StringBuilder PLACES = new StringBuilder();

        private Count() {}

        public static void main(String[] args) throws IOException {
            count("local", "local", RANKS);
            count("tcp", "tcp", RANKS);
            count("large", "local", LARGE);
            print("members.rising", bytesOfMembers(member -> member + 1));
            print("members.falling", bytesOfMembers(member -> LARGE - member));
            Files.writeString(Path.of(args[0]), PLACES);
        }

        /** What a communicator has of its members, once it has looked for one. */
        private static long bytesOfMembers(IntUnaryOperator worldRanks) {
            Group group =
                    Group.of("job", 0, IntStream.range(0, LARGE).map(worldRanks).toArray());
            MemberRanks ranks = MemberRanks.of(LARGE, group::worldRank);
            ranks.member(0);
            return new HeapWalk(object -> object instanceof String)
                    .from(ranks).bytes().values().stream()
                            .mapToLong(Long::longValue)
                            .sum();
        }

        private static void count(String name, String channel, int size) {
            List<CoreSession> sessions = sessions(channel, size);
            OneRank zero = new OneRank(sessions);
            HeapWalk idle = zero.walk();
            tell(name + ".idle", idle.bytes(), 1);
            print(name + ".idle.outside", idle.outsideBytes() + pooledBytes());

            for (int peer = 1; peer <= FIRST_PEERS; peer++) {
                talk(sessions, peer);
            }
            awaitQuiet();
            HeapWalk before = zero.walk();
            for (int peer = FIRST_PEERS + 1; peer <= FIRST_PEERS + MORE_PEERS; peer++) {
                talk(sessions, peer);
            }
            awaitQuiet();
            HeapWalk after = zero.walk();
            print(name + ".peer.outside", after.outsideBytes() - before.outsideBytes());
            Map<String, Long> more = new HashMap<>(after.bytes());
            before.bytes().forEach((owner, bytes) -> more.merge(owner, -bytes, Long::sum));
            tell(name + ".peer", more, MORE_PEERS);
            end(sessions);
        }

        /** What is the rank's, and what its loop and its channel have of their own. */
        private static void tell(String name, Map<String, Long> bytes, int peers) {
            Map<String, Long> parts = bytes.entrySet().stream()
                    .collect(Collectors.groupingBy(
                            entry -> part(entry.getKey()), Collectors.summingLong(Map.Entry::getValue)));
            Stream.of("rank", "loop", "channel")
                    .forEach(part -> print(name + "." + part, parts.getOrDefault(part, 0L) / peers));
            bytes.entrySet().stream()
                    .filter(entry -> entry.getValue() >= peers)
                    .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                    .forEach(entry -> PLACES.append(name)
                            .append(' ')
                            .append(entry.getValue() / peers)
                            .append(' ')
                            .append(entry.getKey())
                            .append('\n'));
        }

        private static String part(String owner) {
            if (owner.contains(".transport.local.") || owner.contains(".transport.tcp.")) {
                return "channel";
            }
            // What Netty's loop has of connections is found by way of the system's events.
            return owner.contains(".ProgressLoop") || owner.contains(".ProgressIoHandler") ? "loop" : "rank";
        }

        private static void print(String name, long value) {
            System.out.println(name + "=" + value);
            PLACES.append(name).append('=').append(value).append('\n');
        }

        private static List<CoreSession> sessions(String channel, int size) {
            InJvmWorld world = InJvmWorld.of(RANKS, Map.of());
            JobJvm jvm = new JobJvm(size, Map.of());
            Settings settings = Settings.create().channel(channel);
            return Flux.range(0, RANKS)
                    .flatMapSequential(
                            rank -> CoreSessionProvider.start(inLarger(jvm, size, world.bootstrap(rank)), settings),
                            RANKS)
                    .collectList()
                    .blockOptional()
                    .orElseThrow();
        }

        /** A rank of the small world, as if that were a part of a larger one whose other ranks say nothing. */
        private static Bootstrap inLarger(JobJvm jvm, int size, Bootstrap part) {
            JobPlace place = new JobPlace(part.place().jobId(), part.place().rank(), size, size, jvm);
            return new Bootstrap(place, part.exchange(), part.life());
        }

        private static void talk(List<CoreSession> sessions, int peer) {
            Communicator zero = sessions.get(0).world();
            Communicator other = sessions.get(peer).world();
            Mono.when(zero.isend(ints(peer), peer, TAG), other.irecv(room(Integer.BYTES), 0, TAG))
                    .then(Mono.when(other.isend(ints(peer), 0, TAG), zero.irecv(room(Integer.BYTES), peer, TAG)))
                    .block();
        }

        private static void end(List<CoreSession> sessions) {
            Flux.fromIterable(sessions)
                    .flatMap(session -> session.abort("all is counted"))
                    .blockLast();
        }

        /** What buffers of Netty's pool have, of all ranks. */
        private static long pooledBytes() {
            return PooledByteBufAllocator.DEFAULT.pinnedDirectMemory();
        }

        /** Waits until heartbeats have told all that has come, and no buffer of the pool has memory, between two signs of life. */
        private static void awaitQuiet() {
            while (pooledBytes() > 0) {
                Thread.onSpinWait();
            }
        }
    }

    /** Finds what belongs to the first of several ranks alone: not what others reach, too, before any of them has peers. */
    private static final class OneRank {

        private final CoreSession rank;
        private final EventLoop loop;
        private final HeapWalk others;

        OneRank(List<CoreSession> sessions) {
            rank = sessions.get(0);
            Object engine = field(CoreSession.class.getSuperclass(), rank, "engine");
            loop = (EventLoop) field(engine.getClass(), engine, "loop");
            others = new HeapWalk(isOfTheJob());
            sessions.subList(1, sessions.size()).forEach(others::from);
        }

        HeapWalk walk() {
            // What has been answered may still have an operation's last steps to do.
            loop.submit(() -> {}).syncUninterruptibly();
            Predicate<Object> ofTheJob = isOfTheJob();
            return new HeapWalk(object -> others.has(object) || ofTheJob.test(object) || isOfPeer(object)).from(rank);
        }

        /** What all ranks of a JVM share; by it each reaches all others. */
        private static Predicate<Object> isOfTheJob() {
            return object -> Stream.of("InJvmWorld", "InJvmRank", "JobJvm", "LocalHub", "PoolChunk", "PoolThreadCache")
                    .anyMatch(object.getClass().getSimpleName()::equals);
        }

        /** The other end of a connection, where that is in the same memory. */
        private boolean isOfPeer(Object object) {
            return object.getClass().getSimpleName().equals("LocalLink")
                    && field(object.getClass(), object, "loop") != loop;
        }

        private static Object field(Class<?> type, Object object, String name) {
            try {
                Field field = type.getDeclaredField(name);
                field.setAccessible(true);
                return field.get(object);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
