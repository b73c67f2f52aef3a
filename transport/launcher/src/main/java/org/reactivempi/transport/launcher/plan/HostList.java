package org.reactivempi.transport.launcher.plan;

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
 *  --host alpha,beta          as many on each, where nobody says how many; the first ones take what is left over
 *  --host alpha,alpha,beta    twice as many on alpha
 *  --host [fd00::7]:2         an address that has colons
 *  --hostfile FILE            lines: alpha slots=2, or alpha:2; # begins a comment
 * </pre>
 */
public final class HostList {

    /** A name, or an address, which is in brackets where it has colons of its own; and how many ranks. */
    private static final Pattern HOST =
            Pattern.compile("(?:\\[([\\p{XDigit}:.]+(?:%\\w+)?)\\]|([^\\s:\\[\\]-][^\\s:\\[\\]]*))(?::(\\d{1,6}))?");

    private static final String SLOTS = "slots=";
    private static final Set<String> LOCAL = Set.of("localhost", "127.0.0.1", "::1", "ip6-localhost");
    /** Whatever name it was called by. */
    private static final String HERE = "localhost";

    /** How many ranks a host takes by what is said, and how often it was named without a word of that. */
    private record Room(int said, int unsaid) {
        private Room plus(Room more) {
            return new Room(said + more.said, unsaid + more.unsaid);
        }
    }

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
        Map<String, Room> rooms = new LinkedHashMap<>();
        given.forEach(text -> add(rooms, text, text));
        if (file != null) {
            addLines(rooms, file);
        }
        // This host takes as many as are asked for, as it does where no host is named.
        if (rooms.keySet().stream().allMatch(HERE::equals)) {
            return new HostList(Collections.nCopies(ranks, null));
        }
        List<@Nullable String> places = new ArrayList<>();
        boolean said = rooms.values().stream().anyMatch(room -> room.said > 0);
        int named = rooms.values().stream().mapToInt(Room::unsaid).sum();
        int left = said ? 0 : ranks % named;
        for (Map.Entry<String, Room> each : rooms.entrySet()) {
            Room room = each.getValue();
            int more = Math.min(left, room.unsaid);
            left -= more;
            int number = said ? room.said + room.unsaid : room.unsaid * (ranks / named) + more;
            places.addAll(Collections.nCopies(number, each.getKey().equals(HERE) ? null : each.getKey()));
        }
        if (places.size() < ranks) {
            throw new IllegalArgumentException("the hosts have room for " + places.size() + " of " + ranks
                    + " ranks; say NAME:RANKS for those that take more");
        }
        return new HostList(new ArrayList<>(places.subList(0, ranks)));
    }

    private static void addLines(Map<String, Room> rooms, Path file) {
        try {
            for (String line : Files.readAllLines(file)) {
                String[] words = line.replaceFirst("#.*", "").strip().split("\\s+");
                if (!words[0].isEmpty()) {
                    String number = Arrays.stream(words)
                            .filter(word -> word.startsWith(SLOTS))
                            .map(word -> ":" + word.substring(SLOTS.length()))
                            .findFirst()
                            .orElse("");
                    add(rooms, words[0] + number, line);
                }
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("the file of hosts " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** A host that is named again takes more ranks. */
    private static void add(Map<String, Room> rooms, String text, String origin) {
        Matcher matcher = HOST.matcher(text);
        int number = matcher.matches() && matcher.group(3) != null ? Integer.parseInt(matcher.group(3)) : 0;
        if (!matcher.matches() || matcher.group(3) != null && number == 0) {
            throw new IllegalArgumentException("'" + origin.strip()
                    + "' is no host: NAME or NAME:RANKS, with 1 or more; [ADDRESS] where it has colons");
        }
        String host = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
        rooms.merge(isHere(host) ? HERE : host, new Room(number, number > 0 ? 0 : 1), Room::plus);
    }

    private static boolean isHere(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        String own = ownName();
        return LOCAL.contains(name) || name.equals(own) || own.startsWith(name + ".");
    }

    private static String ownName() {
        try {
            return InetAddress.getLocalHost().getHostName().toLowerCase(Locale.ROOT);
        } catch (IOException e) {
            return "localhost";
        }
    }

    /** Whether any rank runs elsewhere. */
    public boolean several() {
        return ofRank.stream().anyMatch(host -> host != null);
    }

    /** Where a rank runs; null is here. */
    @Nullable
    public String of(int rank) {
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
    public int ranksBeside(int rank) {
        return Collections.frequency(ofRank, ofRank.get(rank));
    }

    /** How many of them come before it. */
    public int place(int rank) {
        return Collections.frequency(ofRank.subList(0, rank), ofRank.get(rank));
    }
}
