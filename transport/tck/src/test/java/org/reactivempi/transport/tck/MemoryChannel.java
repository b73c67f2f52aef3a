package org.reactivempi.transport.tck;

import io.netty.channel.EventLoop;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Acceptor;
import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.channel.LinkHandler;
import org.reactivempi.transport.channel.Poller;
import org.reactivempi.transport.channel.Progress;
import reactor.core.publisher.Mono;

/** A channel inside one JVM that is right, but for one thing. */
final class MemoryChannel implements Channel {

    /** What the ranks of a world share. */
    static final class Hub {

        private final Map<String, MemoryEndpoint> endpoints = new ConcurrentHashMap<>();
        private final AtomicInteger protections = new AtomicInteger();
        private final Set<EventLoop> loops = ConcurrentHashMap.newKeySet();
        private final AtomicLong posts = new AtomicLong();

        /** That of one link. */
        int nextProtection() {
            return protections.incrementAndGet();
        }

        /**
         * Whether nothing goes on between the ranks: each loop has run twice through all that it had, what the first time left
         * behind too, and nothing was posted. A loop that a test holds, that is slow, or that is on its way to its end is not quiet.
         */
        boolean isQuiet() {
            long before = posts.get();
            return IntStream.range(0, 2).allMatch(time -> haveRun()) && posts.get() == before;
        }

        private boolean haveRun() {
            return loops.stream().allMatch(Hub::hasRun);
        }

        private static boolean hasRun(EventLoop loop) {
            try {
                return loop.submit(() -> {}).awaitUninterruptibly(LONGEST_RUN_MILLIS);
            } catch (RejectedExecutionException e) {
                return loop.terminationFuture().isDone();
            }
        }

        /** A stranger's bytes, which a good channel drops. */
        void garbage(String address, byte[] bytes) {
            MemoryEndpoint endpoint = endpoints.get(address);
            if (endpoint != null && endpoint.broken == Broken.DIES_OF_GARBAGE && bytes.length > 0) {
                endpoints.remove(address);
            }
        }
    }

    private static final long LONGEST_RUN_MILLIS = 100;
    private static final int FEW = 8;
    private static final int MORE = 30;

    private final int rank;
    private final Hub hub;
    private final Broken broken;

    MemoryChannel(int rank, Hub hub, Broken broken) {
        this.rank = rank;
        this.hub = hub;
        this.broken = broken;
    }

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public boolean usesSockets() {
        return false;
    }

    @Override
    public Mono<Endpoint> open(Progress progress, Acceptor acceptor) {
        return Mono.create(sink -> progress.loop().execute(() -> {
            if (broken == Broken.POLLS) {
                progress.add(new Restless());
            }
            if (broken == Broken.KEEPS_A_THREAD) {
                new Thread(MemoryChannel::stay, "kept").start();
            }
            MemoryEndpoint endpoint = new MemoryEndpoint(
                    broken == Broken.HAS_A_BLANK_ADDRESS ? "rank " + rank : "rank-" + rank,
                    hub,
                    broken,
                    progress,
                    acceptor);
            hub.endpoints.put(endpoint.address, endpoint);
            hub.loops.add(progress.loop());
            sink.success(endpoint);
        }));
    }

    private static void stay() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets its loop never sleep; the pause is for the tests beside it, which such loops would starve: a moment in which it runs is enough. */
    private static final class Restless implements Poller {

        private static final int POLLS_IN_A_ROW = 1000;
        private static final long PAUSE_NANOS = 1_000_000;

        private long polls;

        @Override
        public boolean poll() {
            if (++polls % POLLS_IN_A_ROW == 0) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            return false;
        }

        @Override
        public boolean maySleep() {
            return false;
        }
    }

    /** A rank of this channel. */
    static final class MemoryEndpoint implements Endpoint {

        final Broken broken;
        private final String address;
        private final Hub hub;
        private final Progress progress;
        private final Acceptor acceptor;
        private final AtomicInteger made = new AtomicInteger();
        private final AtomicInteger standing = new AtomicInteger();
        private final AtomicBoolean ended = new AtomicBoolean();
        private final AtomicInteger full = new AtomicInteger();
        private final List<MemoryLink> links = new ArrayList<>();

        MemoryEndpoint(String address, Hub hub, Broken broken, Progress progress, Acceptor acceptor) {
            this.address = address;
            this.hub = hub;
            this.broken = broken;
            this.progress = progress;
            this.acceptor = acceptor;
        }

        @Override
        public String address() {
            return broken == Broken.HAS_A_NEW_ADDRESS_AFTER_A_LINK && ended.get() ? address + "-new" : address;
        }

        @Override
        public boolean reaches(String other) {
            return hub.endpoints.containsKey(other) && broken != Broken.REACHES_NOBODY;
        }

        @Override
        public void connect(String other, LinkHandler handler) {
            if (broken == Broken.THROWS_AT_MALFORMED_ADDRESSES && other.startsWith("@")) {
                throw new IllegalArgumentException("no such address");
            }
            MemoryEndpoint target = hub.endpoints.get(other);
            if (target == null || refuses(target)) {
                post(() -> handler.onClosed(nobody(other)));
                return;
            }
            MemoryLink here = new MemoryLink(this, broken);
            MemoryLink there = new MemoryLink(target, broken);
            int protection = hub.nextProtection();
            here.join(there, protection);
            there.join(here, protection);
            post(() -> here.open(handler));
            if (broken == Broken.CALLS_ON_THE_PEERS_THREAD) {
                there.open(target.acceptor.accept());
            } else if (!target.post(() -> there.open(target.acceptor.accept()))) {
                here.end(nobody(other));
            }
        }

        private @Nullable Exception nobody(String other) {
            return broken == Broken.GIVES_NO_CAUSE ? null : new ConnectException("nobody is at " + other);
        }

        private boolean refuses(MemoryEndpoint target) {
            return (broken == Broken.REMEMBERS_ENDED_LINKS && made.incrementAndGet() > MORE)
                    || (broken == Broken.ALLOWS_FEW_LINKS && standing.incrementAndGet() > FEW)
                    || (broken == Broken.NEEDS_TWO_LOOPS && target.progress == progress);
        }

        /** A link has become full, or is no more. */
        void full(int change) {
            full.addAndGet(change);
        }

        boolean isFull() {
            return broken == Broken.FILLS_ALL_LINKS_AT_ONCE && full.get() > 0;
        }

        void opened(MemoryLink link) {
            links.add(link);
        }

        void closeLinks() {
            links.forEach(MemoryLink::close);
        }

        void ended() {
            ended.set(true);
            standing.decrementAndGet();
        }

        boolean post(Runnable command) {
            try {
                progress.loop().execute(command);
                hub.posts.incrementAndGet();
                return true;
            } catch (RejectedExecutionException e) {
                return false;
            }
        }

        @Override
        public void close() {
            if (broken != Broken.ACCEPTS_FOR_EVER) {
                hub.endpoints.remove(address, this);
            }
        }
    }
}
