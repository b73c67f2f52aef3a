package org.reactivempi.core.window;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.transport.channel.SharedSegments;
import org.reactivempi.transport.channel.SharedSegments.Handle;
import org.reactivempi.transport.channel.SharedSegments.Segment;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.engine.port.Engine;
import reactor.core.publisher.Mono;

/**
 * How the ranks of a window come to memory that they have in common. The lowest rank of each host makes a segment for all that are there;
 * they open it by the handle that it says.
 *
 * <pre>
 *  lowest of a host  makes --handle, or that it can't--&gt; all
 *  the others        open, map --whether they could--&gt; all
 * </pre>
 * Each round tells all ranks whether it has gone well, so that they come to the same.
 */
final class SegmentSharing {

    /**
     * What a rank brings.
     *
     * @param domain whom it can share with; null if it shares with nobody
     * @param bytes how much memory it wants
     */
    record Part(@Nullable UUID domain, long bytes) {}

    /** Whether it went well, and a handle. */
    private static final int WIDTH = 9;

    private static final int WELL = 0;
    private static final int FAILED = 1;

    private static final Log log = Log.of(SegmentSharing.class);

    private final Engine engine;
    private final WindowCommunicator communicator;
    private final int own;
    private final List<Part> parts;
    /** The ranks of each host, the lowest first. */
    private final Map<UUID, List<Integer>> hosts = new HashMap<>();

    private final Layout layout;
    /** Why this rank could not do its part of a round. */
    private @Nullable Throwable failure;

    private @Nullable Segment segment;
    private final @Nullable SegmentMemory[] reached;

    /**
     * How the memory of ranks lies.
     *
     * @param lengths how that of one rank is divided
     * @param contiguous whether the memory of each begins where that of the one before it on the host ends; else at a page, as memory in
     *     parts always does
     * @param alone as for {@link SegmentMemory}
     */
    record Layout(Views.Lengths lengths, boolean contiguous, boolean alone) {

        /** Where memory begins, if that before it ends there. */
        long begin(long end, long bytes) {
            return contiguous && lengths.isOnePiece(bytes) ? end : pages(end);
        }
    }

    /**
     * That of a window.
     *
     * @param parts what the ranks bring, those of rank 0 first
     */
    SegmentSharing(Engine engine, WindowCommunicator communicator, List<Part> parts, Layout layout) {
        this.engine = engine;
        this.communicator = communicator;
        this.own = communicator.group().rank().orElseThrow();
        this.parts = parts;
        this.layout = layout;
        this.reached = new SegmentMemory[parts.size()];
        for (int rank = 0; rank < parts.size(); rank++) {
            UUID domain = parts.get(rank).domain();
            if (domain != null) {
                hosts.computeIfAbsent(domain, never -> new ArrayList<>()).add(rank);
            }
        }
    }

    /** Whether any ranks have memory in common: the same on all of them. */
    private boolean isNeeded() {
        return hosts.keySet().stream().anyMatch(this::isShared);
    }

    private boolean isShared(@Nullable UUID domain) {
        return domain != null && members(domain).size() > 1 && lengthBytes(domain) > 0;
    }

    private List<Integer> members(UUID domain) {
        return hosts.getOrDefault(domain, List.of());
    }

    private static long pages(long bytes) {
        long page = SharedSegments.PAGE_BYTES;
        return (bytes + page - 1) / page * page;
    }

    private long lengthBytes(UUID domain) {
        long end = 0;
        for (int rank : members(domain)) {
            long bytes = parts.get(rank).bytes();
            end = layout.begin(end, bytes) + bytes;
        }
        return pages(end);
    }

    /** What a rank hears on its way. */
    interface Listener {

        /** This rank has nothing that others share, and takes memory of its own, if it has not; if that fails, so has this rank's part. */
        Mono<Void> alone();

        /** The memory of this rank; if this throws, so has its part failed. */
        void shared(SegmentMemory shared);

        /**
         * Whether all ranks come to the same if it fails now.
         *
         * @param isKnown false while they tell each other
         */
        void known(boolean isKnown);
    }

    /**
     * Comes to the memory; collective among all ranks of the window.
     *
     * @param shares the memory that it can share; null if it can't
     * @return completes when all ranks have theirs; fails with {@link ErrorClass#NO_MEM} if a rank has none
     */
    Mono<Void> share(@Nullable SharedSegments shares, Listener listener) {
        Part part = parts.get(own);
        UUID domain = part.domain();
        if (!isNeeded()) {
            return alone(listener);
        }
        if (domain == null || shares == null || !isShared(domain)) {
            return alone(listener).then(round(listener, "can't reach the memory of its host"));
        }
        List<Integer> members = members(domain);
        int maker = members.get(0);
        long length = lengthBytes(domain);
        Mono<Segment> made = own == maker ? got(shares.make(length)) : Mono.empty();
        return made.map(Segment::handle)
                .singleOptional()
                .flatMap(handle -> exchange(listener, handle.orElse(null), "has no memory for the window on its host"))
                .flatMap(table ->
                        own == maker ? Mono.justOrEmpty(segment) : got(shares.open(handle(table, maker), length)))
                .flatMap(opened -> {
                    attempt(() -> map(opened, members, length));
                    return failure == null ? given(listener, reached[own]) : Mono.empty();
                })
                .then(round(listener, "can't reach the memory of its host"));
    }

