package org.reactivempi.transport.engine.protocol;

import org.reactivempi.transport.engine.port.Probe;
import org.reactivempi.transport.engine.port.Probe.WaitingMessage;

/** A probe that notes what it has found. */
final class TestProbe extends Probe {

    private final int source;
    private final int tag;
    private UnexpectedMessage found;
    String outcome = "pending";
    int signals;

    private TestProbe(boolean takes, int source, int tag) {
        super(takes);
        this.source = source;
        this.tag = tag;
        own();
    }

    @Override
    public int context() {
        return 0;
    }

    @Override
    public int source() {
        return source;
    }

    @Override
    public int tag() {
        return tag;
    }

    @Override
    public int peer() {
        return source;
    }

    static TestProbe leaving(int source, int tag) {
        return new TestProbe(false, source, tag);
    }

    static TestProbe taking(int source, int tag) {
        return new TestProbe(true, source, tag);
    }

    UnexpectedMessage found() {
        return found;
    }

    private void end(String outcome) {
        this.outcome = outcome;
        signals++;
    }

    @Override
    protected void onFound(WaitingMessage message) {
        found = (UnexpectedMessage) message;
        end("found " + message.lengthBytes() + " from " + message.source() + " with " + message.tag());
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
