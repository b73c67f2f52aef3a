package org.reactivempi.transport.observe.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A peer takes no more eager messages. */
@Name("org.reactivempi.CreditStall")
@Label("Credit Stall")
@Description("A peer takes no more eager messages for this long")
@Category("reactive-mpi")
@StackTrace(false)
final class CreditStallEvent extends Event {

    @Label("Rank")
    int rank;

    @Label("Peer")
    int peer;
}
