package org.reactivempi.conformance.data;

import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.reactivempi.Communicator;
import org.reactivempi.Status;
import reactor.core.publisher.Mono;

/**
 * A random message between two ranks: where it comes from, and where it goes. It may be sent again and again, each time with other data.
 */
final class MessageCase {

    private static final int MOST_BYTES = 2_500_000;

    private final Unit sentUnit;
    private final int units;
    private final Room sent;
    private final Room received;
    private final boolean synchronous;
    private final Communicator from;
    private final Communicator to;
    private final int tag;
    private byte[] data = {};

    /**
     * One in either direction.
     *
     * @param checked whether both sides must have elements of the same types; otherwise the message may end inside of an element
     */
    MessageCase(List<Communicator> ends, int tag, boolean checked, Random random) {
        this.tag = tag;
        int sender = random.nextInt(2);
        this.from = ends.get(sender);
        this.to = ends.get(1 - sender);
        this.synchronous = random.nextInt(4) == 0;
        this.sentUnit = unit(random);
        this.units = CollectiveCase.length(random, MOST_BYTES / sentUnit.bytes());
        Unit other = unit(random);
        // Booleans are no other bytes than 0 and 1, and records come as a whole.
        if (checked || random.nextBoolean() || other == Unit.BOOLEAN || other == Unit.PARTICLE) {
            other = sentUnit;
        }
        int least = (units * sentUnit.bytes() + other.bytes() - 1) / other.bytes();
        this.sent = Room.of(sentUnit, units, 1, null, !checked, random);
        this.received = Room.of(other, least + random.nextInt(3), 1, null, !checked, random);
    }

    private static Unit unit(Random random) {
        return Unit.values()[random.nextInt(Unit.values().length)];
    }

    /** New data for the next time. */
    void fill(Random random) {
        data = sentUnit.payload(random, units);
        sent.fill(data, random);
        received.fill(new byte[0], random);
    }

    Mono<Status> send() {
        return synchronous ? from.issend(sent.buffer(), to.rank(), tag) : from.isend(sent.buffer(), to.rank(), tag);
    }

    Mono<Status> receive() {
        return to.irecv(received.buffer(), from.rank(), tag);
    }

    /** What is not as it should be. */
    List<String> differences() {
        return Stream.of(sent.difference(data), received.difference(data))
                .filter(Objects::nonNull)
                .toList();
    }

    @Override
    public String toString() {
        return units + " of " + sentUnit + " from rank " + from.rank() + ", tag " + tag + "\nsent from " + sent
                + "\nreceived in " + received;
    }
}
