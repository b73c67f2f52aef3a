package org.reactivempi.transport.faulty;

import io.netty.channel.EventLoop;
import java.io.IOException;
import java.net.ConnectException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Acceptor;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.channel.LinkHandler;

/** The carrier's endpoint, whose links are wrapped; counts the connections to each peer. */
final class FaultyEndpoint implements Endpoint {

    private final int rank;
    private final FaultySettings settings;
    private final EventLoop loop;
    private final Faults faults;
    private final Map<Integer, Integer> connections = new HashMap<>();
    private final Set<FaultyLink> links = new LinkedHashSet<>();
    private @Nullable Endpoint carrier;

    FaultyEndpoint(int rank, FaultySettings settings, EventLoop loop, Faults faults) {
        this.rank = rank;
        this.settings = settings;
        this.loop = loop;
        this.faults = faults;
        // On the loop's thread: what links have held back goes with the rank.
        loop.terminationFuture().addListener(ended -> List.copyOf(links).forEach(this::abandon));
    }

    Acceptor around(Acceptor acceptor) {
        return () -> new FaultyLink(this, acceptor.accept(), null);
    }

    /** Sets what carries the bytes; before anything else. */
    FaultyEndpoint over(Endpoint carrier) {
        this.carrier = carrier;
        return this;
    }

    private Endpoint carrier() {
        if (carrier == null) {
            throw new IllegalStateException("not open yet");
        }
        return carrier;
    }

    int rank() {
        return rank;
    }

    FaultySettings settings() {
        return settings;
    }

    EventLoop loop() {
        return loop;
    }

    Faults faults() {
        return faults;
    }

    void opened(FaultyLink link) {
        links.add(link);
        faults.opened(link);
    }

    private void abandon(FaultyLink link) {
        link.release();
        closed(link);
    }

    void closed(FaultyLink link) {
        links.remove(link);
        faults.closed(link);
    }

    @Override
    public String address() {
        return new FaultyAddress(rank, carrier().address()).text();
    }

    @Override
    public List<String> addresses() {
        return carrier().addresses().stream()
                .map(address -> new FaultyAddress(rank, address).text())
                .toList();
    }

    @Override
    public boolean reaches(String address) {
        FaultyAddress parsed = FaultyAddress.parse(address);
        return parsed != null && carrier().reaches(parsed.carrier());
    }

    @Override
    public void connect(String address, LinkHandler handler) {
        FaultyAddress parsed = FaultyAddress.parse(address);
        if (parsed == null) {
            loop.execute(() -> handler.onClosed(new IOException("malformed address " + address)));
            return;
        }
        if (faults.refuses()) {
            loop.execute(() -> handler.onClosed(new ConnectException("refused on purpose")));
            return;
        }
        int number = connections.merge(parsed.rank(), 1, Integer::sum);
        FaultyLink link = new FaultyLink(this, handler, new ConnectionGreeting(rank, parsed.rank(), number));
        carrier().connect(parsed.carrier(), link);
    }

    @Override
    public void close() {
        carrier().close();
    }
}
