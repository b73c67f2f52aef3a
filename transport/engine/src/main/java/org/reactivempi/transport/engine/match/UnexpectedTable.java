package org.reactivempi.transport.engine.match;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Messages that wait for a receive. Each stands in the chains of all kinds of receives that could match it, so that each kind finds it
 * at once: by itself in that of its own source and tag, and by an alias for each kind of wildcard that its context allows.
 */
final class UnexpectedTable {

    /** A message in a chain, or an alias of one. */
    abstract static class Entry {

        private @Nullable UnexpectedChain chain;
        private @Nullable Entry previous;
        private @Nullable Entry next;
    }

    /** The messages that the same receive could get, in the order of arrival. */
    static final class UnexpectedChain extends ChainTable.Chain<UnexpectedChain> {

        private @Nullable Entry first;
        private @Nullable Entry last;

        @Override
        boolean isEmpty() {
            return first == null;
        }

        /** Adds a message, or its alias, before all that came later: nearly always the last, or the first again. */
        void insert(Entry entry) {
            long order = message(entry).order;
            Entry before = first != null && message(first).order > order ? null : last;
            while (before != null && message(before).order > order) {
                before = before.previous;
            }
            insertBehind(before, entry);
        }

        private void insertBehind(@Nullable Entry before, Entry entry) {
            Entry after = before == null ? first : before.next;
            entry.chain = this;
            entry.previous = before;
            entry.next = after;
            if (before == null) {
                first = entry;
            } else {
                before.next = entry;
            }
            if (after == null) {
                last = entry;
            } else {
                after.previous = entry;
            }
        }

        void remove(Entry entry) {
            Entry previous = entry.previous;
            Entry next = entry.next;
            if (previous == null) {
                first = next;
            } else {
                previous.next = next;
            }
            if (next == null) {
                last = previous;
            } else {
                next.previous = previous;
            }
            entry.chain = null;
            entry.previous = null;
            entry.next = null;
        }
    }

    private static Unexpected message(Entry entry) {
        return entry instanceof Unexpected.Alias alias ? alias.message : (Unexpected) entry;
    }

    private final ChainTable<UnexpectedChain> chains = new ChainTable<>(UnexpectedChain::new);

    /** The message that a receive which asks for this would get. */
    @Nullable
    Unexpected first(int context, int source, int tag) {
        UnexpectedChain chain = chains.find(context, source, tag);
        return chain == null || chain.first == null ? null : message(chain.first);
    }

    /** The first messages, oldest first and {@code most} at most, that receives which ask for this would get. */
    List<Unexpected> first(int context, int source, int tag, int most) {
        List<Unexpected> found = new ArrayList<>();
        UnexpectedChain chain = chains.find(context, source, tag);
        Entry entry = chain == null ? null : chain.first;
        while (entry != null && found.size() < most) {
            found.add(message(entry));
            entry = entry.next;
        }
        return found;
    }

    /**
     * Takes a message in, at its place in the order of arrival.
     *
     * @param anySource whether receives from any source must find it
     * @param anyTag whether receives with any tag must find it
     */
    void add(Unexpected message, boolean anySource, boolean anyTag) {
        chains.chain(message.context(), message.source(), message.tag()).insert(message);
        widen(message, anySource, anyTag);
    }

    /** Has receives with these wildcards find a message that is in the table; those that find it already go on to do so. */
    void widen(Unexpected message, boolean anySource, boolean anyTag) {
        int context = message.context();
        if (anySource && message.anySource == null) {
            message.anySource = stand(message, context, Posted.ANY, message.tag());
        }
        if (anyTag && message.anyTag == null) {
            message.anyTag = stand(message, context, message.source(), Posted.ANY);
        }
        if (anySource && anyTag && message.any == null) {
            message.any = stand(message, context, Posted.ANY, Posted.ANY);
        }
    }

    private Unexpected.Alias stand(Unexpected message, int context, int source, int tag) {
        Unexpected.Alias alias = new Unexpected.Alias(message);
        chains.chain(context, source, tag).insert(alias);
        return alias;
    }

    boolean holds(Unexpected message) {
        return ((Entry) message).chain != null;
    }

    void remove(Unexpected message) {
        unlink(message);
        message.anySource = unlinked(message.anySource);
        message.anyTag = unlinked(message.anyTag);
        message.any = unlinked(message.any);
    }

    private Unexpected.@Nullable Alias unlinked(Unexpected.@Nullable Alias alias) {
        if (alias != null) {
            unlink(alias);
        }
        return null;
    }

    private void unlink(Entry entry) {
        UnexpectedChain chain = entry.chain;
        if (chain == null) {
            throw new IllegalStateException(message(entry) + " is in no queue");
        }
        chain.remove(entry);
        chains.left(chain);
    }

    /** Shows all messages, in no particular order; {@code visitor} must not change the table. */
    void forEach(Consumer<Unexpected> visitor) {
        chains.forEachChain(chain -> {
            for (Entry entry = chain.first; entry != null; entry = entry.next) {
                if (entry instanceof Unexpected message) {
                    visitor.accept(message);
                }
            }
        });
    }
}
