package org.reactivempi.transport.engine.match;

import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.platform.Matches;

/** A message that waits for its receive. */
public abstract class Unexpected extends UnexpectedTable.Entry {

    final int context;
    final int source;
    final int tag;
    /** Its number in the order of arrival. */
    long order;

    /** Its places in the chains of receives with wildcards; null where it stands in none of that kind. */
    @Nullable
    Alias anySource;

    @Nullable
    Alias anyTag;

    @Nullable
    Alias any;

    /**
     * A message that no receive has met yet.
     *
     * @param context the communicator's number
     * @param source the sender's rank in it
     * @param tag its tag
     */
    protected Unexpected(int context, int source, int tag) {
        this.context = context;
        this.source = source;
        this.tag = tag;
    }

    /** Its number in the order of arrival. */
    public final long order() {
        return order;
    }

    /** The sender's rank in the communicator. */
    public final int source() {
        return source;
    }

    /** The message's tag. */
    public final int tag() {
        return tag;
    }

    /** How long the message is. */
    public abstract long lengthBytes();

    /** A hash of what it holds, or {@link Matches#UNKNOWN}, which it is unless overridden. */
    protected long content() {
        return Matches.UNKNOWN;
    }

    /** The communicator's number. */
    public final int context() {
        return context;
    }

    /** A receive has met it, and gets it; it is in no queue any more. */
    public abstract void giveTo(Posted receive);

    /** A probe takes it as it comes, so that it is in no queue. */
    public abstract void takenBy(Posted probe);

    /** Takes the place in the order of arrival that its message had when {@code met} got it. */
    protected final void takePlaceOf(Posted met) {
        order = met.order;
    }

    /** A message in a chain that is not that of its own source and tag. */
    static final class Alias extends UnexpectedTable.Entry {

        final Unexpected message;

        Alias(Unexpected message) {
            this.message = message;
        }
    }
}
