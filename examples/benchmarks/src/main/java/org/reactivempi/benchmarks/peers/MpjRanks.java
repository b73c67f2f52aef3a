package org.reactivempi.benchmarks.peers;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Starts two ranks of MPJ Express over its sockets without its daemon: plays the server that tells each rank where the others listen.
 *
 * <pre>
 *  rank: host, write port, read port, rank --> server
 *  server: "#Peer Information;host@read port@write port@rank;..." --> all ranks
 * </pre>
 */
public final class MpjRanks {

    private static final int RANKS = 2;
    private static final int JOIN_MILLIS = 30_000;
    /** What MPJ Express has by default: longer messages wait for their receives. */
    private static final int EAGER_BYTES = 131_072;

    private MpjRanks() {}

    private record Joined(Socket socket, int rank, String entry) {}

    /**
     * Runs the ranks to their end, and exits with the largest of their codes.
     *
     * @param args the command of each: Java, its options and the main class; then {@code --} and the program's own arguments
     * @throws IOException no process or connection
     * @throws InterruptedException this process is to end
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        System.exit(run(List.of(args)));
    }

    static int run(List<String> arguments) throws IOException, InterruptedException {
        int end = arguments.indexOf("--");
        if (end < 1) {
            throw new IllegalArgumentException("COMMAND... -- ARGUMENTS..., not " + arguments);
        }
        List<Process> ranks = new ArrayList<>();
        try (ServerSocket server = new ServerSocket(0, RANKS, InetAddress.getLoopbackAddress())) {
            server.setSoTimeout(JOIN_MILLIS);
            for (int rank = 0; rank < RANKS; rank++) {
                List<String> command = new ArrayList<>(arguments.subList(0, end));
                command.addAll(List.of(Integer.toString(rank), place(server.getLocalPort()), "niodev"));
                command.addAll(arguments.subList(end + 1, arguments.size()));
                ranks.add(new ProcessBuilder(command).inheritIO().start());
            }
            introduce(server);
            int code = 0;
            for (Process rank : ranks) {
                code = Math.max(code, rank.waitFor());
            }
            return code;
        } finally {
            ranks.forEach(Process::destroyForcibly);
        }
    }

    /** The second argument of a rank: where this server is. */
    private static String place(int port) {
        return String.join(
                ";",
                "#Number of Processes",
                Integer.toString(RANKS),
                "#Protocol Switch Limit",
                Integer.toString(EAGER_BYTES),
                "#Server Name",
                "127.0.0.1",
                "#Server Port",
                Integer.toString(port));
    }

    private static void introduce(ServerSocket server) throws IOException {
        List<Joined> joined = new ArrayList<>();
        try {
            while (joined.size() < RANKS) {
                joined.add(hear(server.accept()));
            }
            String[] entries = new String[RANKS];
            joined.forEach(each -> entries[each.rank] = each.entry);
            String table = "#Peer Information;" + Arrays.stream(entries).collect(Collectors.joining(";"));
            for (Joined each : joined) {
                new DataOutputStream(each.socket.getOutputStream()).writeUTF(table);
            }
        } finally {
            for (Joined each : joined) {
                each.socket.close();
            }
        }
    }

    private static Joined hear(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        in.readUTF();
        int writePort = in.readInt();
        int readPort = in.readInt();
        int rank = in.readInt();
        if (rank < 0 || rank >= RANKS) {
            socket.close();
            throw new IOException("rank " + rank + " has joined, allowed are 0 to " + (RANKS - 1));
        }
        return new Joined(socket, rank, "127.0.0.1@" + readPort + "@" + writePort + "@" + rank);
    }
}
