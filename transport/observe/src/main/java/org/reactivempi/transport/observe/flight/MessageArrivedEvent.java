package org.reactivempi.transport.observe.flight;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A message has come; off as well. */
@Name("org.reactivempi.MessageArrived")
@Label("Message Arrived")
@Description("A message, or its announcement, has come from a peer")
@Category("reactive-mpi")
@StackTrace(false)
@Enabled(false)
final class MessageArrivedEvent extends Event {

    @Label("Rank")
    int rank;

    @Label("Protocol")
    String protocol = "";

    @Label("Peer")
    int peer;

    @Label("Tag")
    int tag;

    @Label("Context")
    int context;

    @Label("Length")
    @DataAmount
    long lengthBytes;

    @Label("Expected")
    boolean expected;
}
