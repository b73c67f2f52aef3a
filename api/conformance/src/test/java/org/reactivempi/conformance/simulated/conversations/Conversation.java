package org.reactivempi.conformance.simulated.conversations;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.reactivempi.Communicator;
import org.reactivestreams.Publisher;

/**
 * A program that checks for itself what it gets, whatever the order of what happens.
 *
 * @param rules that it is about, as docs/conformance.md has them, and what it does
 * @param size for how many ranks
 * @param kind how much of a build's time it is worth, and whether all its ranks live
 * @param program of each rank
 */
public record Conversation(String rules, int size, Kind kind, Function<Communicator, Publisher<?>> program) {

    /** Of a conversation. */
    public enum Kind {
        /** About what all others rest on, and so looked at in more orders, with connections cut at each byte, and with mistakes in the engine. */
        BASIC,
        /** All others. */
        FURTHER,
        /** One of its ranks may be killed, at any moment. */
        KILLED
    }

    /** Of the schedules that a basic one has, in tenths: with more of them a build would take minutes longer. */
    private static final int TENTHS = 3;

    /** One that is not basic, all of whose ranks live. */
    Conversation(String rules, int size, Function<Communicator, Publisher<?>> program) {
        this(rules, size, Kind.FURTHER, program);
    }

    static Conversation basic(String rules, int size, Function<Communicator, Publisher<?>> program) {
        return new Conversation(rules, size, Kind.BASIC, program);
    }

    static Conversation killed(String rules, int size, Function<Communicator, Publisher<?>> program) {
        return new Conversation(rules, size, Kind.KILLED, program);
    }

    /** Those of all families: each rule's program, for which any order must do. */
    public static List<Conversation> all() {
        return Stream.of(Family.values())
                .flatMap(family -> family.conversations().stream())
                .toList();
    }

    /** Those on which the others rest. */
    public static List<Conversation> allBasic() {
        return all().stream().filter(each -> each.kind == Kind.BASIC).toList();
    }

    /**
     * How many schedules it is worth.
     *
     * @param most of any conversation
     */
    public int schedules(int most) {
        return kind == Kind.BASIC ? most : Math.max(1, most * TENTHS / 10);
    }

    @Override
    public String toString() {
        return rules;
    }
}
