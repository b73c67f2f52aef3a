package org.reactivempi.core.communicator;

import java.util.HashMap;
import java.util.Map;
import org.reactivempi.transport.engine.failure.CommunicatorState;

/**
 * What communicators made of one are called as long as they have no name of their own: by how they were made.
 *
 * <pre>
 *  world.dup()    world.dup()#2    world.split(color 1)    world.split(color 1).dup()    "rows".shrink()
 * </pre>
 * All ranks make communicators of one in the same order, so each of them counts alike. Only the progress thread comes here.
 */
final class Lineage {

    /** One may duplicate duplicates for ever. */
    private static final int MOST_CHARACTERS = 160;

    private static final int FIRST_CHARACTERS = 40;
    private static final String LEFT_OUT = "...";

    private final CommunicatorState parent;
    private final Map<String, Integer> made = new HashMap<>();

    /** Nothing made of {@code parent} yet. */
    Lineage(CommunicatorState parent) {
        this.parent = parent;
    }

    /**
     * The next child.
     *
     * @param call what makes it; each is counted by itself
     * @param arguments of the call, in words; empty if there are none
     */
    String next(String call, String arguments) {
        int count = made.merge(call, 1, Integer::sum);
        return shortened(parent.label() + "." + call + "(" + arguments + ")" + (count == 1 ? "" : "#" + count));
    }

    /** Without its middle where it is too long. */
    static String shortened(String origin) {
        int tooMany = origin.length() - MOST_CHARACTERS;
        return tooMany <= 0
                ? origin
                : origin.substring(0, FIRST_CHARACTERS)
                        + LEFT_OUT
                        + origin.substring(FIRST_CHARACTERS + LEFT_OUT.length() + tooMany);
    }
}
