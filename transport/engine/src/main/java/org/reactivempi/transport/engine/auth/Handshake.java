package org.reactivempi.transport.engine.auth;

import io.netty.buffer.ByteBuf;
import java.util.function.Supplier;

/**
 * One end's part in proving to each other that both know the job's secret.
 *
 * <pre>
 *  connector                              acceptor
 *     |------------- Challenge ------------&gt;|
 *     |&lt;------------ Answer ----------------|
 *     |------------- Proof ----------------&gt;|   over both nonces, and over what protects the connection
 *     |&lt;------------ Proof -----------------|   the acceptor's, over the same
 *     |------------- packets --------------&gt;|
 * </pre>
 * It takes bytes as they come, in pieces of any length, and gives bytes to send; who calls it closes the connection when it
 * throws, or when it takes too long. It keeps a few hundred bytes, however much comes.
 */
public interface Handshake {

    /** The longest of what {@link #begin} and {@link #read} write at once. */
    int MOST_BYTES = Answer.LENGTH_BYTES + Proof.LENGTH_BYTES;

    /**
     * That of a rank that has connected to a peer's address.
     *
     * @param peer whom it looks for
     * @param credentials this rank's
     * @param binding what both ends see of the connection's protection, empty without; asked when bytes have come
     */
    static Handshake with(int peer, Credentials credentials, Supplier<byte[]> binding) {
        return new ConnectorHandshake(peer, credentials, binding);
    }

    /** That of a rank to which somebody has connected; {@code binding} as above. */
    static Handshake withStranger(Credentials credentials, Supplier<byte[]> binding) {
        return new AcceptorHandshake(credentials, binding);
    }

    /** Writes what is to be sent first, perhaps nothing. */
    void begin(ByteBuf out);

    /**
     * Takes what belongs to the handshake, and nothing behind it.
     *
     * @param in what has come
     * @param out gets what is to be sent, also before an exception
     * @return true at the end: the other end is rank {@link #peer} of this job
     * @throws RejectedException if the other end is no rank of this job
     */
    boolean read(ByteBuf in, ByteBuf out);

    /** Who the other end is, once it has proven it. */
    int peer();
}
