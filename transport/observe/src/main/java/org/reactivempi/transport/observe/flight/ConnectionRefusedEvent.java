package org.reactivempi.transport.observe.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A connection was refused. */
@Name("org.reactivempi.ConnectionRefused")
@Label("Connection Refused")
@Description("A connection was refused")
@Category("reactive-mpi")
@StackTrace(false)
final class ConnectionRefusedEvent extends Event {

    @Label("Rank")
    int rank;

    @Label("Reason")
    String reason = "";
}
