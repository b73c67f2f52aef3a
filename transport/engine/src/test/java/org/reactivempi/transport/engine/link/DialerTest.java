package org.reactivempi.transport.engine.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.channel.LinkHandler;
import org.reactivempi.transport.engine.fake.FakeRank;
import org.reactivempi.transport.engine.link.LinkContext.Identity;
import org.reactivempi.transport.engine.link.LinkContext.Route;
import org.reactivempi.transport.engine.port.PeerDirectory;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/** Each arrow of the picture of {@link Dialer}. Two channels lead to the peer. */
class DialerTest implements Dialer.Owner {

    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration RECONNECT = Duration.ofSeconds(4);
    private static final List<PeerDirectory.Address> ADDRESSES =
            List.of(new PeerDirectory.Address("two", "y"), new PeerDirectory.Address("one", "x"));
    private static final Throwable CAUSE = new IOException("no");

    private final EmbeddedChannel clock = new EmbeddedChannel();
    private final List<String> events = new ArrayList<>();
    private final LinkContext context = new LinkContext(
            new Identity(1, 0, 2, 0, 1),
            new LinkSettings(CONNECT, CONNECT, RECONNECT, Duration.ofSeconds(1), CONNECT),
            FakeRank.credentials(0),
            new LinkContext.Turns(clock.eventLoop(), () -> {}, new CompletionQueue(clock.eventLoop())),
            InstantSource.system(),
            FakeRank.random(0));
    private final Dialer dialer = new Dialer(context, this);
    private Consumer<List<PeerDirectory.Address>> found = addresses -> {};
    private Consumer<Throwable> failed = error -> {};

    DialerTest() {
        clock.freezeTime();
        context.use(List.of(new Route("one", true, new Nowhere()), new Route("two", true, new Nowhere())));
    }

    private static final class Nowhere implements Endpoint {

        @Override
        public String address() {
            return "nowhere";
        }

        @Override
        public boolean reaches(String address) {
            return true;
        }

        @Override
        public void connect(String address, LinkHandler handler) {}

        @Override
        public void close() {}
    }

    @Override
    public void lookUp(Consumer<List<PeerDirectory.Address>> found, Consumer<Throwable> failed) {
        events.add("look up");
        this.found = found;
        this.failed = failed;
    }

    @Override
    public void connect(Dialer.Candidate candidate) {
        events.add("connect by " + candidate.route().channel() + " to " + candidate.address());
    }

    @Override
    public void onUnreachable(String problem, @Nullable Throwable cause, boolean wasThere) {
        events.add((wasThere ? "was there, " : "") + problem);
    }

    @Override
    public void onOutOfTime(String lastFailure) {
        events.add("out of time, " + lastFailure);
    }

    private List<String> takeEvents() {
        List<String> taken = List.copyOf(events);
        events.clear();
        return taken;
    }

    private void pass(Duration time) {
        clock.advanceTimeBy(time.toNanos(), TimeUnit.NANOSECONDS);
        clock.runPendingTasks();
    }

    private void connecting() {
        dialer.start();
        found.accept(ADDRESSES);
        events.clear();
    }

    private void unreachable() {
        connecting();
        dialer.failed("one", CAUSE, false);
        dialer.failed("two", CAUSE, false);
        events.clear();
    }

    @Test
    @DisplayName("the candidates are tried in the order of this rank's channels, until none is left")
    void candidates() {
        dialer.start();
        assertThat(takeEvents()).containsExactly("look up");
        found.accept(ADDRESSES);
        assertThat(takeEvents()).containsExactly("connect by one to x");
        dialer.failed("one", CAUSE, true);
        assertThat(takeEvents()).containsExactly("connect by two to y");
        dialer.failed("two", CAUSE, false);
        assertThat(takeEvents()).containsExactly("cannot be reached: one: no; two: no");
    }

    private void atThreeAddresses() {
        dialer.start();
        found.accept(List.of(
                new PeerDirectory.Address("two", "y"),
                new PeerDirectory.Address("one", "x1"),
                new PeerDirectory.Address("one", "x2"),
                new PeerDirectory.Address("one", "x3")));
    }

