package org.reactivempi.core.record;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.core.record.RecordMessages.Command;
import org.reactivempi.core.record.RecordMessages.Kind;
import org.reactivempi.core.record.RecordMessages.Offer;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.engine.event.RankRecord;
import reactor.core.publisher.Mono;

/**
 * A rank other than 0: offers its parts, and does what rank 0 asks for.
 *
 * <pre>
 *  OFFERED --command in time--&gt; SERVING --END--&gt; done
 *     |                            |
 *     +--no command, no rank 0-----+--rank 0 is lost--&gt; failed
 * </pre>
 * Between commands it waits for as long as rank 0 is there: rank 0 takes one rank's parts after the other, and ends within its own limit.
 */
final class RecordDelivery {

    private static final Log log = Log.of(RecordDelivery.class);

    private static final int ROOT = 0;

    private final RecordLinks links;
    private final List<RankRecord> records;
    private final Duration limit;
    private final List<RankRecord> offered = new ArrayList<>();
    private final byte[] room = new byte[RecordMessages.LONGEST_COMMAND_BYTES];
    private boolean serving;

    RecordDelivery(RecordLinks links, List<RankRecord> records, Duration limit) {
        this.links = links;
        this.records = records;
        this.limit = limit;
    }

    /** All of it; fails where rank 0 doesn't come, or is lost. */
    Mono<Void> run() {
        return links.onDisk(this::offer)
                .flatMap(offer -> links.send(offer, ROOT, RecordMessages.OFFER_TAG))
                .then(Mono.defer(this::step)
                        .repeat()
                        .takeUntil(Kind.END::equals)
                        .then());
    }

    private byte[] offer() {
        List<Offer> parts = new ArrayList<>();
        for (RankRecord part : records.subList(0, Math.min(records.size(), RecordMessages.MOST_PARTS))) {
            try {
                part.complete();
                parts.add(new Offer(part.name(), part.lengthBytes()));
                offered.add(part);
            } catch (IOException e) {
                log.debug("this rank hands no {} over: {}", part.name(), e.toString());
            }
        }
        return RecordMessages.offer(parts);
    }

    private Mono<Kind> step() {
        Mono<Integer> command = serving
                ? links.receive(room, ROOT, RecordMessages.COMMAND_TAG)
                : links.receive(room, ROOT, RecordMessages.COMMAND_TAG, limit)
                        .onErrorMap(TimeoutException.class, tooLate -> notAsked());
        return command.flatMap(length -> {
            serving = true;
            Command wanted = RecordMessages.command(room, length, offered.size());
            return answer(wanted).thenReturn(wanted.kind());
        });
    }

    private MpiException notAsked() {
        return new MpiException(ErrorClass.OTHER, "rank 0 did not ask for it within " + limit.toMillis() + " ms");
    }

    private Mono<Void> answer(Command wanted) {
        if (wanted.kind() == Kind.END) {
            return Mono.empty();
        }
        RankRecord part = offered.get(wanted.index());
        return switch (wanted.kind()) {
            case WORD ->
                links.onDisk(() -> RecordMessages.finding(part.finds(wanted.word())))
                        .flatMap(finding -> links.send(finding, ROOT, RecordMessages.FINDING_TAG));
            case PULL ->
                links.onDisk(() -> chunk(part, wanted.position()))
                        .flatMap(chunk -> links.send(chunk, ROOT, RecordMessages.CHUNK_TAG));
            case KEPT ->
                links.onDisk(() -> {
                            part.handedOver();
                            return true;
                        })
                        .then();
            case END -> Mono.empty();
        };
    }

    private static byte[] chunk(RankRecord part, long position) throws IOException {
        long left = Math.max(0, part.lengthBytes() - position);
        ByteBuffer chunk = ByteBuffer.allocate((int) Math.min(RecordMessages.CHUNK_BYTES, left));
        part.read(position, chunk);
        return chunk.array();
    }
}
