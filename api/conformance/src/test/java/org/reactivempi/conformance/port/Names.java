package org.reactivempi.conformance.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.assertIs;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.port.Jobs.accepted;
import static org.reactivempi.conformance.port.Jobs.assertAllTalk;
import static org.reactivempi.conformance.port.Jobs.both;
import static org.reactivempi.conformance.port.Jobs.connected;
import static org.reactivempi.conformance.port.Jobs.disconnect;
import static org.reactivempi.conformance.port.Jobs.get;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Intercommunicator;
import org.reactivempi.MpiException;
import org.reactivempi.Port;
import org.reactivempi.Ports;
import org.reactivempi.Session;
import org.reactivempi.conformance.Traffic;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/** What tests do with names of ports. */
final class Names {

    private Names() {}

    static Ports ports(Ranks job, int rank) {
        return job.session(rank).ports();
    }

    static void publish(Ranks job, int rank, String name, Port port) {
        ports(job, rank).publish(name, port).block(TIMEOUT);
    }

    static void unpublish(Ranks job, int rank, String name) {
        ports(job, rank).unpublish(name).block(TIMEOUT);
    }

    static @Nullable String found(Ports ports, String name) {
        return ports.lookup(name).block(TIMEOUT);
    }

    static void assertAllFind(Ranks job, String name, String port) {
        for (int rank = 0; rank < job.size(); rank++) {
            assertThat(found(ports(job, rank), name)).as("rank %s", rank).isEqualTo(port);
        }
    }

    static void assertNone(Ports ports, String name) {
        assertFails(ports.lookup(name), ErrorClass.NAME, "\"" + name + "\"");
    }

    static void assertNobodyFinds(Ranks job, String name) {
        for (int rank = 0; rank < job.size(); rank++) {
            assertNone(ports(job, rank), name);
        }
    }

    /** Nobody waits until a name is known to be withdrawn whose port, or whose publisher, has ended. */
    static void awaitNone(Ports ports, String name) {
        Throwable why = ports.lookup(name)
                .repeat()
                .then(Mono.<Throwable>empty())
                .onErrorResume(Mono::just)
                .block(TIMEOUT);
        assertIs(why, ErrorClass.NAME, "\"" + name + "\"");
    }

    /** One group waits at a port, another one comes by the name that it has looked up; they part again. */
    static void assertMeet(
            List<Communicator> service, Port port, List<Communicator> client, Ports finder, String name) {
        CompletableFuture<List<Intercommunicator>> accepting = accepted(service, port, 0);
        List<Intercommunicator> came = get(connected(client, found(finder, name), 0));
        List<Intercommunicator> ends = both(get(accepting), came);
        assertAllTalk(ends, 1);
        disconnect(ends);
    }

    /** A rank whose thread stands meanwhile, so that it hears nothing, and answers nothing. */
    static void whileHeld(Session session, Runnable test) {
        CountDownLatch stopped = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        session.scheduler().schedule(() -> {
            stopped.countDown();
            Traffic.hold(goOn);
        });
        Traffic.await(stopped);
        try {
            test.run();
        } finally {
            goOn.countDown();
        }
    }

    /** After its start, on the same thread. */
    static void assertIsAsked(Ranks job, int rank) {
        assertThat(job.pending(rank).block(TIMEOUT)).isNotEmpty();
    }

    /** What was cancelled may be published, and withdrawn, just now. */
    static void publishWhenWithdrawn(Ports publisher, String name, Port port) {
        publisher
                .publish(name, port)
                .retryWhen(Retry.indefinitely().filter(failure -> isOf(failure, ErrorClass.SERVICE)))
                .block(TIMEOUT);
    }

    static boolean isOf(Throwable failure, ErrorClass errorClass) {
        return failure instanceof MpiException known && known.errorClass() == errorClass;
    }

    /** Who has opened a port, as a name service has it: by the number of its job that is in the port's name. */
    static String inWords(Port port) {
        String[] parts = port.name().split(":", 5);
        return "rank " + parts[2] + " of the job " + parts[3];
    }
}
