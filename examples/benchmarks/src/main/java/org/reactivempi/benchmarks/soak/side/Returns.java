package org.reactivempi.benchmarks.soak.side;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ExitException;

/**
 * Three ranks that find each other by a list and work together; one of them is killed, and started again: all three must be together
 * again, and get all values right.
 *
 * <p>Ranks of a list speak over TCP alone.
 */
public final class Returns extends Worker {

    private static final int RANKS = 3;
    private static final String HOST = "127.0.0.1";
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final int FAILED = 1;
    private static final int SECRET_DIGITS = 3;

    /** A rank's process, and what it has said of itself. */
    private static final class Rank {

        private @Nullable Child child;
        private int together;
        private boolean hasValues;
    }

    private final long seed;
    private final AtomicLong values;
    private final Random random;
    private final String peers;
    private final String secret;
    private final List<Rank> ranks = new ArrayList<>();
    /** Each holds the port of a rank to the end of this JVM, also while the rank is dead. */
    private final List<Socket> held = new ArrayList<>();

    /**
     * At a pace.
     *
     * @param first when the first rank is killed, once all are together
     * @param values counts the values that were right
     */
    public Returns(long seed, Duration first, Duration every, AtomicLong values) {
        super("returns", first, every);
        this.seed = seed;
        this.values = values;
        this.random = new Random(seed);
        this.peers = Stream.generate(this::address).limit(RANKS).collect(Collectors.joining(","));
        this.secret = random.longs(SECRET_DIGITS)
                .mapToObj(part -> String.format(Locale.ROOT, "%016x", part))
                .collect(Collectors.joining());
        for (int rank = 0; rank < RANKS; rank++) {
            ranks.add(new Rank());
        }
    }

    /**
     * Where a rank will listen. Linux gives the number of a socket that is bound, and no more, to nobody who wants any, and lets the rank
     * have it; other systems would not, so there it is only free now.
     */
    private String address() {
        try {
            Socket socket = new Socket();
            held.add(socket);
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(HOST, 0));
            String address = HOST + ":" + socket.getLocalPort();
            if (!System.getProperty("os.name").equals("Linux")) {
                socket.close();
            }
            return address;
        } catch (IOException e) {
            throw new ExitException(FAILED, "soak: lane returns: no free port: " + e.getMessage());
        }
    }

    @Override
    void begin() throws Exception {
        for (int rank = 0; rank < RANKS; rank++) {
            start(rank);
        }
        await("the first meeting", rank -> rank.together == 1 && rank.hasValues);
    }

    private synchronized void start(int rank) throws IOException {
        if (isClosed()) {
            return;
        }
        ranks.get(rank).child = Child.start(
                List.of(
                        "-Dreactivempi.peers=" + peers,
                        "-Dreactivempi.rank=" + rank,
                        "-Dreactivempi.heartbeat-interval=500ms",
                        "-Dreactivempi.reconnect-timeout=5s"),
                ReturningRank.class.getName(),
                List.of(Long.toString(seed)),
                Map.of("REACTIVEMPI_SECRET", secret),
                line -> said(ranks.get(rank), line));
    }

    private synchronized void said(Rank rank, String line) {
        if (line.equals(ReturningRank.TOGETHER)) {
            rank.together++;
            rank.hasValues = false;
        } else if (line.startsWith(ReturningRank.VALUES)) {
            rank.hasValues = true;
            values.addAndGet(Long.parseLong(line.substring(ReturningRank.VALUES.length())));
        }
        notifyAll();
    }

    @Override
    void once(long number) throws Exception {
        int victim = random.nextInt(RANKS);
        Child killed = forget(victim);
        if (killed != null) {
            killed.kill();
            killed.await();
        }
        start(victim);
        await("return " + (number + 1) + ", of rank " + victim, rank -> rank.together > 0 && rank.hasValues);
        if (!isClosed()) {
            done();
        }
    }

    /** All of them have to meet anew. */
    private synchronized @Nullable Child forget(int victim) {
        for (Rank rank : ranks) {
            rank.together = 0;
            rank.hasValues = false;
        }
        Child killed = ranks.get(victim).child;
        ranks.get(victim).child = null;
        return killed;
    }

    private synchronized void await(String what, Predicate<Rank> isThere) throws InterruptedException {
        long end = System.nanoTime() + LONGEST.toNanos();
        while (!isClosed() && !ranks.stream().allMatch(isThere)) {
            for (Rank rank : ranks) {
                if (rank.child != null && rank.child.isInterrupted()) {
                    close();
                    return;
                }
                if (rank.child != null && !rank.child.isAlive()) {
                    throw failure(what, "a rank that goes on", rank.child + ": " + rank.child.lastLines());
                }
            }
            if (System.nanoTime() > end) {
                throw failure(what, "all ranks together within " + LONGEST.toSeconds() + " s", state());
            }
            wait(500);
        }
    }

    private String state() {
        return ranks.stream()
                .map(rank -> rank.child + (rank.together > 0 ? " together" : " alone")
                        + (rank.hasValues ? ", with values" : "") + ": "
                        + (rank.child == null ? "" : rank.child.lastLines()))
                .collect(Collectors.joining("; "));
    }

    private ExitException failure(String what, Object expected, Object came) {
        return new ExitException(
                FAILED,
                "soak: lane returns, seed " + seed + ", ranks 0 to " + (RANKS - 1) + " of " + peers + ": " + what
                        + ": expected " + expected + ", came " + came);
    }

    @Override
    public synchronized void close() {
        super.close();
        for (Rank rank : ranks) {
            if (rank.child != null) {
                rank.child.kill();
            }
        }
    }
}
