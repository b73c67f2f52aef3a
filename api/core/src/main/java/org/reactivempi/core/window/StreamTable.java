package org.reactivempi.core.window;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.transport.channel.OnProgressThread;
import org.reactivempi.transport.engine.port.EngineWindows.OwnWindow;
import org.reactivempi.transport.engine.port.EngineWindows.Word;

/**
 * The streams of a window at this rank: which of their ends meet, and which rings are in use.
 *
 * <pre>
 *  putStream --&gt; waits for an OPEN with its tag ---.
 *                                                  +--&gt; open --last words of both--&gt; forgotten
 *  OPEN -----&gt; waits for a putStream with its tag -'
 * </pre>
 * The receiving ends give streams their numbers, which are the same at both ends.
 */
@OnProgressThread
final class StreamTable {

    /** How many streams of one origin a rank takes at a time, so that their OPENs may wait at the origin. */
    static final int MOST_STREAMS = 256;

    private record Meeting(int target, int tag) {}

    private record Key(int target, int stream) {}

    /** A receiving end that waits for its sender. */
    private record Opening(int target, int stream, int tag, RingBytes ring) {}

    private final OwnWindow own;
    /** By their numbers, until both last words are said. */
    private final Map<Integer, StreamTaking> takings = new LinkedHashMap<>();

    private final List<StreamTaking> waitingForRings = new ArrayList<>();
    private int nextStream;

    private final Map<Meeting, Queue<StreamPutting>> waiting = new HashMap<>();
    private final List<Opening> openings = new ArrayList<>();
    private final Map<Key, StreamPutting> puttings = new HashMap<>();

    /** No streams yet. */
    StreamTable(OwnWindow own) {
        this.own = own;
    }

    OwnWindow own() {
        return own;
    }

    // The receiving ends.

    /** Opens a stream, as soon as its ring is free; throws if it is in use. */
    void join(StreamTaking taking) {
        boolean mustWait = false;
        int ofOrigin = 0;
        for (StreamTaking other : takings.values()) {
            ofOrigin += other.origin() == taking.origin() ? 1 : 0;
            if (other.ring().overlaps(taking.ring())) {
                if (!other.isLeft() && !other.isCancelled()) {
                    throw new MpiException(
                            ErrorClass.RMA_CONFLICT,
                            taking.ring() + " have bytes in common with " + other.ring() + " of " + other.inWords());
                }
                // What the same origin has put before it hears of this stream is there before its first frame.
                mustWait |= !other.isLeft() || other.origin() != taking.origin();
            }
        }
        if (ofOrigin >= MOST_STREAMS) {
            throw new MpiException(
                    ErrorClass.OTHER, MOST_STREAMS + " streams of origin " + taking.origin() + " run already");
        }
        Throwable lost = own.awaits(taking.origin());
        if (lost != null) {
            taking.breakOff(lost);
            return;
        }
        if (mustWait) {
            waitingForRings.add(taking);
            return;
        }
        int stream = nextStream;
        nextStream = nextStream + 1 & Integer.MAX_VALUE;
        takings.put(stream, taking);
        taking.opened(stream);
        own.answer(taking.origin(), StreamWords.open(taking.tag(), stream, taking.ring()));
    }

    /** One that waits for its ring does not want it any more. */
    void leave(StreamTaking taking) {
        waitingForRings.remove(taking);
    }

    /** Both ends have said their last word. */
    void forget(StreamTaking taking, int stream) {
        takings.remove(stream);
        retry();
    }

    /** A ring may have become free: those that wait for one try again. */
    void retry() {
        List<StreamTaking> next = List.copyOf(waitingForRings);
        waitingForRings.clear();
        next.forEach(each -> {
            try {
                join(each);
            } catch (MpiException inUse) {
                each.breakOff(inUse);
            }
        });
    }

    /** A sending end says something. */
    void told(int origin, Word word) {
        StreamTaking taking = takings.get(word.stream());
        if (taking == null || taking.origin() != origin || taking.tag() != word.tag()) {
            throw StreamWords.breach("a word for the stream " + word.stream() + ", which is not there");
        }
        switch (word.what()) {
            case StreamWords.FRAME -> taking.frame(word.value());
            case StreamWords.END -> taking.end(null);
            case StreamWords.FAILED -> taking.end(StreamWords.error(word));
            default -> throw StreamWords.breach("the word " + word.what());
        }
    }

    // The sending ends.

