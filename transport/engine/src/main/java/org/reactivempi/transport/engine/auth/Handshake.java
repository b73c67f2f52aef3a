package org.reactivempi.transport.engine.auth;

import io.netty.buffer.ByteBuf;

/**
 * One end's part in proving to each other that both know the job's secret.
 *
 * <pre>
 *  connector                              acceptor
 *     |------------- Challenge ------------&gt;|
 *     |&lt;------------ Answer ----------------|   its proof over both nonces
 *     |------------- Proof, packets -------&gt;|   the connector's proof over both nonces
 * </pre>
 * It takes bytes as they come, in pieces of any length, and gives bytes to send; who calls it closes the connection when it
 * throws, or when it takes too long. It keeps a few hundred bytes, however much comes.
 */
public interface Handshake {

    /** The longest of what {@link #begin} and {@link #read} write at once. */
    int MOST_BYTES = Answer.LENGTH_BYTES;

    /** That of a rank that has connected to a peer's address. */
    static Handshake with(int peer, Credentials credentials) {
        return new ConnectorHandshake(peer, credentials);
    }

    /** That of a rank to which somebody has connected. */
    static Handshake withStranger(Credentials credentials) {
        return new AcceptorHandshake(credentials);
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
