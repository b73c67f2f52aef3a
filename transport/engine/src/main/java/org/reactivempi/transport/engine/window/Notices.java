package org.reactivempi.transport.engine.window;

import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.port.EngineWindows;
import org.reactivempi.transport.engine.port.EngineWindows.Ended;
import org.reactivempi.transport.engine.port.EngineWindows.Listener;
import org.reactivempi.transport.engine.port.EngineWindows.RefusedException;
import org.reactivempi.transport.engine.port.EngineWindows.Word;
import org.reactivempi.transport.engine.port.ProtocolException;

/**
 * What this rank and others tell each other in a window.
 *
 * <pre>
 *  origin   notify --fewer than 256 are not taken--&gt; the access to the target --&gt; NOTIFY
 *                  --else--&gt; waits, and nothing with it --TAKEN--^
 *  target   NOTIFY --at most 256 of an origin are held--&gt; the listener --taken--&gt; TAKEN
 * </pre>
 * One that waits for room stands in no queue of the link, so that operations which are started after it pass it. Words of streams take the same way without
 * being counted: their ends bound them.
 */
final class Notices {

    /** What the engine itself says and reads. */
    private static final int NOTIFICATION = 0;

    private static final Ended NOBODY = never -> {};

    /** The ways to the ranks of a window. */
    interface Ways {

        /** The window's number in the job of a member. */
        int numberAt(int member);

        /** Whether a member is this rank. */
        boolean isOwn(int member);

        /** Why nothing more happens with a target; null if something may. */
        @Nullable
        Throwable loss(int target);

        /** Tells a target something in its turn among the operations. */
        void tell(int target, Telling telling);

        /** Takes back what has not left; false if it has. */
        boolean withdraw(int target, Telling telling);

        /** Tells an origin something in its turn among the answers. */
        void answer(int origin, Telling telling);

        /** What the operations for a target wait for, in words. */
        String state(int target);
    }

    /** What there is between this rank and another one. */
    private static final class Other {

        /** How many of this rank's have been given to the access and not been taken. */
        private int notTaken;
        /** In order, those that have not left. */
        private final Queue<Telling> open = new ArrayDeque<>();
        /** The last of these, which have no room yet. */
        private final Queue<Telling> waiting = new ArrayDeque<>();
        /** How many of the other one's nobody has taken here. */
        private int held;
    }

    private final Ways ways;
    private final IntObjectMap<Other> others = new IntObjectHashMap<>();
    private final BitSet lost = new BitSet();
    private @Nullable Listener listener;

    Notices(Ways ways) {
        this.ways = ways;
    }

    void heardBy(Listener heard) {
        listener = heard;
    }

    private Other other(int member) {
        return others.computeIfAbsent(member, never -> new Other());
    }

    // To others.

    void notify(int target, int tag, Ended left) {
        Throwable lost = ways.loss(target);
        if (lost != null) {
            left.ended(lost);
            return;
        }
        Other other = other(target);
        Telling telling =
                new Telling(PacketKind.NOTIFY, ways.numberAt(target), new Word(NOTIFICATION, tag, 0, 0, 0), left);
        other.open.add(telling);
        other.waiting.add(telling);
        passOn(target, other);
    }

    private void passOn(int target, Other other) {
        while (!other.waiting.isEmpty() && other.notTaken < EngineWindows.MOST_NOTIFICATIONS) {
            other.notTaken++;
            ways.tell(target, other.waiting.remove());
        }
        dropSent(other);
    }

    private static void dropSent(Other other) {
        while (!other.open.isEmpty() && other.open.element().isSent()) {
            other.open.remove();
        }
    }

    /** Forgets one that has not left; false if it has. */
    boolean withdraw(int target, Ended left) {
        Other other = other(target);
        for (Telling telling : other.open) {
            if (telling.listener() == left && !telling.isSent()) {
                boolean hasRoom = !other.waiting.remove(telling);
                if (hasRoom && !ways.withdraw(target, telling)) {
                    return false;
                }
                other.open.remove(telling);
                other.notTaken -= hasRoom ? 1 : 0;
                passOn(target, other);
                return true;
            }
        }
        return false;
    }