    @Test
    @DisplayName(
            "all addresses of a channel are tried in turn, each for its share of the time; the error lists them and names the setting")
    void addresses() {
        atThreeAddresses();
        for (int address = 1; address <= 3; address++) {
            assertThat(takeEvents()).endsWith("connect by one to x" + address);
            assertThat(dialer.longestOpening()).isEqualTo(CONNECT.dividedBy(3));
            assertThat(dialer.longestAttempt()).isEqualTo(CONNECT);
            assertThat(dialer.hasMore()).isTrue();
            dialer.failed("one", CAUSE, false);
        }
        assertThat(takeEvents()).containsExactly("connect by two to y");
        assertThat(dialer.longestOpening()).isEqualTo(CONNECT);
        assertThat(dialer.hasMore()).isFalse();
        dialer.failed("two", CAUSE, false);
        assertThat(takeEvents())
                .containsExactly("cannot be reached: one at x1: no; one at x2: no; one at x3: no; two: no"
                        + " (the setting network says which of its networks a host uses)");
    }

    @Test
    @DisplayName("the address that led to the peer is tried first from then on")
    void provenAddress() {
        atThreeAddresses();
        dialer.failed("one", CAUSE, false);
        assertThat(takeEvents()).endsWith("connect by one to x2");
        dialer.onStanding(true);
        dialer.retry("broken", Duration.ZERO);
        pass(Duration.ofMillis(1));
        assertThat(takeEvents()).containsExactly("connect by one to x2");
        dialer.failed("one", CAUSE, false);
        assertThat(takeEvents()).containsExactly("connect by one to x1");
    }

    @Test
    @DisplayName("of several addresses the likeliest says whether the peer was there a moment ago")
    void wasThereAtOneOfThem() {
        dialer.start();
        found.accept(List.of(new PeerDirectory.Address("one", "x1"), new PeerDirectory.Address("one", "x2")));
        dialer.failed("one", CAUSE, true);
        takeEvents();
        dialer.failed("one", null, false);
        assertThat(takeEvents()).singleElement().asString().startsWith("was there, cannot be reached: one at x1: no;");
    }

    @Test
    @DisplayName("a peer that was there a moment ago is told from one that can't be reached")
    void wasThere() {
        connecting();
        dialer.failed("one", CAUSE, false);
        dialer.failed("two", CAUSE, true);
        assertThat(takeEvents())
                .containsExactly("connect by two to y", "was there, cannot be reached: one: no; two: no");
    }

    @Test
    @DisplayName("after a pause all candidates are tried again, at the same addresses")
    void again() {
        unreachable();
        dialer.retry("failed", dialer.pause());
        assertThat(takeEvents()).isEmpty();
        pass(Dialer.LONGEST_PAUSE);
        assertThat(takeEvents()).containsExactly("connect by one to x");
    }

    @Test
    @DisplayName("where there was no address, the peer is looked up again")
    void noAddress() {
        dialer.start();
        failed.accept(CAUSE);
        assertThat(takeEvents()).containsExactly("look up", "has no address: no");
        dialer.retry("failed", Duration.ofMillis(1));
        pass(Duration.ofMillis(1));
        assertThat(takeEvents()).containsExactly("look up");
    }

    @Test
    @DisplayName("the first connection has a time limit for each candidate, a later one that of a broken connection")
    void timeLimit() {
        unreachable();
        dialer.retry("failed", CONNECT.multipliedBy(3));
        pass(CONNECT.multipliedBy(2).minusMillis(1));
        assertThat(takeEvents()).isEmpty();
        pass(Duration.ofMillis(1));
        assertThat(takeEvents()).containsExactly("out of time, failed");

        assertThat(dialer.longestAttempt()).isEqualTo(CONNECT);
        assertThat(dialer.onStanding(true)).isEqualTo("cannot be reached: one: no; two: no");
        assertThat(dialer.missingSince()).isNull();
        assertThat(dialer.longestAttempt()).isLessThan(RECONNECT);
        dialer.retry("broken", RECONNECT.multipliedBy(2));
        assertThat(dialer.missingSince()).isNotNull();
        pass(RECONNECT);
        assertThat(takeEvents()).containsExactly("out of time, broken");
    }

    @Test
    @DisplayName("behind a connection that stands, and behind the end, nothing is tried and no limit runs")
    void over() {
        unreachable();
        dialer.retry("failed", dialer.pause());
        assertThat(dialer.onStanding(true)).isNotNull();
        pass(CONNECT.multipliedBy(3));
        dialer.retry("broken", dialer.pause());
        dialer.end();
        pass(CONNECT.multipliedBy(3));
        assertThat(takeEvents()).isEmpty();
    }

    @Test
    @DisplayName("addresses that come when a connection stands are kept for the next search")
    void lateAddresses() {
        dialer.start();
        assertThat(dialer.onStanding(true)).isNull();
        found.accept(ADDRESSES);
        assertThat(takeEvents()).containsExactly("look up");
        dialer.retry("broken", Duration.ZERO);
        pass(Duration.ofMillis(1));
        assertThat(takeEvents()).containsExactly("connect by one to x");
    }
}
