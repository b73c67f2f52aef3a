package org.reactivempi.transport.observe.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A peer is lost, or has finalized. */
@Name("org.reactivempi.PeerLost")
@Label("Peer Lost")
@Description("Nothing reaches a peer any more")
@Category("reactive-mpi")
@StackTrace(false)
final class PeerLostEvent extends Event {

    @Label("Rank")
    int rank;

    @Label("Peer")
    int peer;
}
