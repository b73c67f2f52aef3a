package org.reactivempi.transport.engine.window;

import java.nio.ByteBuffer;

/** What a peer is told, in its turn, of something that it has asked for. */
interface Replies {

    /** It is done, and this was there before. */
    void old(int request, ByteBuffer before);

    /** It is not done, or not whole: the memory has refused it, or has thrown. */
    void refuse(int window, int request, Throwable thrown);
}
