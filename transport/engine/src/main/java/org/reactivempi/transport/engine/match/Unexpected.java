package org.reactivempi.transport.engine.match;

/** A message that waits for its receive. */
public abstract class Unexpected extends Node {

    final int context;
    final int source;
    final int tag;
    /** Its number in the order of arrival. */
    long order;

    private final Alias anySource = new Alias(this);
    private final Alias anyTag = new Alias(this);
    private final Alias any = new Alias(this);

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

    /** The communicator's number. */
    public final int context() {
        return context;
    }

    /** Takes the place in the order of arrival that its message had when {@code met} got it. */
    protected final void takePlaceOf(Posted met) {
        order = met.order;
    }

    /** Stands in the chains of all four kinds of receives that could match it, so that each finds it at once. */
    final void enter(ChainTable table) {
        table.insert(this, context, source, tag);
        table.insert(anySource, context, Posted.ANY, tag);
        table.insert(anyTag, context, source, Posted.ANY);
        table.insert(any, context, Posted.ANY, Posted.ANY);
    }

    final void leave(ChainTable table) {
        table.remove(this);
        table.remove(anySource);
        table.remove(anyTag);
        table.remove(any);
    }

    static Unexpected of(Node node) {
        return node instanceof Alias alias ? alias.message : (Unexpected) node;
    }

    @Override
    protected final void signal() {
        throw new IllegalStateException("a message is matched, not signalled");
    }

    private static final class Alias extends Node {

        private final Unexpected message;

        Alias(Unexpected message) {
            this.message = message;
        }

        @Override
        protected void signal() {
            throw new IllegalStateException("a message is matched, not signalled");
        }
    }
}
