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

    /** Adds a message, or its alias, before all that came later: nearly always the last, or the first again. */
    void insert(Node node) {
        long order = Unexpected.of(node).order;
        if (first != null && Unexpected.of(first).order > order) {
            insertBehind(null, node);
            return;
        }
        Node before = last;
        while (before != null && Unexpected.of(before).order > order) {
            before = before.previous;
        }
        if (before == last) {
            append(node);
        } else {
            insertBehind(before, node);
        }
    }

    private void insertBehind(@Nullable Node before, Node node) {
        Node after = before == null ? first : before.next;
        node.chain = this;
        node.previous = before;
        node.next = after;
        if (before == null) {
            first = node;
        } else {
            before.next = node;
        }
        if (after != null) {
            after.previous = node;
        }
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
