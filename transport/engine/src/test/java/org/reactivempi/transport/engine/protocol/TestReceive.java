package org.reactivempi.transport.engine.protocol;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** A receive that notes how it ended. */
final class TestReceive extends Incoming {

    private final byte[] room;
    private long lengthBytes;
    String outcome = "pending";
    int signals;

    TestReceive(int source, int tag, int roomBytes) {
        super(0, source, tag, source);
        room = new byte[roomBytes];
    }

    /** What has come. */
    byte[] data() {
        return Arrays.copyOf(room, (int) lengthBytes);
    }

    /** All of its memory. */
    byte[] room() {
        return room;
    }

    @Override
    protected long room(long lengthBytes) {
        return room.length;
    }

    @Override
    protected void copyFrom(long position, ByteBuffer source) {
        source.get(room, (int) position, source.remaining());
    }

    private void end(String outcome) {
        this.outcome = outcome;
        signals++;
    }

    @Override
    protected void onReceived(int source, int tag, long lengthBytes) {
        this.lengthBytes = lengthBytes;
        end("received");
    }

    @Override
    protected void onTruncated(int source, int tag, long lengthBytes) {
        end("truncated: " + lengthBytes + " into " + room.length);
    }

    @Override
    protected void onCancelled() {
        end("cancelled");
    }

    @Override
    protected void onFailed(Throwable failure) {
        end("failed: " + failure.getMessage());
    }
}
