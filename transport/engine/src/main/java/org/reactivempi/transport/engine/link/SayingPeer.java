package org.reactivempi.transport.engine.link;

/** The handler of a peer by which words go out as well, for {@link Links#say}. */
interface SayingPeer extends PeerListener {

    /** Says it; nothing where the peer is lost. */
    void say(byte[] words);
}
