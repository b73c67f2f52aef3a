package org.reactivempi.transport.launcher.programs;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.reactivempi.transport.bootstrap.Bootstrap;
import org.reactivempi.transport.bootstrap.detect.Bootstraps;
import reactor.core.publisher.Mono;

/** A rank that does what its first argument says, good or bad. */
public final class Scenario {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int LINES = 500;

    private Scenario() {}

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "stranger" -> System.out.println("no part in the job");
            case "--tsv" -> System.out.println("an option of the program");
            case "announce" -> announce(Bootstraps.detect().block(TIMEOUT));
            case "half finalized" -> halfFinalized(Bootstraps.detect().block(TIMEOUT));
            case "abort with 0" -> abortWithZero();
            case "late" -> late();
            case "early" -> early(Bootstraps.detect().block(TIMEOUT));
            case "lines" -> lines(Bootstraps.detect().block(TIMEOUT));
            case "input" -> input(Bootstraps.detect().block(TIMEOUT));
            case "print" -> print(Bootstraps.detect().block(TIMEOUT));
            case "environment" -> System.out.println(System.getenv("GREETING") + System.getProperty("greeting"));
            case "debugged" ->
                System.out.println(System.getenv("REACTIVEMPI_DEBUGGING") + " " + System.getProperty("greeting"));
            case "checked" ->
                System.out.println(System.getenv("REACTIVEMPI_CHECK_TYPES") + " "
                        + System.getenv("REACTIVEMPI_CHECK_COLLECTIVES") + " "
                        + System.getenv("REACTIVEMPI_WINDOW_CHECK"));
            case "program" -> program(Bootstraps.detect().block(TIMEOUT));
            case "secret" -> secret();
            case "access" -> access();
            case "arguments" -> System.out.println(String.join("|", args));
            default -> lastRank(Bootstraps.detect().block(TIMEOUT), args[0]);
        }
    }

    private static void access() {
        Module base = Object.class.getModule();
        Module own = Scenario.class.getModule();
        System.out.println((base.isOpen("java.lang", own) ? "java.lang open, " : "")
                + (base.isOpen("java.util", own) ? "java.util open, " : "")
                + (base.isExported("sun.net", own) ? "sun.net exported" : ""));
    }

    private static void program(Bootstrap me) {
        System.out.println("rank " + me.place().rank() + " of " + me.place().size() + ", program "
                + System.getenv("MPI_APPNUM") + " of " + System.getenv("MPI_APP_RANKS") + ", "
                + System.getenv("GREETING") + System.getenv("BOTH") + " in "
                + System.getProperty("user.dir"));
        me.life().finish(Mono.empty()).block(TIMEOUT);
    }

    private static void secret() {
        String secret = System.getenv("REACTIVEMPI_SECRET");
        boolean shown = ProcessHandle.current()
                .info()
                .arguments()
                .map(arguments -> String.join(" ", arguments).contains(secret))
                .orElse(false);
        System.out.println((shown ? "shown " : "hidden ") + secret);
    }

    /** The last rank does something, while the others wait for it in a barrier or for good. */
    private static void lastRank(Bootstrap me, String what) throws InterruptedException {
        barrier(me);
        if (me.place().rank() < me.place().size() - 1) {
            new CountDownLatch(1).await();
        }
        switch (what) {
            case "System.exit" -> System.exit(3);
            case "exit" -> me.life().exit(3);
            case "exit from another thread" -> exitFromAnotherThread(me);
            case "throw" -> throw new IllegalStateException("a rank's own error");
            case "halt" -> Runtime.getRuntime().halt(0);
            case "kill" -> ProcessHandle.of(ProcessHandle.current().pid()).ifPresent(Scenario::kill);
            default -> new CountDownLatch(1).await();
        }
    }

    private static void exitFromAnotherThread(Bootstrap me) throws InterruptedException {
        new Thread(() -> me.life().exit(3)).start();
        new CountDownLatch(1).await();
    }

    private static void kill(ProcessHandle self) {
        try {
            new ProcessBuilder("kill", "-9", Long.toString(self.pid())).start().waitFor();
            new CountDownLatch(1).await();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Rank 1 never joins, and the others wait for it. */
    private static void late() throws InterruptedException {
        if (!"1".equals(System.getenv("PMI_ID"))
                && !Thread.currentThread().getName().equals("rank-1")) {
            barrier(Bootstraps.detect().block(TIMEOUT));
        }
        new CountDownLatch(1).await();
    }

    /** Rank 0 ends at once, the others wait for it. */
    private static void early(Bootstrap me) {
        if (me.place().rank() > 0) {
            barrier(me);
        }
        finish(me);
    }

    /** Rank 1 finalizes, and lives on; rank 0 waits. */
    private static void halfFinalized(Bootstrap me) throws InterruptedException {
        barrier(me);
        if (me.place().rank() == 1) {
            finish(me);
        }
        System.out.println(ProcessHandle.current().pid());
        new CountDownLatch(1).await();
    }

    /** What no bootstrap of the library says. */
    private static void abortWithZero() throws IOException, InterruptedException {
        String[] launcher = System.getenv("PMI_PORT").split(":");
        try (Socket socket = new Socket(launcher[0], Integer.parseInt(launcher[1]))) {
            String said = "cmd=initack pmiid=" + System.getenv("PMI_ID") + " token=" + System.getenv("PMI_TOKEN")
                    + "\ncmd=abort exitcode=0\n";
            socket.getOutputStream().write(said.getBytes(StandardCharsets.US_ASCII));
            new CountDownLatch(1).await();
        }
    }

    private static void announce(Bootstrap me) throws InterruptedException {
        barrier(me);
        System.out.println(ProcessHandle.current().pid());
        new CountDownLatch(1).await();
    }

    private static void lines(Bootstrap me) {
        barrier(me);
        for (int i = 0; i < LINES; i++) {
            System.out.print("rank " + me.place().rank());
            System.out.flush();
            System.out.println(" says line " + i);
        }
        finish(me);
    }

    private static void input(Bootstrap me) throws IOException {
        String text = new String(System.in.readAllBytes(), StandardCharsets.UTF_8).strip();
        System.out.println("rank " + me.place().rank() + " read <" + text + ">");
        finish(me);
    }

    private static void barrier(Bootstrap me) {
        me.exchange().orElseThrow().barrier().block(TIMEOUT);
    }

    private static void finish(Bootstrap me) {
        me.life().finish(Mono.empty()).block(TIMEOUT);
    }

    private static void print(Bootstrap me) {
        System.out.print("no end " + me.place().rank());
        finish(me);
    }
}
