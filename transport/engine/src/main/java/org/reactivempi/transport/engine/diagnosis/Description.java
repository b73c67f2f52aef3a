package org.reactivempi.transport.engine.diagnosis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.event.ContextId.Purpose;
import org.reactivempi.transport.engine.event.PendingOperation;
import org.reactivempi.transport.engine.event.PendingOperation.Kind;

/**
 * What a rank waits for, in words: a line for each operation, and indented ones for what is known of it. Among these are near
 * misses: messages that wait, and that a receive would get if only one thing were different.
 */
public final class Description {

    private static final int MOST_OPERATIONS = 20;
    private static final int MOST_NEAR_MISSES = 3;
    private static final String INDENT = "  ";
    /** How a line begins that says where a thread is; ranks of one JVM may say the same. */
    static final String PLACE = INDENT + "thread ";

    private Description() {}

    /** Of a rank. */
    static String of(
            int rank, boolean closing, List<PendingOperation> pending, List<String> absences, List<String> places) {
        String who = "rank " + rank + (closing ? " is finalizing, and" : "");
        List<String> lines = new ArrayList<>();
        List<PendingOperation> waiting =
                pending.stream().filter(any -> any.kind() != Kind.UNEXPECTED).toList();
        if (waiting.isEmpty()) {
            lines.add(who + " waits for no message, and nothing is left in its program that could go on");
            lines.add(INDENT + "was each isend that it has made ever subscribed?");
        }
        List<List<PendingOperation>> alike = alike(waiting);
        for (List<PendingOperation> some : alike.subList(0, Math.min(alike.size(), MOST_OPERATIONS))) {
            PendingOperation operation = some.get(0);
            lines.add(who + " waits for " + inWords(operation, some.size()));
            if (operation.site() != null) {
                lines.add(INDENT + "called at " + operation.site());
            }
            nearMisses(operation, pending).forEach(miss -> lines.add(INDENT + miss));
        }
        if (alike.size() > MOST_OPERATIONS) {
            int more = alike.subList(MOST_OPERATIONS, alike.size()).stream()
                    .mapToInt(List::size)
                    .sum();
            lines.add(who + " waits for " + more + " more");
        }
        absences.forEach(absence -> lines.add(INDENT + absence));
        places.forEach(place -> lines.add(INDENT + place));
        return String.join("\n", lines);
    }

    /** Those that stand one after the other and would be described by the same words, such as the receives of a stream's elements. */
    private static List<List<PendingOperation>> alike(List<PendingOperation> waiting) {
        List<List<PendingOperation>> groups = new ArrayList<>();
        PendingOperation last = null;
        for (PendingOperation operation : waiting) {
            if (last == null || !isLike(last, operation)) {
                groups.add(new ArrayList<>());
            }
            groups.get(groups.size() - 1).add(operation);
            last = operation;
        }
        return groups;
    }

    private static boolean isLike(PendingOperation one, PendingOperation other) {
        return one.part()
                && other.part()
                && one.kind() == other.kind()
                && one.call().equals(other.call())
                && one.state().equals(other.state());
    }

    private static String inWords(PendingOperation operation, int count) {
        String call = operation.call()
                + (operation.part() ? ", a part of the above" : "")
                + (count == 1 ? "" : ", " + count + " times");
        String age = operation.age().isZero() ? "" : ", for " + seconds(operation.age());
        return operation.kind() == Kind.SEND ? call + ", which is " + operation.state() + age : call + age;
    }

    /** Ranks, as {@code rank 1} or {@code ranks 1, 2 and 4}. */
    public static String ranks(List<Integer> ranks) {
        if (ranks.size() == 1) {
            return "rank " + ranks.get(0);
        }
        List<String> numbers = ranks.stream().map(String::valueOf).toList();
        return "ranks " + String.join(", ", numbers.subList(0, numbers.size() - 1)) + " and "
                + numbers.get(numbers.size() - 1);
    }

    /** A time, as {@code 1.2 s}. */
    public static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
    }

    /** The near misses of an operation among all that is pending, in words, a few at most; none for what is no receive. */
    public static List<String> nearMisses(PendingOperation receive, List<PendingOperation> pending) {
        List<String> found = new ArrayList<>();
        if (receive.kind() == Kind.RECEIVE || receive.kind() == Kind.PROBE) {
            for (PendingOperation message : pending) {
                if (message.kind() == Kind.UNEXPECTED && found.size() < MOST_NEAR_MISSES) {
                    addNearMiss(receive, message, found);
                }
            }
        }
        return found;
    }

    private static void addNearMiss(PendingOperation receive, PendingOperation message, List<String> found) {
        boolean sameContext = receive.context() == message.context();
        boolean sameSource = message.peer() == PendingOperation.NONE
                ? fits(receive.rank(), message.rank())
                : fits(receive.peer(), message.peer());
        boolean sameTag = fits(receive.tag(), message.tag());
        if (sameContext && sameSource && !sameTag) {
            found.add("an unexpected message from " + message.other() + " has tag " + message.tag());
        } else if (sameContext && !sameSource && sameTag) {
            found.add("an unexpected message with tag " + message.tag() + " is from " + message.other());
        } else if (!sameContext && sameSource && sameTag && isOtherKind(receive, message)) {
            boolean stream = isOf(Purpose.STREAM_ANNOUNCEMENTS, message);
            found.add("what waits from " + message.other() + " with tag " + message.tag() + " is a "
                    + (stream ? "stream, where a message" : "message, where a stream") + " is expected");
        } else if (!sameContext && sameSource && sameTag && isOfUsers(receive) && isOfUsers(message)) {
            found.add("an unexpected message from " + message.other() + " with tag " + message.tag() + " is in "
                    + (message.communicator() == 0 ? "the " : "") + message.communicatorName());
        }
    }

    private static boolean fits(int wanted, int actual) {
        return wanted == PendingOperation.ANY || wanted == actual;
    }

    private static boolean isOfUsers(PendingOperation operation) {
        return isOf(Purpose.MESSAGES, operation);
    }

    private static boolean isOf(Purpose purpose, PendingOperation operation) {
        return ContextId.purpose(operation.context()) == purpose;
    }

    /** Whether, in one communicator, a message waits for the receiver of a stream, or a stream for a receive. */
    private static boolean isOtherKind(PendingOperation receive, PendingOperation message) {
        return receive.communicator() == message.communicator()
                && (isOfUsers(receive) && isOf(Purpose.STREAM_ANNOUNCEMENTS, message)
                        || isOf(Purpose.STREAM_ANNOUNCEMENTS, receive) && isOfUsers(message));
    }
}
