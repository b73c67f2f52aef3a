package org.reactivempi.transport.engine.window;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.WindowPackets;
import org.reactivempi.transport.engine.packet.WindowPackets.Accumulate;
import org.reactivempi.transport.engine.packet.WindowPackets.AccumulateRuns;
import org.reactivempi.transport.engine.packet.WindowPackets.CompareAndSwap;
import org.reactivempi.transport.engine.packet.WindowPackets.Get;
import org.reactivempi.transport.engine.packet.WindowPackets.GetRuns;
import org.reactivempi.transport.engine.packet.WindowPackets.PutRuns;
import org.reactivempi.transport.engine.port.EngineWindows;
import org.reactivempi.transport.engine.port.EngineWindows.RefusedException;

/**
 * Finds operations of two origins that meet at one place of this rank's memory in one epoch, so that nobody can say what they leave there.
 *
 * <pre>
 *  fence, post    begun  --&gt; what comes is noted, and compared with what others have done since --fence, waitFor--&gt; forgotten
 *  lock           a put or accumulate that nobody awaits is noted --its origin's flush or unlock--&gt; forgotten
 *                 anything that comes is compared with what is noted of others
 * </pre>
 * It tells only what is surely wrong. While this rank is inside of a fence, an operation may be one of the epoch before or of the next one, and is
 * not looked at. Between locks, a flush or the end of a get and a message may order two operations: so what a flush has completed is forgotten,
 * and gets and fetching operations, which are over when their origin knows, are not noted. A get and an accumulate may meet, as polling does.
 */
final class ConflictCheck {

    /** Beyond so many parts of the memory that do not touch each other, it gives up. */
    static final int MOST_RANGES = 4096;

    private static final Log log = Log.of(ConflictCheck.class);

    /** What one origin has done in one way: begins and ends of the bytes. */
    private record Trail(int origin, Use use, TreeMap<Long, Long> ranges) {

        /** The bytes that some others share with it; null if there are none. */
        Map.@Nullable Entry<Long, Long> meets(long from, long end) {
            Map.Entry<Long, Long> last = ranges.lowerEntry(end);
            return last != null && last.getValue() > from ? last : null;
        }

        void add(long begin, long until) {
            long from = begin;
            long end = until;
            for (Map.Entry<Long, Long> near = ranges.floorEntry(end);
                    near != null && near.getValue() >= from;
                    near = ranges.floorEntry(end)) {
                from = Math.min(from, near.getKey());
                end = Math.max(end, near.getValue());
                ranges.remove(near.getKey());
            }
            ranges.put(from, end);
        }
    }

    /** In which way, and for accumulates with which type of elements. */
    private record Use(PacketKind kind, int element) {

        boolean accumulates() {
            return kind == PacketKind.ACCUMULATE;
        }

        boolean gets() {
            return kind == PacketKind.GET;
        }

        boolean conflictsWith(Use other) {
            boolean writesAlone = kind == PacketKind.PUT || other.kind == PacketKind.PUT;
            return writesAlone || accumulates() && other.accumulates() && element != other.element;
        }

        String inWords(int origin, long from, long end) {
            String name = accumulates() ? "accumulate" : gets() ? "get" : "put";
            String where = gets() ? " from byte " : " to byte ";
            return name + " of rank " + origin + where + from + (end - from == 1 ? "" : ".." + (end - 1));
        }
    }

    private final int own;
    private final Set<Integer> lockHolders;
    private final Supplier<String> label;
    private final List<Trail> trails = new ArrayList<>();
    private boolean isOfAll;
    private boolean isOver;

    /**
     * Has seen nothing.
     *
     * @param own this rank in the window
     * @param lockHolders who holds its lock, at any moment
     * @param label what people know the window by
     */
    ConflictCheck(int own, Set<Integer> lockHolders, Supplier<String> label) {
        this.own = own;
        this.lockHolders = lockHolders;
        this.label = label;
    }

    /** Others may access the memory until {@link #epochEnds}, and all that they do until then belongs to one epoch. */
    void epochBegins() {
        epochEnds();
        isOfAll = true;
    }

    /** What comes now belongs to another epoch, or it is not known to which. */
    void epochEnds() {
        isOfAll = false;
        trails.clear();
    }

    /** A rank is lost. */
    void lose(int origin) {
        trails.removeIf(trail -> trail.origin == origin);
    }

