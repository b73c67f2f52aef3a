package org.reactivempi.transport.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.channel.SharedSegments;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.engine.link.LinkContext.Route;
import org.reactivempi.transport.engine.link.Links;
import org.reactivempi.transport.engine.port.PeerDirectory;
import org.reactivempi.transport.engine.port.StartStep;
import org.reactivempi.transport.engine.progress.RankLoop;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The ends of a rank's channels, as far as they could be opened: there peers reach this rank.
 *
 * <pre>
 *  OPENING --keep--&gt; KEPT, until the engine closes them
 *     |
 *     +--giveUp--&gt; GIVEN_UP, all closed
 * </pre>
 */
final class Endpoints {

    private static final Log log = Log.of(Endpoints.class);

    private final RankLoop loop;
    private final Links links;
    private final List<Failure> failures = new ArrayList<>();
    private final List<Route> opened = new ArrayList<>();
    private final AtomicBoolean over = new AtomicBoolean();

    private record Failure(String channel, Throwable cause) {}

    Endpoints(RankLoop loop, Links links) {
        this.loop = loop;
        this.links = links;
    }

    /**
     * Opens channels, one after the other, and lets the links use them.
     *
     * @return cold; completes on the progress thread, if one could be opened, with a warning for each of the others; else fails
     */
    Mono<Void> open(List<? extends Channel> channels) {
        return Flux.fromIterable(channels).concatMap(this::open).then(StartStep.of(this::use));
    }

    private Mono<Void> open(Channel channel) {
        String name = channel.name();
        return StartStep.of(() -> channel.open(loop, links.acceptor(name, channel.mayBreak())))
                .doOnNext(endpoint -> opened.add(new Route(name, channel.mayBreak(), endpoint)))
                .then()
                .onErrorResume(error -> {
                    failures.add(new Failure(name, error));
                    return Mono.empty();
                });
    }

    private Mono<Void> use() {
        if (opened.isEmpty()) {
            Throwable first = failures.get(0).cause();
            failures.stream().skip(1).map(Failure::cause).forEach(first::addSuppressed);
            return Mono.error(first);
        }
        for (Failure failure : failures) {
            log.about(failure.channel())
                    .warn(
                            "channel {} cannot be used: {}",
                            failure.channel(),
                            failure.cause().getMessage());
        }
        links.use(List.copyOf(opened));
        return Mono.empty();
    }

    /** What peers need to reach this rank, for each channel. */
    List<PeerDirectory.Address> addresses() {
        return opened.stream()
                .flatMap(route -> route.endpoint().addresses().stream()
                        .map(address -> new PeerDirectory.Address(route.channel(), address)))
                .toList();
    }

    /** The memory that this rank can have in common with most others: channels are in the order of how near they lead. */
    @Nullable
    SharedSegments segments() {
        SharedSegments widest = null;
        for (Route route : opened) {
            widest = route.endpoint().segments().orElse(widest);
        }
        return widest;
    }

    /** The engine has started; false if it has been given up. */
    boolean keep() {
        return over.compareAndSet(false, true);
    }

    /** Closes what has been opened, and ends the loop by {@code end}; without effect once the engine has started. */
    void giveUp(Runnable end) {
        if (over.compareAndSet(false, true)) {
            try {
                loop.execute(() -> {
                    close();
                    end.run();
                });
            } catch (RejectedExecutionException e) {
                // The engine has failed meanwhile, and has ended all by itself.
            }
        }
    }

    /** Stops listening; on the progress thread. */
    void close() {
        opened.stream().map(Route::endpoint).forEach(Endpoint::close);
    }
}
