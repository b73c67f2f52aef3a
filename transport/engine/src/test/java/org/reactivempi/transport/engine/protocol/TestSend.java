package org.reactivempi.transport.engine.protocol;

import java.nio.ByteBuffer;

/** A send that notes how it ended. */
final class TestSend extends Outgoing.Owned {

    private final byte[] data;
    /** Whether it belongs to a conversation. */
    boolean part;

    String outcome = "pending";
    int signals;

    TestSend(int destination, int tag, SendMode mode, byte[] data) {
        super(0, 1 - destination, destination, tag, mode, data.length);
        this.data = data;
    }

    TestSend(int context, int source, int destination, int tag, SendMode mode, byte[] data) {
        super(context, source, destination, tag, mode, data.length);
        this.data = data;
    }

    @Override
    public boolean isPart() {
        return part;
    }

    @Override
    protected void copyTo(long position, ByteBuffer target) {
        target.put(data, (int) position, target.remaining());
    }

    private void end(String outcome) {
        this.outcome = outcome;
        signals++;
    }

    @Override
    protected void onDone() {
        end("sent");
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
