package org.reactivempi.core.record;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.core.record.RecordMessages.Offer;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.engine.event.RankRecord;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Rank 0: asks each rank whether it sees the folder of rank 0, and takes the parts of the ranks that don't.
 *
 * <pre>
 *  all ranks at a time     offer --&gt; word for each part --&gt; found, which is all, or not found
 *  one after the other     pull, chunk, pull, chunk ... kept --&gt; end
 * </pre>
 * Each step of a rank ends within the limit. A rank that takes longer, that is lost, or that sends what it may not, is left out.
 */
final class RecordReceiver {

    private static final Log log = Log.of(RecordReceiver.class);

    private static final int MOST_NAMED = 8;

    private final RecordLinks links;
    private final List<RankRecord> records;
    private final int size;
    private final Duration limit;
    private final IntFunction<Mono<Boolean>> recording;
    /** Nobody else leaves it in a folder. */
    private final String word;
    /** Those parts of this rank that are whole, with the ranks that have one, too, as far as they have come. */
    private final Map<String, Own> own = new LinkedHashMap<>();
    /** Why ranks have not handed over what they have, in words. */
    private final Map<Integer, String> reasons = new ConcurrentSkipListMap<>();

    /** A part of this rank, and the ranks that it needs nothing more of: the disk's thread and the progress thread say so. */
    static final class Own {

        private final RankRecord part;
        private final AtomicIntegerArray settled;

        Own(RankRecord part, int size) {
            this.part = part;
            this.settled = new AtomicIntegerArray(size);
        }

        void settle(int rank) {
            settled.set(rank, 1);
        }

        /** The ranks but 0 whose parts it still needs. */
        List<Integer> missing() {
            return IntStream.range(1, settled.length())
                    .filter(rank -> settled.get(rank) == 0)
                    .boxed()
                    .toList();
        }
    }

    /** A part that another rank hands over. */
    private record Wanted(int index, Own own, long lengthBytes) {}

    /** A rank that hands over some. */
    private record Sender(int rank, List<Wanted> parts) {}

    /**
     * Nothing begun.
     *
     * @param size of the job
     * @param limit how long a rank may take for a step
     * @param recording whether a rank records anything
     */
    RecordReceiver(
            RecordLinks links,
            List<RankRecord> records,
            int size,
            Duration limit,
            IntFunction<Mono<Boolean>> recording,
            RandomGenerator random) {
        this.links = links;
        this.records = records;
        this.size = size;
        this.limit = limit;
        this.recording = recording;
        this.word =
                HexFormat.of().toHexDigits(random.nextLong()) + HexFormat.of().toHexDigits(random.nextLong());
    }

    /** All of it; does not fail for what another rank does. */
    Mono<Void> run() {
        return links.onDisk(this::prepare)
                .thenMany(Flux.range(1, size - 1))
                .flatMap(this::meet, Integer.MAX_VALUE)
                .concatMap(this::take)
                .then(links.onDisk(this::settle))
                .then();
    }

    private boolean prepare() {
        for (RankRecord part : records) {
            try {
                part.complete();
                part.leave(word);
                own.put(part.name(), new Own(part, size));
            } catch (IOException e) {
                log.warn("rank 0 gathers no {} of other ranks: {}", part.name(), e.toString());
            }
        }
        return true;
    }

    /** A rank that records nothing is not waited for. */
    private Mono<Sender> meet(int rank) {
        return recording
                .apply(rank)
                .onErrorReturn(true)
                .filter(records -> records)
                .flatMap(records -> offer(rank))
                .flatMap(offers -> compare(rank, offers))
                .onErrorResume(failure -> givenUp(rank, failure).then(Mono.empty()));
    }

    private Mono<List<Offer>> offer(int rank) {
        return Mono.defer(() -> {
            byte[] room = new byte[RecordMessages.LONGEST_OFFER_BYTES];
            return links.receive(room, rank, RecordMessages.OFFER_TAG, limit)
                    .map(length -> RecordMessages.offered(room, length));
        });
    }

    private Mono<Sender> compare(int rank, List<Offer> offers) {
        List<Wanted> parts = new ArrayList<>();
        for (int i = 0; i < offers.size(); i++) {
            Own mine = own.get(offers.get(i).name());
            if (mine != null) {
                parts.add(new Wanted(i, mine, offers.get(i).lengthBytes()));
            }
        }
        return Flux.fromIterable(parts)
                .filterWhen(part -> isFar(rank, part), 1)
                .collectList()
                .map(wanted -> new Sender(rank, wanted));
    }

