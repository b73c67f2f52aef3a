package org.reactivempi.transport.engine.protocol;

/**
 * A short message beyond the credit that there is before the peer has said what it takes. It waits where it is until the first
 * connection stands, and all that is sent after it; only then does it show whether it has to be announced.
 *
 * <pre>
 *  HELD --standing--&gt; sent as any other
 *    |
 *    +--withdraw--&gt; cancelled
 *    +--lost, cut--&gt; failed
 * </pre>
 */
final class HeldSend implements AwaitedSend {

    final Outgoing message;
    private final PeerProtocol peer;

    HeldSend(PeerProtocol peer, Outgoing message) {
        this.peer = peer;
        this.message = message;
        message.await(this);
    }

    @Override
    public void withdraw() {
        peer.withdrawHeld(this);
    }
}