    /**
     * An origin's packet, before it is applied.
     *
     * @param request whether it wants an answer
     * @return why it must not be; null if it may
     */
    @Nullable
    RefusedException look(
            EngineWindows.Memory memory,
            int origin,
            PacketKind kind,
            boolean request,
            ByteBuf packet,
            long payloadBytes) {
        boolean isLocked = lockHolders.contains(origin);
        if (isOver || !isLocked && !isOfAll) {
            return null;
        }
        return switch (kind) {
            case PUT -> put(origin, WindowPackets.Put.at(packet), payloadBytes);
            case PUT_RUNS ->
                look(
                        origin,
                        new Use(PacketKind.PUT, 0),
                        true,
                        WindowPackets.Put.at(packet),
                        payloadBytes,
                        PutRuns.run(packet),
                        PutRuns.stride(packet));
            case GET -> look(origin, new Use(kind, 0), !isLocked, WindowPackets.at(packet), Get.length(packet));
            case GET_RUNS ->
                look(
                        origin,
                        new Use(PacketKind.GET, 0),
                        !isLocked,
                        WindowPackets.at(packet),
                        Get.length(packet),
                        GetRuns.run(packet),
                        GetRuns.stride(packet));
            case ACCUMULATE -> {
                int element = Accumulate.element(packet);
                long length = spanBytes(memory, element, payloadBytes);
                yield look(origin, new Use(kind, element), !isLocked || !request, WindowPackets.at(packet), length);
            }
            case ACCUMULATE_RUNS -> {
                int element = Accumulate.element(packet);
                int run = AccumulateRuns.run(packet);
                long span = spanBytes(memory, element, run);
                yield look(
                        origin,
                        new Use(PacketKind.ACCUMULATE, element),
                        !isLocked || !request,
                        WindowPackets.at(packet),
                        span == 0 ? 0 : payloadBytes / run * span,
                        span,
                        AccumulateRuns.stride(packet));
            }
            case COMPARE_AND_SWAP ->
                look(
                        origin,
                        new Use(PacketKind.ACCUMULATE, CompareAndSwap.element(packet)),
                        !isLocked,
                        WindowPackets.at(packet),
                        1);
            case FLUSH, UNLOCK -> {
                if (isLocked) {
                    lose(origin);
                }
                yield null;
            }
            default -> null;
        };
    }

    private @Nullable RefusedException put(int origin, long at, long length) {
        return look(origin, new Use(PacketKind.PUT, 0), true, at, length);
    }

    /** What is not a whole number of elements is refused elsewhere. */
    private static long spanBytes(EngineWindows.Memory memory, int element, long payloadBytes) {
        try {
            return memory.spanBytes(element, payloadBytes);
        } catch (RefusedException wrong) {
            return 0;
        }
    }

    private @Nullable RefusedException look(int origin, Use use, boolean isNoted, long from, long length) {
        return look(origin, use, isNoted, from, length, length, 0);
    }

    /** Runs of one length at equal distances, of which none is noted if one of them meets something; {@code length} is that of all. */
    private @Nullable RefusedException look(
            int origin, Use use, boolean isNoted, long from, long length, long run, long stride) {
        if (run < 1 || run < length && length > EngineWindows.MOST_RUNS_BYTES) {
            // A breach, which is told elsewhere.
            return null;
        }
        for (long done = 0, next = from; done < length; done += run, next += stride) {
            RefusedException met = isPlace(next, run) ? met(origin, use, next, next + run) : null;
            if (met != null) {
                return met;
            }
        }
        for (long done = 0, next = from; isNoted && !isOver && done < length; done += run, next += stride) {
            if (isPlace(next, run)) {
                note(origin, use, next, next + run);
            }
        }
        return null;
    }

    private static boolean isPlace(long from, long length) {
        return from >= 0 && from <= Long.MAX_VALUE - length;
    }

    private @Nullable RefusedException met(int origin, Use use, long from, long end) {
        for (Trail trail : trails) {
            if (trail.origin != origin && trail.use.conflictsWith(use)) {
                Map.Entry<Long, Long> met = trail.meets(from, end);
                if (met != null) {
                    return new RefusedException(
                            EngineWindows.CONFLICT,
                            use.inWords(origin, from, end) + " meets "
                                    + trail.use.inWords(trail.origin, met.getKey(), met.getValue())
                                    + " in one epoch at rank " + own);
                }
            }
        }
        return null;
    }

    private void note(int origin, Use use, long from, long end) {
        Trail own = trails.stream()
                .filter(trail -> trail.origin == origin && trail.use.equals(use))
                .findFirst()
                .orElse(null);
        if (own == null) {
            own = new Trail(origin, use, new TreeMap<>());
            trails.add(own);
        }
        own.add(from, end);
        if (trails.stream().mapToInt(trail -> trail.ranges.size()).sum() > MOST_RANGES) {
            isOver = true;
            trails.clear();
            log.warn(
                    "window-check looks at {} no more: in one epoch its memory at this rank is accessed in more than {} parts",
                    label.get(),
                    MOST_RANGES);
        }
    }
}
