package org.reactivempi.transport.tck.traffic;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.Incoming;
import org.reactivempi.transport.engine.port.Outgoing;
import org.reactivempi.transport.engine.port.SendMode;

/** One rank's half of an exchange that goes on until it is stopped. */
public final class PingPong {

    private static final int LENGTH_BYTES = 1000;

    private final Semaphore rounds = new Semaphore(0);

    private final CompletableFuture<Void> stopped = new CompletableFuture<>();

    private final Engine engine;
    private final int rank;
    private volatile boolean stopping;

    /** The half of a rank, 0 or 1, that has not begun. */
    public PingPong(Engine engine, int rank) {
        this.engine = engine;
        this.rank = rank;
    }

    /** One permit for each message that has come. */
    public Semaphore rounds() {
        return rounds;
    }

    /** Ends with the exchange; fails with the first operation that does. */
    public CompletableFuture<Void> stopped() {
        return stopped;
    }

    /** Begins; rank 0 sends first. */
    public void start() {
        engine.execute(() -> {
            receive();
            if (rank == 0) {
                send(LENGTH_BYTES);
            }
        });
    }

    /** The rank that is asked stops with the next message, and tells the other by an empty one. */
    public void stop() {
        stopping = true;
    }

    private void send(int lengthBytes) {
        engine.messages().send(new Ping(lengthBytes));
    }

    private void receive() {
        engine.messages().receive(new Pong());
    }

    private void onMessage(long lengthBytes) {
        rounds.release();
        if (lengthBytes == 0) {
            stopped.complete(null);
            return;
        }
        // Asked once: a rank that stopped between two looks would say goodbye and wait for an answer that never comes.
        if (stopping) {
            stopped.complete(null);
            send(0);
        } else {
            receive();
            send(LENGTH_BYTES);
        }
    }

    private final class Ping extends Outgoing.Owned {

        Ping(int lengthBytes) {
            super(0, rank, 1 - rank, 7, SendMode.STANDARD, lengthBytes);
        }

        @Override
        public void copyTo(long position, ByteBuffer target) {
            target.position(target.limit());
        }

        @Override
        protected void onDone() {}

        @Override
        protected void onCancelled() {}

        @Override
        protected void onFailed(Throwable failure) {
            stopped.completeExceptionally(failure);
        }
    }

    private final class Pong extends Incoming.Owned {

        Pong() {
            super(0, 1 - rank, 7, 1 - rank);
        }

        @Override
        protected long room(long lengthBytes) {
            return LENGTH_BYTES;
        }

        @Override
        protected void copyFrom(long position, ByteBuffer source) {
            source.position(source.limit());
        }

        @Override
        protected void onReceived(int source, int tag, long lengthBytes) {
            onMessage(lengthBytes);
        }

        @Override
        protected void onTruncated(int source, int tag, long lengthBytes) {
            stopped.completeExceptionally(new AssertionError("truncated"));
        }

        @Override
        protected void onCancelled() {}

        @Override
        protected void onFailed(Throwable failure) {
            stopped.completeExceptionally(failure);
        }
    }
}
