package org.reactivempi.transport.faulty;

import io.netty.buffer.ByteBuf;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * What befalls one direction of one end of a connection: the same for the same seed, ranks, number and direction, event by
 * event.
 */
final class Fate {

    private static final int LONGEST_DELAY_MILLIS = 10;

    private final FaultPlan plan;
    private final SplittableRandom random;

    private Fate(FaultPlan plan, SplittableRandom random) {
        this.plan = plan;
        this.random = random;
    }

    /** Nothing, until the connection is known. */
    static Fate none() {
        return new Fate(FaultPlan.NONE, new SplittableRandom(0));
    }

    /**
     * That of a known connection.
     *
     * @param way which of its decisions these are: those for one direction at one end, or others
     */
    static Fate of(FaultySettings settings, ConnectionGreeting greeting, int way) {
        long seed = settings.seed();
        for (int part : new int[] {greeting.from(), greeting.to(), greeting.number(), way}) {
            // Mixes well, so that neighbours in one of the parts have nothing in common.
            seed = new SplittableRandom(seed * 1_000_003 + part).nextLong();
        }
        return new Fate(settings.plan(), new SplittableRandom(seed));
    }

    /** What happens to the next bytes; null: they pass. */
    @Nullable
    Fault next() {
        return plan.at(random.nextDouble());
    }

    /** For how long bytes are delayed. */
    int delayMillis() {
        return 1 + random.nextInt(LONGEST_DELAY_MILLIS);
    }

    /** A number from 0 to one less than {@code limit}. */
    int lessThan(int limit) {
        return random.nextInt(limit);
    }

    /** Changes a bit of these. */
    void corrupt(ByteBuf bytes) {
        int place = bytes.readerIndex() + lessThan(bytes.readableBytes());
        bytes.setByte(place, bytes.getByte(place) ^ (1 << lessThan(Byte.SIZE)));
    }

    boolean coin() {
        return random.nextBoolean();
    }

    /** A time until something that happens every so often, at any moment with the same probability. */
    long nanosUntilNext(long meanNanos) {
        return (long) (-Math.log(1 - random.nextDouble()) * meanNanos);
    }
}
