package org.reactivempi.transport.engine.match;

import org.jspecify.annotations.Nullable;

/** All entries with the same context, source and tag, in the order in which they came; a slot of a {@link ChainTable}. */
final class Chain {

    int context;
    int source;
    int tag;
    int hash;

    @Nullable
    Chain nextInBucket;

    @Nullable
    Node first;

    @Nullable
    Node last;

    boolean has(int context, int source, int tag) {
        return this.context == context && this.source == source && this.tag == tag;
    }

    void append(Node node) {
        node.chain = this;
        node.previous = last;
        if (last == null) {
            first = node;
        } else {
            last.next = node;
        }
        last = node;
    }

    void remove(Node node) {
        Node previous = node.previous;
        Node next = node.next;
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
        node.chain = null;
        node.previous = null;
        node.next = null;
    }
}
