package org.reactivempi.transport.engine.fake;

import java.net.ConnectException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.LinkHandler;

/** What is under way between fake ranks; a test, a random number or an {@link Exploration} says what arrives next. */
public final class FakeNetwork {

    private final List<Inbox> inboxes = new ArrayList<>();
    private final Map<String, Listener> listeners = new HashMap<>();
    private boolean handshakesFirst;
    private boolean beating;

    /** An end that can be connected to. */
    private record Listener(Supplier<LinkHandler> acceptor, Runnable afterwards) {}

    /** Lets connections to an address succeed; {@code afterwards} runs after each thing that arrives there. */
    public void listen(String address, Supplier<LinkHandler> acceptor, Runnable afterwards) {
        listeners.put(address, new Listener(acceptor, afterwards));
    }

    /** From now on the proofs of a connection wait for nothing: there are too many orders as it is. */
    public FakeNetwork handshakesFirst() {
        handshakesFirst = true;
        return this;
    }

    /** From now on each end of a connection sees the other's sign of life. */
    public FakeNetwork beating() {
        beating = true;
        return this;
    }

    boolean isBeating() {
        return beating;
    }

    /** Lets connections to an address fail from now on. */
    public void unlisten(String address) {
        listeners.remove(address);
    }

    /** Connects; both ends hear of it when their inbox is next. The connector's end. */
    public FakeLink connect(String address, LinkHandler handler, Runnable afterwards) {
        Listener listener = listeners.get(address);
        FakeLink here = new FakeLink(this, inbox(afterwards));
        if (listener == null) {
            here.inbox().add(() -> handler.onClosed(new ConnectException("nobody listens at " + address)));
            return here;
        }
        FakeLink there = new FakeLink(this, inbox(listener.afterwards()));
        here.join(there);
        there.inbox().add(() -> there.open(listener.acceptor().get()));
        here.inbox().add(() -> here.open(handler));
        return here;
    }

    /** A place where things arrive in order; {@code afterwards} runs after each. */
    public Inbox inbox(Runnable afterwards) {
        Inbox inbox = new Inbox(afterwards);
        inboxes.add(inbox);
        return inbox;
    }

    /** Delivers until nothing is under way; the oldest inbox first. */
    public void run() {
        while (handshakesFirst ? step(choices -> 0) : stepOfOldest()) {}
    }

    /** As a step that chooses the first, for networks of thousands of connections. */
    private boolean stepOfOldest() {
        for (Inbox inbox : inboxes) {
            if (inbox.hasMore()) {
                inbox.deliver();
                return true;
            }
        }
        return false;
    }

    /** Delivers until nothing is under way, in an order that only the seed knows. */
    public void runShuffled(long seed) {
        run(new Random(seed)::nextInt);
    }

    /** Delivers until nothing is under way; {@code choose} picks one of so many inboxes. */
    public void run(IntUnaryOperator choose) {
        while (step(choose)) {}
    }

    /** Delivers one thing; false if there is none. */
    public boolean step(IntUnaryOperator choose) {
        Optional<Inbox> handshake = inboxes.stream()
                .filter(inbox -> handshakesFirst && inbox.hasHandshake())
                .findFirst();
        if (handshake.isPresent()) {
            handshake.get().deliver();
            return true;
        }
        List<Inbox> waiting = inboxes.stream().filter(Inbox::hasMore).toList();
        if (waiting.isEmpty()) {
            return false;
        }
        waiting.get(choose.applyAsInt(waiting.size())).deliver();
        return true;
    }

    /** Delivers until {@code condition} holds; false if it never does. */
    public boolean runUntil(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            if (!step(choices -> 0)) {
                return false;
            }
        }
        return true;
    }

    /** Things that arrive in order at one place. */
    public static final class Inbox {

        private final Queue<Runnable> deliveries = new ArrayDeque<>();
        private @Nullable Runnable handshake;
        private final Runnable afterwards;

        private Inbox(Runnable afterwards) {
            this.afterwards = afterwards;
        }

        void add(Runnable delivery) {
            deliveries.add(delivery);
        }

        void addHandshake(Runnable delivery) {
            handshake = delivery;
            deliveries.add(delivery);
        }

        boolean hasHandshake() {
            return handshake != null && deliveries.peek() == handshake;
        }

        boolean hasMore() {
            return !deliveries.isEmpty();
        }

        private void deliver() {
            @Nullable Runnable next = deliveries.poll();
            if (next != null) {
                next.run();
                afterwards.run();
            }
        }
    }
}
