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

/** The events of the flight recorder, by their names in recordings. What several have stands in what they extend. */
final class FlightEvents {

    private FlightEvents() {}

    /** All events. */
    @Category("reactive-mpi")
    @StackTrace(false)
    abstract static class RankEvent extends Event {

        @Label("Rank")
        int rank;
    }

    /** What one peer has to do with. */
    abstract static class PeerEvent extends RankEvent {

        @Label("Peer")
        int peer;
    }

    /** What has a message, or looks for one. */
    abstract static class MessageEvent extends PeerEvent {

        @Label("Tag")
        int tag;

        @Label("Context")
        int context;

        @Label("Length")
        @DataAmount
        long lengthBytes;
    }

    /** An operation that took long. */
    @Name("org.reactivempi.Operation")
    @Label("Operation")
    @Description("A send, receive, probe, or call of a window, from its start to its end")
    @Threshold("10 ms")
    static final class OperationEvent extends MessageEvent {

        @Label("Kind")
        String kind = "";

        @Label("Outcome")
        String outcome = "";

        @Label("Window")
        @Description("What people know the window by; empty for a message")
        String window = "";
    }

    /** A message leaves; off unless a recording asks for it, since there may be millions. */
    @Name("org.reactivempi.MessageSent")
    @Label("Message Sent")
    @Description("A message, or its announcement, leaves for a peer")
    @Enabled(false)
    static final class MessageSentEvent extends MessageEvent {

        @Label("Protocol")
        String protocol = "";
    }

    /** A message has come; off as well. */
    @Name("org.reactivempi.MessageArrived")
    @Label("Message Arrived")
    @Description("A message, or its announcement, has come from a peer")
    @Enabled(false)
    static final class MessageArrivedEvent extends MessageEvent {

        @Label("Protocol")
        String protocol = "";

        @Label("Expected")
        boolean expected;
    }

    /** A peer takes no more eager messages. */
    @Name("org.reactivempi.CreditStall")
    @Label("Credit Stall")
    @Description("A peer takes no more eager messages for this long")
    static final class CreditStallEvent extends PeerEvent {}

    /** A connection stands. */
    @Name("org.reactivempi.Connection")
    @Label("Connection")
    @Description("A connection with a peer stands")
    static final class ConnectionEvent extends PeerEvent {

        @Label("Channel")
        String channel = "";

        @Label("Again")
        boolean again;
    }

    /** A connection was refused. */
    @Name("org.reactivempi.ConnectionRefused")
    @Label("Connection Refused")
    @Description("A connection was refused")
    static final class ConnectionRefusedEvent extends RankEvent {

        @Label("Reason")
        String reason = "";
    }

    /** A peer is lost, or has finalized. */
    @Name("org.reactivempi.PeerLost")
    @Label("Peer Lost")
    @Description("Nothing reaches a peer any more")
    static final class PeerLostEvent extends PeerEvent {}

    /** The queues, now and then. */
    @Name("org.reactivempi.Queues")
    @Label("Queues")
    @Description("How many receives and messages wait")
    @Period("1 s")
    static final class QueuesEvent extends RankEvent {

        @Label("Receives Posted")
        long posted;

        @Label("Messages Unexpected")
        long unexpected;

        @Label("Bytes Unexpected")
        @DataAmount
        long unexpectedBytes;
    }
}
