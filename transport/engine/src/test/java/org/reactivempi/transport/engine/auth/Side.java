package org.reactivempi.transport.engine.auth;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** One end of a handshake, with what it has sent and not been read. */
final class Side {

    final ProofHandshake handshake;
    final ByteBuf sent = Unpooled.buffer();
    boolean done;

    private Side(ProofHandshake handshake) {
        this.handshake = handshake;
        handshake.begin(sent);
    }

    static Side connector(int peer, Credentials credentials, byte... binding) {
        return new Side(ProofHandshake.with(peer, credentials, () -> binding));
    }

    /** One that looks for a rank of a job. */
    static Side connector(long job, int peer, Credentials credentials) {
        return new Side(ProofHandshake.with(job, peer, credentials, () -> new byte[0]));
    }

    static Side acceptor(Credentials credentials, byte... binding) {
        return new Side(ProofHandshake.withStranger(credentials, () -> binding));
    }

    /** Reads what is there; what follows the handshake stays. */
    Side reads(ByteBuf bytes) {
        done = handshake.read(bytes, sent);
        return this;
    }

    /** What has been sent, taken away. */
    ByteBuf takeSent() {
        ByteBuf taken = sent.copy();
        sent.clear();
        return taken;
    }
}