    void tell(int target, Word word) {
        ways.tell(target, new Telling(PacketKind.NOTIFY, ways.numberAt(target), word, NOBODY));
    }

    void answer(int origin, Word word) {
        if (ways.isOwn(origin)) {
            answered(origin, word);
        } else {
            ways.answer(origin, new Telling(PacketKind.TAKEN, ways.numberAt(origin), word, NOBODY));
        }
    }

    /** Somebody has taken one of an origin's. */
    void taken(int origin, int tag) {
        other(origin).held--;
        answer(origin, new Word(NOTIFICATION, tag, 0, 1, 0));
    }

    // From others.

    /** This rank tells itself something. */
    void hear(int own, Word word) {
        arrived(own, word);
        told(own, word);
    }

    /** Counts what has come; throws if it is more than it may be. */
    void arrived(int origin, Word word) {
        if (!word.isNotification()) {
            return;
        }
        Other other = other(origin);
        other.held++;
        if (other.held > EngineWindows.MOST_NOTIFICATIONS) {
            throw new ProtocolException(
                    "more than " + EngineWindows.MOST_NOTIFICATIONS + " notifications that are not taken");
        }
        if (word.tag() < 0 || word.text().length > 0) {
            throw new ProtocolException(
                    "a notification with the tag " + word.tag() + " and " + word.text().length + " bytes of text");
        }
    }

    /** All is applied that came before it. */
    void told(int origin, Word word) {
        Listener hearing = listener;
        if (hearing == null) {
            return;
        }
        if (word.isNotification()) {
            hearing.notified(origin, word.tag());
        } else {
            heard(() -> hearing.told(origin, word));
        }
    }

    void answered(int target, Word word) {
        Listener hearing = listener;
        if (word.isNotification()) {
            taken(target, word.value());
        } else if (hearing != null) {
            heard(() -> hearing.answered(target, word));
        }
    }

    private void taken(int target, long count) {
        Other other = other(target);
        if (count < 1 || count > other.notTaken) {
            throw new ProtocolException(count + " notifications are taken, of " + other.notTaken);
        }
        other.notTaken -= (int) count;
        passOn(target, other);
    }

    private static void heard(Runnable hearing) {
        try {
            hearing.run();
        } catch (RefusedException breach) {
            throw new ProtocolException(String.valueOf(breach.getMessage()));
        }
    }

    /** A rank is lost; once. */
    void lose(int member, Throwable cause) {
        if (lost.get(member)) {
            return;
        }
        lost.set(member);
        Other other = others.get(member);
        if (other != null) {
            end(other, cause);
        }
        if (listener != null) {
            listener.lost(member, cause);
        }
    }

    private static void end(Other other, Throwable cause) {
        List<Telling> open = List.copyOf(other.open);
        other.open.clear();
        other.waiting.clear();
        open.forEach(telling -> telling.end(cause));
    }

    /** Nothing is told any more. */
    void cut(Throwable cause) {
        List.copyOf(others.values()).forEach(other -> end(other, cause));
        if (listener != null) {
            listener.ended(cause);
        }
    }

    // Diagnosis.

    private static List<Telling> open(Other other) {
        List<Telling> open = new ArrayList<>(other.open);
        open.removeIf(telling -> telling.isSent() || !telling.listener().isWaitedFor());
        return open;
    }

    long running() {
        return others.values().stream().mapToLong(other -> open(other).size()).sum();
    }

    /** Adds the members that may let one of them go on. */
    void addAwaited(BitSet members) {
        for (IntObjectMap.PrimitiveEntry<Other> entry : others.entries()) {
            if (!entry.value().waiting.isEmpty()) {
                members.set(entry.key());
            }
        }
    }

    void describe(List<String> lines) {
        for (IntObjectMap.PrimitiveEntry<Other> entry : others.entries()) {
            Other other = entry.value();
            for (Telling telling : open(other)) {
                String why = other.waiting.contains(telling)
                        ? ", " + other.notTaken + " not taken"
                        : ways.state(entry.key());
                lines.add(telling.listener() + why);
            }
        }
    }
}