    /** The others hear in the next round only that it has failed: why is in the log of this one. */
    private void failed(Throwable why) {
        failure = why;
        log.warn("rank {} makes a window fail on all of its ranks: {}", own, words(why));
    }

    private static Object words(Throwable why) {
        return why.getMessage() == null ? why : why.getMessage();
    }

    private Mono<Segment> got(Mono<Segment> way) {
        return way.publishOn(engine.scheduler())
                .doOnNext(found -> segment = found)
                .onErrorResume(why -> {
                    failed(why);
                    return Mono.empty();
                });
    }

    private void attempt(Runnable work) {
        try {
            work.run();
        } catch (UncheckedIOException why) {
            failed(Objects.requireNonNull(why.getCause(), "it stands for one"));
        } catch (RuntimeException | OutOfMemoryError why) {
            failed(why);
        }
    }

    private Mono<Void> alone(Listener listener) {
        return given(listener, null).then(round(listener, "has no memory for its part of the window"));
    }

    private Mono<Void> given(Listener listener, @Nullable SegmentMemory shared) {
        Mono<Void> given = shared == null ? listener.alone() : Mono.fromRunnable(() -> listener.shared(shared));
        return given.onErrorResume(why -> {
            failed(why);
            return Mono.empty();
        });
    }

    private Mono<Void> round(Listener listener, String otherwise) {
        return exchange(listener, null, otherwise).then();
    }

    private Mono<int[]> exchange(Listener listener, @Nullable Handle handle, String otherwise) {
        return Mono.defer(() -> {
            listener.known(false);
            return communicator
                    .allGather("window", words(failure == null ? WELL : FAILED, handle))
                    .doOnNext(table -> {
                        listener.known(true);
                        check(table, otherwise);
                    });
        });
    }

    private void check(int[] table, String otherwise) {
        for (int rank = 0; rank < parts.size(); rank++) {
            if (table[rank * WIDTH] != WELL) {
                Throwable known = rank == own ? failure : null;
                String why = known == null ? "" : ": " + words(known);
                throw new MpiException(ErrorClass.NO_MEM, "rank " + rank + " " + otherwise + why, known);
            }
        }
    }

    private static int[] words(int status, @Nullable Handle handle) {
        int[] words = new int[WIDTH];
        words[0] = status;
        if (handle != null) {
            put(words, 1, handle.holder());
            put(words, 5, handle.name());
        }
        return words;
    }

    /** Four numbers. */
    static void put(int[] words, int at, UUID number) {
        words[at] = (int) (number.getMostSignificantBits() >>> Integer.SIZE);
        words[at + 1] = (int) number.getMostSignificantBits();
        words[at + 2] = (int) (number.getLeastSignificantBits() >>> Integer.SIZE);
        words[at + 3] = (int) number.getLeastSignificantBits();
    }

    /** What {@link #put} has put. */
    static UUID number(int[] words, int at) {
        return new UUID(joined(words[at], words[at + 1]), joined(words[at + 2], words[at + 3]));
    }

    private static long joined(int high, int low) {
        return (long) high << Integer.SIZE | Integer.toUnsignedLong(low);
    }

    private static Handle handle(int[] table, int maker) {
        return new Handle(number(table, maker * WIDTH + 1), number(table, maker * WIDTH + 5));
    }

    /** In one piece where that is short enough, else each part by itself. */
    private void map(Segment opened, List<Integer> members, long length) {
        try {
            ByteBuffer whole = layout.lengths().isOnePiece(length) ? opened.map(0, (int) length) : null;
            long end = 0;
            for (int rank : members) {
                long bytes = parts.get(rank).bytes();
                long begin = layout.begin(end, bytes);
                if (bytes > 0) {
                    reached[rank] = whole == null
                            ? mapped(opened, begin, bytes)
                            : new SegmentMemory(whole, (int) begin, (int) bytes, layout.alone());
                }
                end = begin + bytes;
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private SegmentMemory mapped(Segment opened, long begin, long bytes) throws IOException {
        if (!layout.lengths().isOnePiece(bytes)) {
            return SegmentMemory.inParts(
                    bytes,
                    layout.lengths(),
                    layout.alone(),
                    opened.mapWhole(begin, bytes),
                    (at, lengthBytes) -> opened.map(begin + at, (int) pages(lengthBytes)));
        }
        int base = (int) (begin % SharedSegments.PAGE_BYTES);
        ByteBuffer there = opened.map(begin - base, (int) pages(base + bytes));
        return new SegmentMemory(there, base, (int) bytes, layout.alone());
    }

    /** The memory of a rank as this process reaches it; null if it doesn't, or if there is none. */
    @Nullable
    SegmentMemory reached(int rank) {
        return reached[rank];
    }

    /** Whether a rank's memory is on this rank's host, also where it has none. */
    boolean reaches(int own, int rank) {
        UUID domain = parts.get(own).domain();
        return own == rank || domain != null && domain.equals(parts.get(rank).domain());
    }

    /** All that need the segment have it. */
    void seal() {
        if (segment != null) {
            segment.seal();
        }
    }

    /** This rank has no use for it any more. */
    void close() {
        if (segment != null) {
            segment.close();
        }
    }
}
