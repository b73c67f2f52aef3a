package org.reactivempi.transport.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * What breaks in a run.
 *
 * @param cut the part of the batches at which a connection is cut, 0 to 1
 * @param refuse the part of the connections that are refused, 0 to 1
 * @param kill how many ranks are killed at most, at a moment by chance
 * @param vanish how many ranks vanish with their hosts at most, at a moment by chance
 * @param returning how many of all these come again at most, as other processes, each after a time by chance
 * @param exact what was asked for
 */
public record Faults(double cut, double refuse, int kill, int vanish, int returning, List<Fault> exact) {

    /** Nothing breaks. */
    public static final Faults NONE = new Faults(0, 0, 0, 0, 0, List.of());

    private static final String ALLOWED = "cut=<part of the batches, 0 to 1>, refuse=<part of the connections, 0 to 1>,"
            + " kill=<how many ranks at most, 0 to 1000>, vanish=<how many ranks at most, 0 to 1000>,"
            + " return=<how many of those come again at most, 0 to 1000>";

    private static final int MOST_RANKS = 1000;

    /** Checks the numbers. */
    public Faults {
        checkPart("cut", cut);
        checkPart("refuse", refuse);
        checkRanks("kill", kill);
        checkRanks("vanish", vanish);
        checkRanks("return", returning);
        exact = List.copyOf(exact);
    }

    private static void checkPart(String name, double part) {
        if (!(part >= 0 && part <= 1)) {
            throw wrong(name + "=" + part);
        }
    }

    private static void checkRanks(String name, int ranks) {
        if (ranks < 0 || ranks > MOST_RANKS) {
            throw wrong(name + "=" + ranks);
        }
    }

    private static IllegalArgumentException wrong(String given) {
        return new IllegalArgumentException("faults \"" + given + "\": allowed are " + ALLOWED);
    }

    /**
     * Faults by chance, as text such as {@code cut=0.02,kill=1,return=1}.
     *
     * @throws IllegalArgumentException with what is wrong
     */
    public static Faults parse(String text) {
        double[] parts = new double[2];
        int[] ranks = new int[3];
        Map<String, Consumer<String>> known = Map.of(
                "cut", value -> parts[0] = Double.parseDouble(value),
                "refuse", value -> parts[1] = Double.parseDouble(value),
                "kill", value -> ranks[0] = Integer.parseInt(value),
                "vanish", value -> ranks[1] = Integer.parseInt(value),
                "return", value -> ranks[2] = Integer.parseInt(value));
        Stream.of(text.split(","))
                .map(String::trim)
                .filter(each -> !each.isEmpty())
                .forEach(each -> {
                    int at = each.indexOf('=');
                    Consumer<String> name =
                            at < 0 ? null : known.get(each.substring(0, at).trim());
                    if (name == null) {
                        throw wrong(each);
                    }
                    try {
                        name.accept(each.substring(at + 1).trim());
                    } catch (NumberFormatException e) {
                        throw wrong(each);
                    }
                });
        return new Faults(parts[0], parts[1], ranks[0], ranks[1], ranks[2], List.of());
    }

    /**
     * The same, and one that was asked for.
     *
     * @throws IllegalArgumentException where it is the second start of a rank
     */
    public Faults with(Fault fault) {
        if (fault instanceof Fault.Start start && startsLater(start.rank())) {
            throw new IllegalArgumentException("rank " + start.rank() + " starts once, and has a time for that");
        }
        List<Fault> all = new ArrayList<>(exact);
        all.add(fault);
        return new Faults(cut, refuse, kill, vanish, returning, all);
    }

    /** The same by chance as {@code other}, and those that were asked for here. */
    public Faults byChance(Faults other) {
        return new Faults(other.cut, other.refuse, other.kill, other.vanish, other.returning, exact);
    }

    /** Whether a rank may vanish. */
    boolean letVanish() {
        return vanish > 0
                || exact.stream()
                        .anyMatch(fault -> fault instanceof Fault.Vanish || fault instanceof Fault.VanishAfter);
    }

    /** Whether a rank may come at a time of its own: later than others, or again. */
    public boolean bringRanks() {
        return returning > 0
                || exact.stream()
                        .anyMatch(fault -> fault instanceof Fault.Start
                                || fault instanceof Fault.Return
                                || fault instanceof Fault.ReturnAfter
                                || fault instanceof Fault.ReturnAfterKill);
    }

    /** Whether the first process of a rank is not there from the begin on. */
    public boolean startsLater(int rank) {
        return exact(Fault.Start.class).stream().anyMatch(start -> start.rank() == rank);
    }

    /**
     * Checks that there are the ranks which were asked for.
     *
     * @throws IllegalArgumentException where one is not
     */
    public void check(int size) {
        for (Fault fault : exact) {
            fault.ranks().forEach(rank -> {
                if (rank >= size) {
                    throw new IllegalArgumentException(
                            fault + ": there is no rank " + rank + ", since the job has " + size + " ranks");
                }
            });
        }
    }

    /** Of a kind. */
    <T extends Fault> List<T> exact(Class<T> kind) {
        return exact.stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
