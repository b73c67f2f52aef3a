package org.reactivempi.transport.observe.stats;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.reactivempi.transport.engine.event.OperationKind;
import org.reactivempi.transport.observe.count.PeerCounts.Number;
import org.reactivempi.transport.observe.parts.Parts;

/** The text in which a rank writes its {@link RankStats}: a line each, a word and numbers, and the name of a wait's window. */
final class StatsText {

    private static final String FIRST = "reactive-mpi-stats-5";

    private static final int WAIT_WORDS = 8;

    private StatsText() {}

    static void write(RankStats stats, FileChannel file) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add(FIRST + " " + stats.rank() + " " + stats.size() + " " + stats.refused());
        stats.peers()
                .forEach((rank, peer) -> lines.add(line(
                        "peer",
                        Stream.concat(Stream.of((long) rank), peer.values().stream())
                                .mapToLong(Long::longValue)
                                .toArray())));
        stats.slowest()
                .forEach(wait -> lines.add(line(
                                "wait",
                                wait.nanos(),
                                wait.kind().ordinal(),
                                wait.peer(),
                                wait.tag(),
                                wait.context(),
                                wait.lengthBytes())
                        + " " + wait.window()));
        stats.late().forEach((rank, late) -> lines.add(line("late", rank, late.operations(), late.nanos())));
        Parts.write(file, lines);
    }

    private static String line(String word, long... numbers) {
        StringBuilder line = new StringBuilder(word);
        Arrays.stream(numbers).forEach(number -> line.append(' ').append(number));
        return line.toString();
    }

    static RankStats read(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        if (lines.isEmpty() || !lines.get(0).startsWith(FIRST + " ")) {
            throw new IOException(file + " is no statistics of a rank");
        }
        long[] head = numbers(lines.get(0));
        Map<Integer, Map<Number, Long>> peers = new TreeMap<>();
        List<Wait> slowest = new ArrayList<>();
        Map<Integer, RankStats.Late> late = new TreeMap<>();
        for (String line : lines.subList(1, lines.size())) {
            if (line.startsWith("wait")) {
                slowest.add(wait(line));
                continue;
            }
            long[] n = numbers(line);
            if (line.startsWith("peer")) {
                peers.put((int) n[0], RankStats.peer(number -> n[1 + number.ordinal()]));
            } else {
                late.put((int) n[0], new RankStats.Late(n[1], n[2]));
            }
        }
        return new RankStats((int) head[0], (int) head[1], peers, head[2], slowest, late);
    }

    /** The window's name is the last, since there may be blanks in it. */
    private static Wait wait(String line) {
        String[] words = line.split(" ", WAIT_WORDS);
        long[] n = numbers(String.join(" ", Arrays.copyOf(words, WAIT_WORDS - 1)));
        OperationKind kind = OperationKind.values()[(int) n[1]];
        return new Wait(n[0], kind, (int) n[2], (int) n[3], (int) n[4], n[5], words[WAIT_WORDS - 1]);
    }

    private static long[] numbers(String line) {
        return Arrays.stream(line.split(" ")).skip(1).mapToLong(Long::parseLong).toArray();
    }
}
