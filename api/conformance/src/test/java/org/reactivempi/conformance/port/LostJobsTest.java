package org.reactivempi.conformance.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Op;
import org.reactivempi.Port;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.conformance.Family;
import org.reactivempi.testkit.Check;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A job is lost that another one has met. */
class LostJobsTest {

    private static final int CLIENTS = 3;

    @ParameterizedTest
    @MethodSource(Jobs.CHANNELS)
    @DisplayName("DPM-7, DPM-15 clients that are killed leave nothing at the service: the next ones get their numbers")
    void killed(String channel) {
        try (Ranks service = Jobs.job(channel, 3)) {
            Port port = service.session(1).ports().open().block(TIMEOUT);
            List<Integer> lost = new ArrayList<>();
            List<String> contexts = new ArrayList<>();
            for (int client = 0; client < CLIENTS; client++) {
                List<Intercommunicator> ends = killedClient(channel, service, port);
                contexts.add(ends.get(0).toString().replaceAll(".*(context=[0-9]+).*", "$1"));
                lost.addAll(Flux.fromIterable(ends)
                        .flatMap(end -> end.allreduce(1, Op.SUM)
                                .map(sum -> -1)
                                .onErrorResume(ProcessFailedException.class, failure -> Mono.just(failure.rank())))
                        .collectList()
                        .block(TIMEOUT));
                Mono.when(ends.stream().map(Intercommunicator::disconnect).toList())
                        .block(TIMEOUT);
                assertThat(sum(service)).containsOnly(3L);
            }
            assertThat(lost)
                    .as("numbers of lost processes")
                    .hasSize(3 * CLIENTS)
                    .isSubsetOf(3, 4);
            assertThat(contexts).hasSize(CLIENTS).containsOnly(contexts.get(0));
            port.close().block(TIMEOUT);
        }
    }

    @ParameterizedTest
    @MethodSource(Jobs.CHANNELS)
    @DisplayName(
            "DPM-7, DPM-15 the same where several communicators have the lost processes as members, in any order of their ends")
    void killedInSeveral(String channel) {
        try (Ranks service = Jobs.job(channel, 2)) {
            Port port = service.session(1).ports().open().block(TIMEOUT);
            List<String> contexts = new ArrayList<>();
            for (int client = 0; client < 6; client++) {
                List<Communicator> merged = new ArrayList<>();
                List<Intercommunicator> ends = killedClient(channel, service, port, merged);
                contexts.add(ends.get(0).toString().replaceAll(".*(context=[0-9]+).*", "$1"));
                List<Mono<Void>> first = client % 2 == 0
                        ? ends.stream().map(Intercommunicator::disconnect).toList()
                        : merged.stream().map(Communicator::disconnect).toList();
                List<Mono<Void>> second = client % 2 == 0
                        ? merged.stream().map(Communicator::disconnect).toList()
                        : ends.stream().map(Intercommunicator::disconnect).toList();
                Mono.when(first).block(TIMEOUT);
                Mono.when(second).block(TIMEOUT);
                assertThat(sum(service)).containsOnly(2L);
            }
            // The one before may still be on its way back.
            assertThat(Set.copyOf(contexts)).hasSizeLessThanOrEqualTo(3);
            port.close().block(TIMEOUT);
        }
    }

    @ParameterizedTest
    @MethodSource(Jobs.CHANNELS)
    @DisplayName("DPM-6 jobs part also where the world of one of them is revoked")
    void revokedWorld(String channel) {
        try (Ranks service = Jobs.job(channel, 2);
                Ranks client = Jobs.job(channel, 1)) {
            List<Intercommunicator> ends = Jobs.met(service, client);
            service.world(0).failures().revoke().block(TIMEOUT);
            Mono.when(ends.stream().map(Intercommunicator::disconnect).toList()).block(TIMEOUT);
            Jobs.assertWorks(client);
        }
    }

    @ParameterizedTest
    @MethodSource(Jobs.CHANNELS)
    @DisplayName("DPM-6 a disconnect that is cancelled goes on, so that the others' end")
    void cancelled(String channel) {
        try (Ranks service = Jobs.job(channel, 1);
                Ranks client = Jobs.job(channel, 1)) {
            List<Intercommunicator> ends = Jobs.met(service, client);
            int[] room = new int[1];
            Mono<?> received = ends.get(0).irecv(Buffers.of(room), 0, 3).cache();
            received.subscribe();
            // It waits for the receive.
            ends.get(0).disconnect().subscribe().dispose();
            ends.get(1).isend(Buffers.ints(7), 0, 3).block(TIMEOUT);
            ends.get(1).disconnect().block(TIMEOUT);
            received.block(TIMEOUT);
            assertThat(room).containsExactly(7);
            Jobs.assertWorks(service);
        }
    }

    private static List<Long> sum(Ranks job) {
        return Flux.range(0, job.size())
                .flatMap(rank -> job.world(rank).allreduce(1, Op.SUM))
                .collectList()
                .block(TIMEOUT);
    }

    private static List<Intercommunicator> killedClient(String channel, Ranks service, Port port) {
        return killedClient(channel, service, port, null);
    }

    /** What a service has when the job that it has met is dead; {@code merged} gets its ends of another communicator of both. */
    private static List<Intercommunicator> killedClient(
            String channel, Ranks service, Port port, @Nullable List<Communicator> merged) {
        try (Ranks client = Jobs.job(channel, 2).without(Check.values())) {
            List<Intercommunicator> both = Jobs.met(Family.worlds(service), 1, port, Family.worlds(client), 0);
            List<Intercommunicator> ends = both.subList(0, service.size());
            if (merged != null) {
                List<Communicator> all = Family.onAll(both, end -> end.merge(!ends.contains(end)));
                merged.addAll(all.subList(0, ends.size()));
            }
            Mono.when(client.abort(0, "killed by a test"), client.abort(1, "killed by a test"))
                    .block(TIMEOUT);
            return ends;
        }
    }
}
