package org.reactivempi.transport.observe.flight;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** An operation that took long. */
@Name("org.reactivempi.Operation")
@Label("Operation")
@Description("A send, receive or probe, from its start to its end")
@Category("reactive-mpi")
@StackTrace(false)
@Threshold("10 ms")
final class OperationEvent extends Event {

    @Label("Rank")
    int rank;

    @Label("Kind")
    String kind = "";

    @Label("Peer")
    int peer;

    @Label("Tag")
    int tag;

    @Label("Context")
    int context;

    @Label("Length")
    @DataAmount
    long lengthBytes;

    @Label("Outcome")
    String outcome = "";
}
