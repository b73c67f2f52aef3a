package org.reactivempi.conformance;

import static org.reactivempi.Buffers.ints;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.reactivempi.Buffers;
import org.reactivempi.Session;
import org.reactivempi.Settings;
import org.reactivempi.transport.fixtures.FreePorts;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Two ranks that pass messages while strangers send garbage to one of them, so that there is something to log. */
final class LogProgram {

    private static final int ROUNDS = 100;

    private final int[] ports = {FreePorts.next(), FreePorts.next()};
    private final Session[] sessions = new Session[2];

    private LogProgram(String channel) {
        Settings settings = Settings.create()
                .channel(channel)
                .peers("127.0.0.1:" + ports[0] + ",127.0.0.1:" + ports[1])
                .secret("what both ranks know, and nobody else");
        for (int rank = 0; rank < 2; rank++) {
            sessions[rank] =
                    Session.start(settings.rank(rank)).blockOptional(TIMEOUT).orElseThrow();
        }
    }

    /**
     * Takes the channel, how many strangers there are, and {@code full} if standard error is a pipe that nobody reads, or {@code
     * descriptors} to use them up and wait for a line of standard input. Prints how
     * many messages have been passed after the strangers came, and how many milliseconds all took.
     */
    public static void main(String[] arguments) throws Exception {
        long start = System.nanoTime();
        LogProgram program = new LogProgram(arguments[0]);
        program.pass();
        if (arguments[2].equals("full")) {
            fillStandardError();
        }
        int strangers = Integer.parseInt(arguments[1]);
        for (int i = 0; i < strangers; i++) {
            program.stranger();
        }
        if (arguments[2].equals("descriptors")) {
            program.useDescriptorsUp();
            program.stranger();
        }
        program.pass();
        System.out.println(ROUNDS);
        Mono.when(program.sessions[0].close(), program.sessions[1].close()).block(TIMEOUT);
        System.out.println((System.nanoTime() - start) / 1_000_000);
        System.out.flush();
        // Not by an exit, at which the logging system of the JDK waits for its console.
        Runtime.getRuntime().halt(0);
    }

    /** Writes until the pipe takes no more. */
    private static void fillStandardError() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        Thread full = new Thread(
                () -> {
                    String line = "x".repeat(4096);
                    begun.countDown();
                    while (true) {
                        System.err.println(line);
                    }
                },
                "full");
        full.setDaemon(true);
        full.start();
        begun.await();
        StackTraceElement[] stack;
        do {
            stack = full.getStackTrace();
        } while (stack.length == 0 || !stack[0].isNativeMethod());
    }

    private void stranger() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), ports[1])) {
            socket.setSoTimeout((int) TIMEOUT.toMillis());
            socket.getOutputStream()
                    .write("a stranger, and not the shortest of them all".getBytes(StandardCharsets.US_ASCII));
            socket.getInputStream().transferTo(new ByteArrayOutputStream());
        } catch (SocketException reset) {
            // The rank has not read all of it.
        }
    }

    /** Leaves none until standard input has another line. */
    private void useDescriptorsUp() throws IOException {
        List<Socket> sockets = new ArrayList<>();
        try {
            while (true) {
                sockets.add(new Socket(InetAddress.getLoopbackAddress(), ports[1]));
            }
        } catch (SocketException noMore) {
            System.in.read();
        }
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private void pass() {
        Mono<Void> sent = Flux.range(0, ROUNDS)
                .concatMap(i -> sessions[0].world().isend(ints(i), 1, TAG))
                .then();
        Mono<Void> received = Flux.range(0, ROUNDS)
                .concatMap(i -> sessions[1].world().irecv(Buffers.of(new int[1]), 0, TAG))
                .then();
        Mono.when(sent, received).block(TIMEOUT);
    }
}
