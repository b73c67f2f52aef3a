package org.reactivempi.transport.engine.protocol;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.reactivempi.transport.engine.port.Incoming;

/** A receive that notes how it ended. */
final class TestReceive extends Incoming.Owned {

    /** What it asks for. */
    private record Envelope(int context, int source, int tag) {}

    private final boolean owned;
    private byte[] room;
    private ByteBuffer direct;
    private long lengthBytes;
    /** Whether it belongs to a conversation. */
    boolean part;

    /** What the program does when it has been received. */
    Runnable whenReceived = () -> {};

    String outcome = "pending";
    int signals;

    TestReceive(int source, int tag, int roomBytes) {
        super(0, source, tag, source);
        owned = false;
        room = new byte[roomBytes];
    }

    TestReceive(int context, int source, int tag, int roomBytes) {
        super(context, source, tag, source);
        owned = false;
        room = new byte[roomBytes];
    }

    /** One from a peer whose rank in the communicator is another number. */
    TestReceive(int context, int source, int tag, int peer, int roomBytes) {
        super(context, source, tag, peer);
        owned = false;
        room = new byte[roomBytes];
    }

    private TestReceive(Envelope envelope, int peer) {
        super(envelope.context, envelope.source, envelope.tag, peer);
        owned = true;
        room = new byte[0];
    }

    /** The same, from a peer whose rank in the communicator is another number. */
    static TestReceive owned(int context, int source, int tag, int peer) {
        return new TestReceive(new Envelope(context, source, tag), peer);
    }

    /** One into memory of its own, which can give its message back. */
    static TestReceive owned(int source, int tag) {
        return owned(0, source, tag, source);
    }

    /** One whose memory a channel can write to; what comes is nowhere else. */
    static TestReceive direct(int source, int tag, int roomBytes) {
        TestReceive receive = new TestReceive(source, tag, roomBytes);
        receive.direct = ByteBuffer.allocateDirect(roomBytes);
        return receive;
    }

    @Override
    public ByteBuffer directMemory() {
        return direct == null ? null : direct.duplicate();
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
    public boolean isPart() {
        return part;
    }

    /** Another thread has cancelled it. */
    void cancelledElsewhere() {
        ownShared();
        renounce();
    }

    @Override
    protected long room(long lengthBytes) {
        if (owned) {
            room = new byte[(int) lengthBytes];
        }
        return room.length;
    }

    @Override
    protected byte[] payload() {
        return owned ? room : null;
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
        whenReceived.run();
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
