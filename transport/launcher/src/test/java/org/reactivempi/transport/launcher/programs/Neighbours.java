package org.reactivempi.transport.launcher.programs;

import java.time.Duration;
import org.reactivempi.transport.bootstrap.Bootstrap;
import org.reactivempi.transport.bootstrap.Exchange;
import org.reactivempi.transport.bootstrap.JobPlace;
import org.reactivempi.transport.bootstrap.detect.Bootstraps;
import reactor.core.publisher.Mono;

/** A rank that learns its neighbour's entry, and says so in one line. */
public final class Neighbours {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private Neighbours() {}

    public static void main(String[] args) {
        Bootstrap me = Bootstraps.detect().block(TIMEOUT);
        JobPlace place = me.place();
        Exchange exchange = me.exchange().orElseThrow();
        exchange.put("addr-" + place.rank(), "at-" + place.rank())
                .then(exchange.barrier())
                .block(TIMEOUT);
        String neighbour =
                exchange.get("addr-" + (place.rank() + 1) % place.size()).block(TIMEOUT);
        me.life().finish(Mono.empty()).block(TIMEOUT);
        // A process that is no rank any more may still say something.
        System.out.println("rank " + place.rank() + " of " + place.size() + ", " + place.ranksOnHost() + " here, sees "
                + neighbour);
    }
}
