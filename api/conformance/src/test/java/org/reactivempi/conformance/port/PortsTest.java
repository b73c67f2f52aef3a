package org.reactivempi.conformance.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.Buffers.ints;
import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Intercommunicator;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.Port;
import org.reactivempi.Status;
import org.reactivempi.conformance.Family;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Two jobs that meet at a port. */
class PortsTest {

    @ParameterizedTest
    @MethodSource(Jobs.CHANNELS)
    @DisplayName("DPM-2, DPM-13 two jobs meet at a port, exchange messages and combine values, and part")
    void meet(String channel) {
        try (Ranks service = Jobs.job(channel, 2);
                Ranks client = Jobs.job(channel, 3)) {
            Port port = service.session(0).ports().open().block(TIMEOUT);
            List<Intercommunicator> both = Jobs.met(Family.worlds(service), 0, port, Family.worlds(client), 0);
            assertThat(both).extracting(Intercommunicator::size).containsExactly(2, 2, 3, 3, 3);
            assertThat(both).extracting(Intercommunicator::remoteSize).containsExactly(3, 3, 2, 2, 2);

            int[] room = new int[1];
            Mono<Status> received = both.get(0).irecv(Buffers.of(room), 2, 7);
            Mono.when(received, both.get(4).isend(ints(42), 0, 7)).block(TIMEOUT);
            assertThat(room).containsExactly(42);

            List<Long> sums = Flux.mergeSequential(IntStream.range(0, 5)
                            .mapToObj(i -> both.get(i).allreduce(i < 2 ? 1 : 10, Op.SUM))
                            .toList())
                    .collectList()
                    .block(TIMEOUT);
            assertThat(sums).containsExactly(30L, 30L, 2L, 2L, 2L);

            List<Communicator> merged = Flux.mergeSequential(IntStream.range(0, 5)
                            .mapToObj(i -> both.get(i).merge(i >= 2))
                            .toList())
                    .collectList()
                    .block(TIMEOUT);
            assertThat(merged).extracting(Communicator::rank).containsExactly(0, 1, 2, 3, 4);
            List<Long> all = Flux.mergeSequential(merged.stream()
                            .map(each -> each.allreduce(1 << each.rank(), Op.SUM))
                            .toList())
                    .collectList()
                    .block(TIMEOUT);
            assertThat(all).containsOnly(31L);

            Mono.when(merged.stream().map(Communicator::free).toList()).block(TIMEOUT);
            Mono.when(both.stream().map(Intercommunicator::disconnect).toList()).block(TIMEOUT);
            port.close().block(TIMEOUT);
        }
    }

    @ParameterizedTest
    @MethodSource(Jobs.CHANNELS)
    @DisplayName("DPM-1 the end of a session is the end of its ports: who accepts there, and who waits there, hears so")
    void ended(String channel) {
        try (Ranks service = Jobs.job(channel, 1);
                Ranks client = Jobs.job(channel, 1)) {
            Port idle = service.session(0).ports().open().block(TIMEOUT);
            Port port = service.session(0).ports().open().block(TIMEOUT);
            CompletableFuture<Intercommunicator> accepts =
                    service.world(0).accept(port, 0).toFuture();
            CompletableFuture<Intercommunicator> connects =
                    client.world(0).connect(idle.name(), 0).toFuture();
            service.session(0).close().block(TIMEOUT);
            assertThat(accepts)
                    .failsWithin(TIMEOUT)
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOfSatisfying(
                            MpiException.class,
                            failure -> assertThat(failure.errorClass()).isEqualTo(ErrorClass.PORT));
            assertThat(connects)
                    .failsWithin(TIMEOUT)
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOfSatisfying(
                            MpiException.class,
                            failure -> assertThat(failure.errorClass()).isEqualTo(ErrorClass.PORT));
        }
    }
}