    private Mono<Boolean> isFar(int rank, Wanted part) {
        return Mono.defer(() -> {
            byte[] room = new byte[1];
            return links.send(RecordMessages.word(part.index(), word), rank, RecordMessages.COMMAND_TAG)
                    .then(links.receive(room, rank, RecordMessages.FINDING_TAG, limit))
                    .map(length -> RecordMessages.isFound(room, length))
                    .doOnNext(found -> {
                        if (found) {
                            part.own().settle(rank);
                        }
                    })
                    .map(found -> !found);
        });
    }

    private Mono<Void> take(Sender sender) {
        return Flux.fromIterable(sender.parts())
                .concatMap(part -> take(sender.rank(), part))
                .then(links.send(RecordMessages.end(), sender.rank(), RecordMessages.COMMAND_TAG))
                .onErrorResume(failure -> givenUp(sender.rank(), failure));
    }

    private Mono<Void> take(int rank, Wanted part) {
        RankRecord into = part.own().part;
        Chunks chunks = new Chunks(rank, part);
        return links.onDisk(() -> {
                    into.receive(rank);
                    return true;
                })
                .thenMany(Mono.defer(chunks::next).repeat(chunks::isLeft))
                .then(links.onDisk(() -> {
                    into.keep();
                    part.own().settle(rank);
                    return true;
                }))
                .then(links.send(RecordMessages.kept(part.index()), rank, RecordMessages.COMMAND_TAG))
                .onErrorResume(failure -> links.onDisk(() -> {
                            into.drop();
                            return true;
                        })
                        .then(failure instanceof IOException ? unwritten(rank, failure) : Mono.error(failure)));
    }

    /** The disk of rank 0 is no reason to lose the other parts. */
    private Mono<Void> unwritten(int rank, Throwable failure) {
        reasons.put(rank, "it cannot be written here, " + failure.getMessage());
        return Mono.empty();
    }

    private String inWords(Throwable failure) {
        return failure instanceof TimeoutException
                ? "nothing came for " + limit.toMillis() + " ms"
                : String.valueOf(failure.getMessage());
    }

    private Mono<Void> givenUp(int rank, Throwable failure) {
        reasons.put(rank, inWords(failure));
        return links.send(RecordMessages.end(), rank, RecordMessages.COMMAND_TAG, limit)
                .onErrorComplete();
    }

    private boolean settle() {
        own.forEach((name, mine) -> {
            mine.part.removeWord();
            List<Integer> missing = mine.missing();
            missing.forEach(mine.part::missing);
            warn(name, missing);
        });
        return true;
    }

    /** Of ranks that were asked; one that records nothing has nothing to be missed. */
    private void warn(String name, List<Integer> missing) {
        List<Integer> missed = missing.stream().filter(reasons::containsKey).toList();
        if (!missed.isEmpty()) {
            String first = missed.stream()
                    .limit(MOST_NAMED)
                    .map(rank -> "rank " + rank + ": " + reasons.get(rank))
                    .collect(Collectors.joining("; "));
            log.warn("the {} lacks the parts of {} ranks: {}", name, missed.size(), first);
        }
    }

    /** One part that is being pulled. */
    private final class Chunks {

        private final int rank;
        private final Wanted part;
        private byte @Nullable [] room;
        private long position;

        Chunks(int rank, Wanted part) {
            this.rank = rank;
            this.part = part;
        }

        boolean isLeft() {
            return position < part.lengthBytes();
        }

        Mono<Boolean> next() {
            int expected = (int) Math.min(RecordMessages.CHUNK_BYTES, part.lengthBytes() - position);
            byte[] chunk = room == null || room.length != expected ? new byte[expected] : room;
            room = chunk;
            return links.send(RecordMessages.pull(part.index(), position), rank, RecordMessages.COMMAND_TAG)
                    .then(links.receive(chunk, rank, RecordMessages.CHUNK_TAG, limit))
                    .flatMap(length -> links.onDisk(() -> write(chunk, length)));
        }

        private boolean write(byte[] chunk, int lengthBytes) throws IOException {
            if (lengthBytes != chunk.length) {
                throw RecordMessages.breach("a chunk of " + lengthBytes + " bytes in place of " + chunk.length);
            }
            part.own().part.write(ByteBuffer.wrap(chunk));
            position += lengthBytes;
            return true;
        }
    }
}
