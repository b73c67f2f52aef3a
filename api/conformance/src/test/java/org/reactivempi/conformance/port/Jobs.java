package org.reactivempi.conformance.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Group;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Op;
import org.reactivempi.PointToPoint;
import org.reactivempi.Port;
import org.reactivempi.Settings;
import org.reactivempi.conformance.Family;
import org.reactivempi.testkit.Ranks;
import org.reactivempi.transport.engine.event.Rejection;
import org.reactivempi.transport.engine.port.Engine;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Jobs of this JVM that meet at ports. */
final class Jobs {

    /** The channels on which jobs meet. */
    static final String CHANNELS = "org.reactivempi.conformance.Channels#all";

    static final String SECRET = "What Only These Two Jobs Know: Xyzzy Plugh Quux";

    private Jobs() {}

    static Settings settings(String channel) {
        return onLoopback(channel).portSecret(SECRET);
    }

    /** Ranks that others may meet listen where other hosts reach them, unless they are told where. */
    static Settings onLoopback(String channel) {
        return Settings.create().channel(channel).with("tcp-host", "127.0.0.1").with("rsocket-host", "127.0.0.1");
    }

    static Ranks job(String channel, int size) {
        return Ranks.start(size, settings(channel));
    }

    static Port port(Ranks ranks, int rank) {
        return ranks.session(rank).ports().open().blockOptional(TIMEOUT).orElseThrow();
    }

    /** One end of each communicator: what all ranks of a group call, from now on. */
    static CompletableFuture<List<Intercommunicator>> accepted(List<Communicator> group, Port port, int root) {
        return all(group, end -> end.accept(end.rank() == root ? port : null, root));
    }

    static CompletableFuture<List<Intercommunicator>> connected(List<Communicator> group, String port, int root) {
        return all(group, end -> end.connect(end.rank() == root ? port : null, root));
    }

    private static CompletableFuture<List<Intercommunicator>> all(
            List<Communicator> group, Function<Communicator, Mono<Intercommunicator>> call) {
        return Flux.fromIterable(group)
                .flatMapSequential(call, group.size())
                .collectList()
                .toFuture();
    }

    /** The ends of both groups in a new communicator, those of the one that accepts first. */
    static List<Intercommunicator> met(
            List<Communicator> service, int root, Port port, List<Communicator> client, int clientRoot) {
        CompletableFuture<List<Intercommunicator>> accepting = accepted(service, port, root);
        CompletableFuture<List<Intercommunicator>> connecting = connected(client, port.name(), clientRoot);
        return both(get(accepting), get(connecting));
    }

    /** All ranks of both jobs meet at a port of rank 0, which is closed then. */
    static List<Intercommunicator> met(Ranks service, Ranks client) {
        Port port = port(service, 0);
        List<Intercommunicator> ends = met(Family.worlds(service), 0, port, Family.worlds(client), 0);
        port.close().block(TIMEOUT);
        return ends;
    }

    static <T> List<T> both(List<T> some, List<T> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    static void disconnect(List<Intercommunicator> ends) {
        Family.onAll(ends, Intercommunicator::disconnect);
    }

    static <T> T get(CompletableFuture<T> future) {
        try {
            return future.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause().getMessage(), e.getCause());
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError("no end in time", e);
        }
    }

    /** What has ended a call. */
    static Throwable failure(CompletableFuture<?> future) {
        try {
            Object value = future.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
            throw new AssertionError("no failure, but " + value);
        } catch (ExecutionException e) {
            return e.getCause();
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError("no end in time", e);
        }
    }

    /** The ends of one communicator of two groups, those of one group and then those of the other. */
    static void assertAllTalk(List<Intercommunicator> ends, int tag) {
        int first = ends.get(0).size();
        List<Mono<?>> traffic = new ArrayList<>();
        List<Runnable> checks = new ArrayList<>();
        for (int from = 0; from < ends.size(); from++) {
            for (int to = 0; to < ends.size(); to++) {
                if (from < first != to < first) {
                    int source = ends.get(from).rank();
                    int[] sent = {from, to, tag, 1000 * from + to};
                    int[] room = new int[sent.length];
                    traffic.add(ends.get(to).irecv(Buffers.of(room), source, tag));
                    traffic.add(
                            ends.get(from).isend(Buffers.of(sent), ends.get(to).rank(), tag));
                    checks.add(() -> assertThat(room).containsExactly(sent));
                }
            }
        }
        Mono.when(traffic).block(TIMEOUT);
        checks.forEach(Runnable::run);
    }

    /** A message of any two ends, of which the second one knows the first one by a rank. */
    static void assertTalks(PointToPoint from, int to, PointToPoint receiver, int source, int... values) {
        int[] room = new int[values.length];
        Mono.when(receiver.irecv(Buffers.of(room), source, 77), from.isend(Buffers.of(values), to, 77))
                .block(TIMEOUT);
        assertThat(room).containsExactly(values);
    }

    /** All ranks of a job that has nothing to do with others any more, or never had. */
    static void assertWorks(Ranks ranks) {
        int size = ranks.size();
        assertThat(Family.onAll(Family.worlds(ranks), end -> end.allreduce(1L << end.rank(), Op.SUM)))
                .containsOnly((1L << size) - 1);
    }

    /** The name of the job of a rank's world. */
    static String jobOf(Ranks ranks) {
        return ranks.world(0).group().process(0).job();
    }

    static List<Group.Process> processes(Group group) {
        return IntStream.range(0, group.size()).mapToObj(group::process).toList();
    }

    static List<Group.Process> processes(Ranks ranks) {
        return processes(ranks.world(0).group());
    }

    static Engine engine(Ranks ranks, int rank) {
        try {
            Field field = ranks.session(rank).getClass().getSuperclass().getDeclaredField("engine");
            field.setAccessible(true);
            return (Engine) field.get(ranks.session(rank));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** How many connections a rank has refused, for any of these reasons. */
    static long rejected(Ranks ranks, int rank, Rejection... why) {
        Engine engine = engine(ranks, rank);
        return Stream.of(why).mapToLong(engine::rejected).sum();
    }

    /** The number by which a rank knows a communicator. */
    static int number(@Nullable Object communicator) {
        return Integer.parseInt(String.valueOf(communicator).replaceAll(".*context=(\\d+).*", "$1"));
    }
}
