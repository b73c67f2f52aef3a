package org.reactivempi.transport.bootstrap.programs;

import java.time.Duration;
import org.reactivempi.transport.bootstrap.Bootstrap;
import org.reactivempi.transport.bootstrap.detect.Bootstraps;

/** A rank that learns its neighbour's entry, and says so in one line. */
public final class Neighbours {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private Neighbours() {}

    public static void main(String[] args) {
        Bootstrap me = Bootstraps.detect().block(TIMEOUT);
        me.put("addr-" + me.rank(), "at-" + me.rank()).then(me.barrier()).block(TIMEOUT);
        String neighbour = me.get("addr-" + (me.rank() + 1) % me.size()).block(TIMEOUT);
        System.out.println(
                "rank " + me.rank() + " of " + me.size() + ", " + me.ranksOnHost() + " here, sees " + neighbour);
        me.finish().block(TIMEOUT);
    }
}
