package org.reactivempi.transport.pmix;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.reactivempi.transport.bootstrap.Bootstrap;
import org.reactivempi.transport.bootstrap.BootstrapException;
import org.reactivempi.transport.bootstrap.Exchange;
import org.reactivempi.transport.bootstrap.JobPlace;
import org.reactivempi.transport.bootstrap.detect.Bootstraps;
import reactor.core.publisher.Mono;

/** Ranks of a PMIx job, each a process: what they do is the first argument. */
public final class PmixProgram {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private PmixProgram() {}

    public static void main(String[] args) throws InterruptedException {
        Bootstrap me = Bootstraps.detect().block(TIMEOUT);
        switch (args[0]) {
            case "exchange" -> exchange(me);
            case "abort" -> abort(me);
            case "wait" -> {
                // In one piece, since lines of several ranks come together.
                System.out.println("waiting " + ProcessHandle.current().pid());
                new CountDownLatch(1).await();
            }
            default -> System.exit(0);
        }
    }

    private static void exchange(Bootstrap me) {
        JobPlace place = me.place();
        Exchange exchange = me.exchange().orElseThrow();
        StringBuilder seen = new StringBuilder(
                "rank " + place.rank() + " of " + place.size() + ", " + place.ranksOnHost() + " on its host, sees");
        String secret = exchange.secret(null).block(TIMEOUT);
        exchange.put("address-" + place.rank(), "value" + place.rank()).block(TIMEOUT);
        exchange.barrier().block(TIMEOUT);
        for (int peer = 0; peer < place.size(); peer++) {
            seen.append(' ').append(exchange.get("address-" + peer).block(TIMEOUT));
        }
        seen.append(" and ").append(failure(exchange.get("nothing-0")));
        seen.append(" and ").append(failure(exchange.put("address-" + (place.rank() + 1), "mine")));
        System.out.println(seen + " in " + place.jobId() + " with " + secret);
        me.life().finish(Mono.empty()).block(TIMEOUT);
        System.out.println("after the end: " + failure(exchange.barrier()));
    }

    private static String failure(Mono<?> call) {
        try {
            call.block(TIMEOUT);
            return "no failure";
        } catch (BootstrapException e) {
            return "<" + e.getMessage() + ">";
        }
    }

    private static void abort(Bootstrap me) throws InterruptedException {
        if (me.place().rank() == 1) {
            me.life().exit(7);
        }
        new CountDownLatch(1).await();
    }
}
