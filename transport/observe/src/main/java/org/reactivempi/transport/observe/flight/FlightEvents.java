package org.reactivempi.transport.observe.flight;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** The events of the flight recorder, by their names in recordings. */
final class FlightEvents {

    private FlightEvents() {}

    /** An operation that took long. */
    @Name("org.reactivempi.Operation")
    @Label("Operation")
    @Description("A send, receive or probe, from its start to its end")
    @Category("reactive-mpi")
    @StackTrace(false)
    @Threshold("10 ms")
    static final class OperationEvent extends Event {

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

    /** A message leaves; off unless a recording asks for it, since there may be millions. */
    @Name("org.reactivempi.MessageSent")
    @Label("Message Sent")
    @Description("A message, or its announcement, leaves for a peer")
    @Category("reactive-mpi")
    @StackTrace(false)
    @Enabled(false)
    static final class MessageSentEvent extends Event {

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

    /** A message has come; off as well. */
    @Name("org.reactivempi.MessageArrived")
    @Label("Message Arrived")
    @Description("A message, or its announcement, has come from a peer")
    @Category("reactive-mpi")
    @StackTrace(false)
    @Enabled(false)
    static final class MessageArrivedEvent extends Event {

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

    /** A peer takes no more eager messages. */
    @Name("org.reactivempi.CreditStall")
    @Label("Credit Stall")
    @Description("A peer takes no more eager messages for this long")
    @Category("reactive-mpi")
    @StackTrace(false)
    static final class CreditStallEvent extends Event {

        @Label("Rank")
        int rank;

        @Label("Peer")
        int peer;
    }

    /** A connection stands. */
    @Name("org.reactivempi.Connection")
    @Label("Connection")
    @Description("A connection with a peer stands")
    @Category("reactive-mpi")
    @StackTrace(false)
    static final class ConnectionEvent extends Event {

        @Label("Rank")
        int rank;

        @Label("Peer")
        int peer;

        @Label("Channel")
        String channel = "";

        @Label("Again")
        boolean again;
    }

    /** A connection was refused. */
    @Name("org.reactivempi.ConnectionRefused")
    @Label("Connection Refused")
    @Description("A connection was refused")
    @Category("reactive-mpi")
    @StackTrace(false)
    static final class ConnectionRefusedEvent extends Event {

        @Label("Rank")
        int rank;

        @Label("Reason")
        String reason = "";
    }

    /** A peer is lost, or has finalized. */
    @Name("org.reactivempi.PeerLost")
    @Label("Peer Lost")
    @Description("Nothing reaches a peer any more")
    @Category("reactive-mpi")
    @StackTrace(false)
    static final class PeerLostEvent extends Event {

        @Label("Rank")
        int rank;

        @Label("Peer")
        int peer;
    }

    /** The queues, now and then. */
    @Name("org.reactivempi.Queues")
    @Label("Queues")
    @Description("How many receives and messages wait")
    @Category("reactive-mpi")
    @StackTrace(false)
    @Period("1 s")
    static final class QueuesEvent extends Event {

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
}
