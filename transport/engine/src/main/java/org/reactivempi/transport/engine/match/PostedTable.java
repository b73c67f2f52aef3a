package org.reactivempi.transport.engine.match;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Receives that wait for a message, or probes that do: by what they ask for, in the order of posting. */
final class PostedTable extends ChainTable<PostedTable.PostedChain> {

    /** The receives that ask for the same, oldest first. */
    static final class PostedChain extends ChainTable.Chain<PostedChain> {

        private @Nullable Posted first;
        private @Nullable Posted last;

        @Override
        boolean isEmpty() {
            return first == null;
        }

        void append(Posted receive) {
            receive.chain = this;
            receive.previous = last;
            if (last == null) {
                first = receive;
            } else {
                last.next = receive;
            }
            last = receive;
        }

        void remove(Posted receive) {
            Posted previous = receive.previous;
            Posted next = receive.next;
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
            receive.chain = null;
            receive.previous = null;
            receive.next = null;
        }
    }

    @Override
    PostedChain newChain() {
        return new PostedChain();
    }

    /** The oldest that asks for exactly this, wildcards as themselves. */
    @Nullable
    Posted first(int context, int source, int tag) {
        PostedChain chain = find(context, source, tag);
        return chain == null ? null : chain.first;
    }

    void append(Posted receive, int context, int source, int tag) {
        chain(context, source, tag).append(receive);
    }

    /** Takes out one that is in this table. */
    void remove(Posted receive) {
        PostedChain chain = receive.chain;
        if (chain == null) {
            throw new IllegalStateException(receive + " is in no queue");
        }
        chain.remove(receive);
        left(chain);
    }

    /** Shows all, in no particular order; {@code visitor} must not change the table. */
    void forEach(Consumer<Posted> visitor) {
        forEachChain(chain -> {
            for (Posted receive = chain.first; receive != null; receive = receive.next) {
                visitor.accept(receive);
            }
        });
    }
}
