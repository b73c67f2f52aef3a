package org.reactivempi.core.stream;

import java.nio.ByteBuffer;
import org.reactivempi.transport.engine.protocol.Incoming;

/** What a stream's end hears of the messages that it has begun. On the progress thread. */
interface MessageListener {

    /** A message has been sent, or is not needed any more. */
    void ended();

    /** A message has failed, or broke a rule. */
    void failed(Throwable cause);

    /** The announcement was taken back before the ends have met. */
    void withdrawn();

    /** A control message is here, which {@code from} has received; {@code from} may be posted again for the next one. */
    void heard(Incoming from, ByteBuffer message);
}
