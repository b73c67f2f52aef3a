package org.reactivempi.transport.observe.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A connection stands. */
@Name("org.reactivempi.Connection")
@Label("Connection")
@Description("A connection with a peer stands")
@Category("reactive-mpi")
@StackTrace(false)
final class ConnectionEvent extends Event {

    @Label("Rank")
    int rank;

    @Label("Peer")
    int peer;

    @Label("Channel")
    String channel = "";

    @Label("Again")
    boolean again;
}
