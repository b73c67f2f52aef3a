package org.reactivempi.transport.observe.flight;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/** The queues, now and then. */
@Name("org.reactivempi.Queues")
@Label("Queues")
@Description("How many receives and messages wait")
@Category("reactive-mpi")
@StackTrace(false)
@Period("1 s")
final class QueuesEvent extends Event {

    @Label("Rank")
    int rank;

    @Label("Receives Posted")
    long posted;

    @Label("Messages Unexpected")
    long unexpected;

    @Label("Bytes Unexpected")
    @DataAmount
    long unexpectedBytes;
}
