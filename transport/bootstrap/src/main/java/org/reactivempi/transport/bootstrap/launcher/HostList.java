package org.reactivempi.transport.bootstrap.launcher;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The hosts of a job, and which of them each rank runs on: ranks fill one host after the other.
 *
 * <pre>
 *  --host alpha:2,beta:2      2 ranks on alpha, then 2 on beta
 *  --host alpha,beta          as many on each, where nobody says how many
 *  --hostfile FILE            lines: alpha slots=2, or alpha:2; # begins a comment
 * </pre>
 */
final class HostList {

    private static final Pattern WITH_SLOTS = Pattern.compile("(.*?[^:]):(\\d{1,6})");
    private static final Pattern SLOTS = Pattern.compile("slots=(\\d{1,6})");
    private static final Set<String> LOCAL = Set.of("localhost", "127.0.0.1", "::1", "ip6-localhost");
    /** Whatever name it was called by. */
    private static final String HERE = "localhost";

    private static final int UNSAID = 0;

    /** The host of each rank; null is this one. */
    private final List<@Nullable String> ofRank;

    private HostList(List<@Nullable String> ofRank) {
        this.ofRank = ofRank;
    }

    /**
     * Places ranks.
     *
     * @param given as the command line has them, each a name, or a name and a number of ranks
     * @param file more of them, if there is one
     * @throws IllegalArgumentException where the hosts have no room for the ranks, or the file can't be read, in words for the user
     */
    static HostList of(List<String> given, @Nullable Path file, int ranks) {
        Map<String, Integer> slots = new LinkedHashMap<>();
        given.forEach(text -> add(slots, text, text));
        if (file != null) {
            addLines(slots, file);
        }
        if (slots.keySet().stream().allMatch(HERE::equals)) {
            return new HostList(Collections.nCopies(ranks, null));
        }
        List<@Nullable String> places = new ArrayList<>();
        if (slots.values().stream().allMatch(number -> number == UNSAID)) {
            int each = (ranks + slots.size() - 1) / slots.size();
            slots.replaceAll((host, number) -> each);
        }
        slots.forEach((host, number) ->
                places.addAll(Collections.nCopies(Math.max(1, number), host.equals(HERE) ? null : host)));
        if (places.size() < ranks) {
            throw new IllegalArgumentException("the hosts have room for " + places.size() + " of " + ranks
                    + " ranks; say NAME:RANKS for those that take more");
        }
        return new HostList(new ArrayList<>(places.subList(0, ranks)));
    }

    private static void addLines(Map<String, Integer> slots, Path file) {
        try {
            for (String line : Files.readAllLines(file)) {
                String[] words = line.replaceFirst("#.*", "").strip().split("\\s+");
                if (!words[0].isEmpty()) {
                    String number = Arrays.stream(words)
                            .map(SLOTS::matcher)
                            .filter(Matcher::matches)
                            .map(matcher -> ":" + matcher.group(1))
                            .findFirst()
                            .orElse("");
                    add(slots, words[0] + number, line);
                }
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("the file of hosts " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** A host that is named again takes more ranks. */
    private static void add(Map<String, Integer> slots, String text, String origin) {
        Matcher matcher = WITH_SLOTS.matcher(text);
        boolean said = matcher.matches();
        String host = said ? matcher.group(1) : text;
        int number = said ? Integer.parseInt(matcher.group(2)) : UNSAID;
        if (host.isBlank() || host.startsWith("-") || host.chars().anyMatch(c -> c <= ' ') || said && number == 0) {
            throw new IllegalArgumentException(
                    "'" + origin.strip() + "' is no host: NAME or NAME:RANKS, with 1 or more");
        }
        slots.merge(isHere(host) ? HERE : host, number, Integer::sum);
    }

    private static boolean isHere(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        return LOCAL.contains(name) || name.equals(ownName());
    }

    private static String ownName() {
        try {
            return InetAddress.getLocalHost().getHostName().toLowerCase(Locale.ROOT);
        } catch (IOException e) {
            return "localhost";
        }
    }

    /** Whether any rank runs elsewhere. */
    boolean several() {
        return ofRank.stream().anyMatch(host -> host != null);
    }

    /** Where a rank runs; null is here. */
    @Nullable
    String of(int rank) {
        return ofRank.get(rank);
    }

    /** Which ranks share a host, in the words of {@code PMI_process_mapping}: one block of them on each. */
    String processMapping() {
        StringBuilder mapping = new StringBuilder("(vector");
        int host = 0;
        for (int rank = 0; rank < ofRank.size(); rank += ranksBeside(rank)) {
            mapping.append(",(")
                    .append(host++)
                    .append(",1,")
                    .append(ranksBeside(rank))
                    .append(')');
        }
        return mapping.append(')').toString();
    }

    /** How many ranks run where this one does. */
    int ranksBeside(int rank) {
        return Collections.frequency(ofRank, ofRank.get(rank));
    }

    /** How many of them come before it. */
    int place(int rank) {
        return Collections.frequency(ofRank.subList(0, rank), ofRank.get(rank));
    }
}
