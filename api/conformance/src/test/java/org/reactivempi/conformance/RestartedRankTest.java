package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.FailedSourceTest.awaited;
import static org.reactivempi.conformance.FailedSourceTest.started;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Traffic.exchange;

import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.Settings;
import org.reactivempi.core.session.CoreSession;
import org.reactivempi.core.session.CoreSessionProvider;
import org.reactivempi.transport.bootstrap.Bootstrap;
import org.reactivempi.transport.bootstrap.Exchange;
import org.reactivempi.transport.bootstrap.InJvmWorld;
import org.reactivempi.transport.fixtures.FreePorts;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;
import reactor.util.function.Tuple2;

/** A process that is started again in the place of a dead one: same job, same rank, same address. */
class RestartedRankTest {

    private final InJvmWorld job = InJvmWorld.of(2, Map.of());

    @Test
    @DisplayName("LIF-4 a restarted process with the old address is not taken for the old one, on either side")
    void restarted() {
        // Rank r listens at the port and r.
        Settings settings = Settings.create().channel("tcp").with("tcp-port", Integer.toString(FreePorts.nextTwo()));
        Tuple2<CoreSession, CoreSession> both = Mono.zip(
                        CoreSessionProvider.start(job.bootstrap(0), settings),
                        CoreSessionProvider.start(job.bootstrap(1), settings))
                .blockOptional(TIMEOUT)
                .orElseThrow();
        CoreSession zero = both.getT1();
        CoreSession old = both.getT2();
        try {
            assertThat(exchange(zero.world(), old.world(), 1)).isEqualTo(1);
            Recorder<Object> waiting = started(zero.world().receive(1, TAG));
            zero.pending().block(TIMEOUT);
            old.abort("killed by the test").block(TIMEOUT);
            CoreSession restarted = CoreSessionProvider.start(withoutBarrier(job.bootstrap(1)), settings)
                    .blockOptional(TIMEOUT)
                    .orElseThrow();
            StepVerifier.create(restarted.world().issend(ints(5), 0, TAG))
                    .expectError(ProcessFailedException.class)
                    .verify(TIMEOUT);
            assertThat(awaited(waiting)).singleElement().isInstanceOf(ProcessFailedException.class);
            StepVerifier.create(zero.world().issend(ints(5), 1, TAG))
                    .expectError(ProcessFailedException.class)
                    .verify(TIMEOUT);
            restarted.abort("the test is over").block(TIMEOUT);
        } finally {
            zero.abort("the test is over").block(TIMEOUT);
        }
    }

    /** All others have started long ago. */
    private static Bootstrap withoutBarrier(Bootstrap bootstrap) {
        Exchange exchange = bootstrap.exchange().orElseThrow();
        Exchange withoutBarrier = (Exchange) Proxy.newProxyInstance(
                Exchange.class.getClassLoader(),
                new Class<?>[] {Exchange.class},
                (proxy, method, arguments) ->
                        method.getName().equals("barrier") ? Mono.empty() : method.invoke(exchange, arguments));
        return new Bootstrap(bootstrap.place(), Optional.of(withoutBarrier), bootstrap.life());
    }
}
