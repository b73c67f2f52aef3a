package org.reactivempi.transport.tck;

import java.util.concurrent.CompletableFuture;

/** Writes much over a link, as long as it is writable, and goes on when it is again. On the loop, but where it waits. */
final class Pump {

    /** A carrier that is never full must not keep its loop for ever. */
    private static final long MOST_BYTES_IN_A_TURN = 4L * Lengths.MIB;

    private final End end;
    private final int pieceBytes;
    private final long untilBytes;
    private final CompletableFuture<Boolean> sent = new CompletableFuture<>();

    Pump(End end, long totalBytes, int pieceBytes) {
        this.end = end;
        this.pieceBytes = pieceBytes;
        this.untilBytes = end.written() + totalBytes;
    }

    void start() throws InterruptedException {
        end.rank().run(() -> {
            end.onWritable(this::turn);
            turn();
        });
    }

    private void turn() {
        long turnEndsAt = Math.min(untilBytes, end.written() + MOST_BYTES_IN_A_TURN);
        while (end.written() < turnEndsAt && end.isWritable()) {
            end.write((int) Math.min(pieceBytes, untilBytes - end.written()));
        }
        end.flush();
        if (end.written() >= untilBytes) {
            sent.complete(true);
        } else if (end.written() >= turnEndsAt && !end.isClosed()) {
            end.rank().loop().execute(this::turn);
        }
    }

    /** Waits until all has been written; fails if the other end hears nothing new meanwhile. */
    void awaitSent() throws InterruptedException {
        end.rank().world().await("onWritable", sent);
    }
}
