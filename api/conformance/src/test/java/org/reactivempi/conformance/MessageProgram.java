package org.reactivempi.conformance;

import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Session;
import org.reactivempi.Settings;
import org.reactivempi.core.session.CoreSession;
import reactor.core.publisher.Mono;

/** Sends one message of 8 bytes to a receive that waits for it, when its standard input says so; for {@link MessageWay}. */
final class MessageProgram {

    private static final int WARM_UP = 200;

    private MessageProgram() {}

    /** Prints the names of the progress threads of sender and receiver, then waits for a line. */
    public static void main(String[] arguments) throws Exception {
        List<CoreSession> sessions = PlainRanks.start(2, Settings.create().channel(arguments[0]));
        Communicator zero = sessions.get(0).world();
        Communicator one = sessions.get(1).world();
        for (int i = 0; i < WARM_UP; i++) {
            message(zero, one);
        }
        System.out.println(threadOf(zero) + "," + threadOf(one));
        System.in.read();
        message(zero, one);
        Mono.when(sessions.stream().map(Session::close).toList()).block(TIMEOUT);
    }

    private static String threadOf(Communicator me) {
        return Mono.fromCallable(() -> Thread.currentThread().getName())
                .subscribeOn(me.scheduler())
                .blockOptional(TIMEOUT)
                .orElseThrow();
    }

    private static void message(Communicator zero, Communicator one) throws InterruptedException {
        CountDownLatch received = new CountDownLatch(1);
        Buffer room = Buffers.of(new long[1]);
        one.irecv(room, 0, TAG).subscribe(status -> {
            received();
            received.countDown();
        });
        // So that the receive is posted, and its thread has nothing to do, when the message is sent.
        threadOf(one);
        Mono<?> send = zero.isend(Buffers.longs(5), 1, TAG);
        sending();
        send.subscribe();
        if (!received.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("no message");
        }
    }

    /** Marks in the trace where the way down begins. */
    private static void sending() {}

    /** Marks where the way up ends. */
    private static void received() {}
}
