package org.reactivempi.transport.sim;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Something that goes another way in a run than the plain one.
 *
 * @param kind what
 * @param from the rank that does it, or from which something comes
 * @param to the rank for which something is; {@link #NOBODY} where only one rank is concerned
 * @param nth which of its kind between these ranks, from 0
 */
public record Choice(Kind kind, int from, int to, long nth) implements Comparable<Choice> {

    /** In place of a rank. */
    public static final int NOBODY = -1;

    private static final Pattern CODE = Pattern.compile("([a-z]+)\\.(\\d+|-1(?=\\.))(?:-(\\d+))?\\.(\\d+)");

    /** What can go another way; what is left out first when a failing run is made smaller comes last. */
    public enum Kind {
        /** A receive from any source, the n-th of its rank, gets a message of this source. */
        MATCH(1, true, "receive %4$d from any source of rank %3$d gets a message of rank %2$d"),
        /** What comes from this rank is the first to reach another one, at its n-th decision; from the rank itself where it acts first. */
        ARRIVE(17, true, "what rank %2$d has sent is the first to reach rank %3$d, decision %4$d"),
        /** A batch, and all that follows it on its way, arrives only when nothing else goes on. */
        HOLD(2, true, "batch %4$d from %2$d to %3$d arrives only when nothing else goes on"),
        /** A rank is killed when a batch is about to arrive. */
        KILL(3, false, "rank %2$d is killed at arrival %4$d"),
        /** A rank vanishes with its host when a batch is about to arrive. */
        VANISH(16, false, "rank %2$d vanishes with its host at arrival %4$d"),
        /** What a rank had under way to another one, when it was killed or has vanished, is lost. */
        LOSE(4, true, "what rank %2$d had under way to rank %3$d at its end is lost, connection %4$d"),
        /** A rank that was killed comes again, as another process. */
        RETURN(14, false, "rank %2$d returns after it was killed, time %4$d"),
        /** How long it is away. */
        AWAY(15, false, "rank %2$d is away for a time of its own before it returns, time %4$d"),
        /** A connection is cut within a batch. */
        CUT(5, true, "batch %4$d from %2$d to %3$d is cut"),
        /** Where a batch is cut. */
        PLACE(6, true, "batch %4$d from %2$d to %3$d is cut at a byte of its own"),
        /** An end of a connection that is cut hears of it late. */
        HEARD(7, true, "rank %3$d hears late that the connection with %2$d has been cut, time %4$d"),
        /** A connection is refused. */
        REFUSE(8, true, "connection %4$d from %2$d to %3$d is refused"),
        /** A batch is given to its receiver in parts. */
        PART(9, true, "batch %4$d from %2$d to %3$d comes in parts"),
        /** A batch is late. */
        LATE(10, true, "batch %4$d from %2$d to %3$d is late"),
        /** A rank has its turn after others that came later. */
        TURN(11, false, "turn %4$d of rank %2$d comes late"),
        /** A rank does only one of the things that wait. */
        COMMANDS(12, false, "turn %4$d of rank %2$d is short"),
        /** A program goes on after others that came later. */
        PROGRAM(13, false, "program of rank %2$d goes on late, time %4$d");

        /** What a seed says of a kind depends on its number, which stays when others are added. */
        private final int number;

        private final boolean hasTwo;
        private final String words;

        Kind(int number, boolean hasTwo, String words) {
            this.number = number;
            this.hasTwo = hasTwo;
            this.words = words;
        }
    }

    /** How it is written in a program that repeats a run, such as {@code late.0-1.4}. */
    public String code() {
        String name = kind.name().toLowerCase(Locale.ROOT);
        return name + "." + from + (kind.hasTwo ? "-" + to : "") + "." + nth;
    }

    /**
     * As {@link #code()} has written it.
     *
     * @throws IllegalArgumentException with what is wrong
     */
    public static Choice parse(String code) {
        Matcher parts = CODE.matcher(code);
        if (parts.matches()) {
            for (Kind kind : Kind.values()) {
                boolean hasTwo = parts.group(3) != null;
                if (kind.name().equalsIgnoreCase(parts.group(1)) && kind.hasTwo == hasTwo) {
                    return new Choice(
                            kind,
                            Integer.parseInt(parts.group(2)),
                            hasTwo ? Integer.parseInt(parts.group(3)) : NOBODY,
                            Long.parseLong(parts.group(4)));
                }
            }
        }
        throw new IllegalArgumentException(
                "choice \"" + code + "\": not one that a report of a run gives, such as late.0-1.4 or turn.2.17");
    }

    /** In words. */
    public String inWords() {
        if (kind == Kind.ARRIVE && from == to) {
            return "rank " + to + " goes on before anything else reaches it, decision " + nth;
        }
        String words = String.format(Locale.ROOT, kind.words, kind, from, to, nth);
        return words.replace("rank " + NOBODY, "the job's own timers");
    }

    /** A number by chance: of the seed and of what this is, and of nothing else. */
    long mixedWith(long seed) {
        long mixed = mix(seed ^ kind.number * 0x9e3779b97f4a7c15L);
        mixed = mix(mixed ^ (((long) from << Integer.SIZE) | (to & 0xffffffffL)));
        return mix(mixed ^ nth);
    }

    /** Each bit of the result depends on each bit of {@code number}. */
    static long mix(long number) {
        long mixed = (number ^ (number >>> 33)) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ (mixed >>> 33);
    }

    @Override
    public int compareTo(Choice other) {
        int order = kind.compareTo(other.kind);
        order = order != 0 ? order : Integer.compare(from, other.from);
        order = order != 0 ? order : Integer.compare(to, other.to);
        return order != 0 ? order : Long.compare(nth, other.nth);
    }
}
