package org.reactivempi.transport.engine.protocol;

import org.reactivempi.transport.engine.match.Unexpected;

/** A message that has come before its receive. */
abstract class Parked extends Unexpected {

    Parked(int context, int source, int tag) {
        super(context, source, tag);
    }

    /** Its receive is here; the message is in no queue any more. */
    abstract void deliver(Incoming receive);
}
