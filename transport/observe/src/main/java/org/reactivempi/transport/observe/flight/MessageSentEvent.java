package org.reactivempi.transport.observe.flight;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A message leaves; off unless a recording asks for it, since there may be millions. */
@Name("org.reactivempi.MessageSent")
@Label("Message Sent")
@Description("A message, or its announcement, leaves for a peer")
@Category("reactive-mpi")
@StackTrace(false)
@Enabled(false)
final class MessageSentEvent extends Event {

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
}
