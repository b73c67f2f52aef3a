package org.reactivempi.examples.hosts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.reactivempi.transport.bootstrap.Bootstrap;
import org.reactivempi.transport.bootstrap.Exchange;
import org.reactivempi.transport.bootstrap.detect.Bootstraps;
import reactor.core.publisher.Mono;

/** A rank that says which ranks share a host, as its launcher has told it: hosts are numbered in the order of their first ranks. */
public final class HostsOfRanks {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private HostsOfRanks() {}

    public static void main(String[] args) throws IOException {
        Bootstrap me = Bootstraps.detect().block(TIMEOUT);
        int[] told = me.exchange()
                .flatMap(exchange -> exchange.hosts().blockOptional(TIMEOUT))
                .orElse(new int[0]);
        List<Integer> seen = new ArrayList<>();
        int[] hosts = Arrays.stream(told)
                .map(host -> {
                    if (!seen.contains(host)) {
                        seen.add(host);
                    }
                    return seen.indexOf(host);
                })
                .toArray();
        // In one piece, since lines of several ranks come together.
        String here = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        System.out.println("rank " + me.place().rank() + " on " + here + " knows " + Arrays.toString(hosts));
        me.exchange().map(Exchange::barrier).orElse(Mono.empty()).block(TIMEOUT);
        me.life().finish(Mono.empty()).block(TIMEOUT);
    }
}
