package org.reactivempi.transport.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.engine.link.Links;
import org.reactivempi.transport.engine.link.Route;
import org.reactivempi.transport.engine.progress.ProgressLoop;
import reactor.core.publisher.Mono;

/**
 * Opens the channels of a rank, one after the other: those that can be opened. Where the rank does not come to be, closes them
 * again.
 *
 * <pre>
 *  OPENING --done--&gt; DONE
 *     |
 *     +--giveUp--&gt; GIVEN_UP, all closed
 * </pre>
 */
final class Openings {

    private static final Log log = Log.of(Openings.class);

    private final ProgressLoop loop;
    private final Links links;
    private final List<Failure> failures = new ArrayList<>();
    private final List<Endpoint> opened = new ArrayList<>();
    private final AtomicBoolean over = new AtomicBoolean();

    private record Failure(String channel, Throwable cause) {}

    Openings(ProgressLoop loop, Links links) {
        this.loop = loop;
        this.links = links;
    }

    /** The channel's way to peers, on the progress thread; none if it can't be opened. */
    Mono<Route> open(Channel channel) {
        return Mono.defer(() -> channel.open(loop, links.acceptor(channel.name(), channel.mayBreak())))
                .doOnNext(opened::add)
                .map(endpoint -> new Route(channel.name(), channel.mayBreak(), endpoint))
                .onErrorResume(error -> {
                    failures.add(new Failure(channel.name(), error));
                    return Mono.empty();
                });
    }

    /** The rank has come to be; false if it has been given up. */
    boolean done() {
        return over.compareAndSet(false, true);
    }

    /** Closes what has been opened, and ends the loop by {@code end}; without effect once the rank has come to be. */
    void giveUp(Runnable end) {
        if (over.compareAndSet(false, true)) {
            loop.execute(() -> {
                opened.forEach(Endpoint::close);
                end.run();
            });
        }
    }

    /** Tells which channels will not be used, where there are others. */
    void warn() {
        for (Failure failure : failures) {
            log.about(failure.channel())
                    .warn(
                            "channel {} cannot be used: {}",
                            failure.channel(),
                            failure.cause().getMessage());
        }
    }

    /** Why there is no way at all. */
    <T> Mono<T> failure() {
        Throwable first = failures.get(0).cause();
        failures.stream().skip(1).map(Failure::cause).forEach(first::addSuppressed);
        return Mono.error(first);
    }
}