    /** Waits for a receiving end, or meets one that waits. */
    void join(StreamPutting putting) {
        Iterator<Opening> each = openings.iterator();
        while (each.hasNext()) {
            Opening opening = each.next();
            if (opening.target() == putting.target() && opening.tag() == putting.tag()) {
                each.remove();
                meet(putting, opening);
                return;
            }
        }
        Throwable lost = own.awaits(putting.target());
        if (lost != null) {
            putting.breakOff(lost);
            return;
        }
        waiting.computeIfAbsent(new Meeting(putting.target(), putting.tag()), never -> new ArrayDeque<>())
                .add(putting);
    }

    private void meet(StreamPutting putting, Opening opening) {
        puttings.put(new Key(opening.target(), opening.stream()), putting);
        putting.opened(opening.stream(), opening.ring());
    }

    /** One that has met nobody waits no longer. */
    void leave(StreamPutting putting) {
        waiting.computeIfPresent(new Meeting(putting.target(), putting.tag()), (same, queue) -> {
            queue.remove(putting);
            return queue.isEmpty() ? null : queue;
        });
    }

    private @Nullable StreamPutting next(Opening opening) {
        Queue<StreamPutting> queue = waiting.get(new Meeting(opening.target(), opening.tag()));
        StreamPutting first = queue == null ? null : queue.element();
        if (first != null) {
            leave(first);
        }
        return first;
    }

    /** A receiving end says something. */
    void answered(int target, Word word) {
        if (word.what() == StreamWords.OPEN) {
            open(new Opening(target, word.stream(), word.tag(), StreamWords.ring(word)));
            return;
        }
        StreamPutting putting = puttings.get(new Key(target, word.stream()));
        boolean isClosed = word.what() == StreamWords.CLOSED;
        if (isClosed && withdraws(target, word.stream())) {
            own.tell(target, StreamWords.end(word.tag(), word.stream()));
        } else if (putting == null) {
            throw StreamWords.breach("an answer for the stream " + word.stream() + ", which is not there");
        } else if (isClosed) {
            puttings.remove(new Key(target, word.stream()));
            putting.closed();
        } else if (word.what() == StreamWords.FREE) {
            putting.free(word.value());
        } else {
            throw StreamWords.breach("the answer " + word.what());
        }
    }

    private boolean withdraws(int target, int stream) {
        return openings.removeIf(opening -> opening.target() == target && opening.stream() == stream);
    }

    private void open(Opening opening) {
        boolean isThere = puttings.containsKey(new Key(opening.target(), opening.stream()))
                || openings.stream()
                        .anyMatch(other -> other.target() == opening.target() && other.stream() == opening.stream());
        if (isThere || opening.tag() < 0) {
            throw StreamWords.breach("the stream " + opening.stream() + " with the tag " + opening.tag()
                    + (isThere ? ", which is there" : ""));
        }
        StreamPutting first = next(opening);
        if (first != null) {
            meet(first, opening);
            return;
        }
        if (openings.stream()
                        .filter(other -> other.target() == opening.target())
                        .count()
                >= MOST_STREAMS) {
            throw StreamWords.breach("more than " + MOST_STREAMS + " streams that wait");
        }
        openings.add(opening);
    }

    // The end.

    void lost(int member, Throwable cause) {
        openings.removeIf(opening -> opening.target() == member);
        puttings().forEach(putting -> {
            if (putting.target() == member) {
                putting.breakOff(cause);
            }
        });
        takings().forEach(taking -> {
            if (taking.origin() == member) {
                taking.breakOff(cause);
            }
        });
        waiting.keySet().removeIf(meeting -> meeting.target() == member);
        puttings.keySet().removeIf(key -> key.target() == member);
        List<Map.Entry<Integer, StreamTaking>> gone = takings.entrySet().stream()
                .filter(entry -> entry.getValue().origin() == member)
                .map(entry -> Map.entry(entry.getKey(), entry.getValue()))
                .toList();
        gone.forEach(entry -> forget(entry.getValue(), entry.getKey()));
    }

    void ended(Throwable cause) {
        puttings().forEach(putting -> putting.breakOff(cause));
        takings().forEach(taking -> taking.breakOff(cause));
        openings.clear();
        waiting.clear();
        puttings.clear();
        takings.clear();
        waitingForRings.clear();
    }

    private List<StreamPutting> puttings() {
        List<StreamPutting> all = new ArrayList<>(puttings.values());
        waiting.values().forEach(all::addAll);
        return all;
    }

    private List<StreamTaking> takings() {
        List<StreamTaking> all = new ArrayList<>(takings.values());
        all.addAll(waitingForRings);
        return all;
    }
}
