package org.reactivempi.benchmarks.bindings;

import java.util.Arrays;
import java.util.Locale;
import mpi.MPI;
import org.reactivempi.benchmarks.pt2pt.Spread;

/**
 * Two ranks measure blocking calls, and rank 0 prints rows: of messages half the round trip, and how many go each second in windows; of
 * collective operations the time of the slower rank after a barrier.
 *
 * <p>With the style {@code mpijava} it is an mpiJava program, which MPJ Express runs as well: so nothing that it loads may need more
 * than the JDK and the package {@code mpi}.
 */
public final class JavaProgram {

    private static final int ARGUMENTS = 5;
    private static final int WINDOW = 64;
    private static final int WINDOW_BYTES_MAX = 1 << 26;
    private static final int REPETITIONS_MIN = 5;
    /** What a JVM needs until its compiler has seen a call often enough. */
    private static final int FIRST_WARM_UP = 80_000;

    private static final int WARM_UP = 3;
    /** So that the compiler, which would take the cores from the ranks, has done its work. */
    private static final long REST_MILLIS = 500;

    private static final double NANOS_PER_SECOND = 1e9;

    private final String implementation;
    private final String channel;
    private final int divisor;
    private final int[] lengths;
    private final Calls calls;
    private final int rank;

    private JavaProgram(String[] args, Calls calls) throws Exception {
        implementation = args[1];
        channel = args[2];
        divisor = Integer.parseInt(args[3]);
        lengths = Arrays.stream(args[4].split(",", -1))
                .mapToInt(Integer::parseInt)
                .toArray();
        this.calls = calls;
        rank = calls.rank();
    }

    /**
     * Runs as one of two ranks.
     *
     * @param args what the library's launcher has for it, and then: {@code mpijava}, {@code openmpi} or {@code blocking}; how the rows
     *     call it, and its channel; what the numbers of repetitions are divided by; lengths in bytes, with commas
     * @throws Exception what a call throws
     */
    public static void main(String[] args) throws Exception {
        String[] own = MPI.Init(args);
        if (own.length != ARGUMENTS) {
            throw new IllegalArgumentException(
                    "STYLE IMPLEMENTATION CHANNEL DIVISOR LENGTHS, not " + Arrays.toString(own));
        }
        new JavaProgram(own, calls(own[0])).run();
        MPI.Finalize();
    }

    private static Calls calls(String style) {
        return switch (style) {
            case "mpijava" -> new MpiJavaCalls();
            case "openmpi" -> new OpenMpiCalls();
            case "blocking" -> Own.calls();
            default ->
                throw new IllegalArgumentException("style " + style + ", allowed are mpijava, openmpi and blocking");
        };
    }

    /** What MPJ Express does not have: loaded only where it is called. */
    private static final class Own {

        private Own() {}

        static Calls calls() {
            return new BlockingCalls(MPI.COMM_WORLD.communicator());
        }
    }

    private void run() throws Exception {
        if (calls.size() != 2) {
            throw new IllegalStateException("2 ranks are needed, not " + calls.size());
        }
        pingPongs(new byte[1], new byte[1], 1, new long[repetitions(FIRST_WARM_UP)]);
        for (int bytes : lengths) {
            latency(bytes);
        }
        for (int bytes : lengths) {
            windows(bytes);
        }
        collective("barrier", 0, calls::barrier);
        for (int bytes : lengths) {
            collectives(bytes);
        }
    }

    private void latency(int bytes) throws Exception {
        byte[] data = new byte[bytes];
        byte[] room = new byte[bytes];
        int n = repetitions(bytes <= 8192 ? 10_000 : bytes <= 65_536 ? 3000 : bytes <= 1 << 20 ? 600 : 150);
        pingPongs(data, room, bytes, new long[WARM_UP * n]);
        rest();
        long[] nanos = new long[n];
        pingPongs(data, room, bytes, nanos);
        Spread spread = Spread.of(nanos);
        row("latency", bytes, "p50_us", spread.medianMicros() / 2);
        row("latency", bytes, "mean_us", spread.meanMicros() / 2);
    }

    private void pingPongs(byte[] data, byte[] room, int bytes, long[] nanos) throws Exception {
        for (int i = 0; i < nanos.length; i++) {
            long start = System.nanoTime();
            if (rank == 0) {
                calls.send(data, bytes, 1);
                calls.recv(room, bytes, 1);
            } else {
                calls.recv(room, bytes, 0);
                calls.send(data, bytes, 0);
            }
            nanos[i] = System.nanoTime() - start;
        }
    }

    private void windows(int bytes) throws Exception {
        int messages = Math.max(1, Math.min(WINDOW, WINDOW_BYTES_MAX / Math.max(1, bytes)));
        byte[] data = new byte[bytes];
        byte[] room = new byte[rank == 1 ? bytes * messages : 1];
        int n = repetitions(bytes <= 8192 ? 1000 : bytes <= 65_536 ? 100 : 20);
        windows(data, room, messages, WARM_UP * n);
        rest();
        long start = System.nanoTime();
        windows(data, room, messages, n);
        double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
        row("bw", bytes, "msg_per_s", (double) messages * n / seconds);
    }

    private void windows(byte[] data, byte[] room, int messages, int n) throws Exception {
        byte[] answer = new byte[1];
        for (int i = 0; i < n; i++) {
            if (rank == 0) {
                calls.sendWindow(data, data.length, 1, messages);
                calls.recv(answer, 1, 1);
            } else {
                calls.recvWindow(room, data.length, 0, messages);
                calls.send(answer, 1, 0);
            }
        }
    }

    private void collectives(int bytes) throws Exception {
        int count = Math.max(1, bytes / Double.BYTES);
        double[] mine = new double[count];
        double[] result = new double[count];
        double[] twice = new double[2 * count];
        double[] all = new double[2 * count];
        collective("bcast", bytes, () -> calls.bcast(mine));
        collective("allreduce", bytes, () -> calls.sum(mine, result));
        collective("allgather", bytes, () -> calls.allgather(mine, all));
        collective("alltoall", bytes, () -> calls.alltoall(twice, all));
    }

    private interface Operation {
        void run() throws Exception;
    }

    private void collective(String test, int bytes, Operation operation) throws Exception {
        int n = repetitions(bytes <= 8192 ? 10_000 : bytes <= 65_536 ? 3000 : 300);
        behindBarriers(operation, WARM_UP * n);
        rest();
        double[] nanos = behindBarriers(operation, n);
        double[] slower = new double[n];
        calls.max(nanos, slower);
        Arrays.sort(slower);
        row(test, bytes, "p50_us", slower[n / 2] / 1e3);
    }

    private double[] behindBarriers(Operation operation, int n) throws Exception {
        double[] nanos = new double[n];
        for (int i = 0; i < n; i++) {
            calls.barrier();
            long start = System.nanoTime();
            operation.run();
            nanos[i] = System.nanoTime() - start;
        }
        return nanos;
    }

    private int repetitions(int most) {
        return Math.max(REPETITIONS_MIN, most / divisor);
    }

    private void rest() throws Exception {
        calls.barrier();
        Thread.sleep(REST_MILLIS / divisor);
        calls.barrier();
    }

    private void row(String test, int bytes, String metric, double value) {
        if (rank == 0) {
            System.out.printf(
                    Locale.ROOT,
                    "%s\t%s\theap\tdefault\t%s\t%d\t%s\t%.4f%n",
                    implementation,
                    channel,
                    test,
                    bytes,
                    metric,
                    value);
            System.out.flush();
        }
    }
}
