package org.reactivempi.conformance.observe;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.RankRecord;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** A part of a trace that a rank offers, and does not hand over as it should. */
final class BadRecord implements RankRecord, EngineListener {

    /** What goes wrong. */
    enum Fault {
        /** It comes to a stop in the middle. */
        STOPS,
        /** It is shorter than it was. */
        SHRINKS,
        /** It cannot be read any more. */
        FAILS,
        /** It has a length that no part has. */
        CLAIMS
    }

    private static final int LENGTH_BYTES = 1_000_000;
    private static final int MIDDLE_BYTES = LENGTH_BYTES / 2;
    private static final long LONGEST_STOP_SECONDS = 100;

    private final Fault fault;
    private final Sinks.Empty<Void> reached = Sinks.empty();
    private final CountDownLatch goesOn = new CountDownLatch(1);
    private boolean offered;

    BadRecord(Fault fault) {
        this.fault = fault;
    }

    /** The middle of it has been reached. */
    Mono<Void> reached() {
        return reached.asMono();
    }

    /** It has stopped for long enough. */
    void goOn() {
        goesOn.countDown();
    }

    @Override
    public List<RankRecord> records() {
        return List.of(this);
    }

    @Override
    public String name() {
        return "trace";
    }

    @Override
    public boolean alwaysTravels() {
        return false;
    }

    @Override
    public void freeze() {}

    @Override
    public void complete() {}

    @Override
    public void leave(String word) {}

    @Override
    public void removeWord() {}

    @Override
    public boolean finds(String word) {
        offered = true;
        return false;
    }

    @Override
    public long lengthBytes() {
        return switch (fault) {
            case STOPS, FAILS -> LENGTH_BYTES;
            case SHRINKS -> offered ? MIDDLE_BYTES : LENGTH_BYTES;
            case CLAIMS -> Long.MAX_VALUE;
        };
    }

    @Override
    public void read(long position, ByteBuffer into) throws IOException {
        into.position(into.limit());
        if (position >= MIDDLE_BYTES) {
            reached.tryEmitEmpty();
            if (fault == Fault.FAILS) {
                throw new IOException("as if broken");
            }
            stop();
        }
    }

    private void stop() {
        try {
            goesOn.await(LONGEST_STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void receive(int rank) {}

    @Override
    public void write(ByteBuffer bytes) {}

    @Override
    public void keep() {}

    @Override
    public void drop() {}

    @Override
    public void missing(int rank) {}

    @Override
    public void handedOver() {}
}
