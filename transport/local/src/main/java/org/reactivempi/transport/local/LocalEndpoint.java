package org.reactivempi.transport.local;

import io.netty.channel.EventLoop;
import java.net.ConnectException;
import java.util.Optional;
import org.reactivempi.transport.channel.Acceptor;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.channel.LinkHandler;
import org.reactivempi.transport.channel.SharedSegments;

/** A rank that others in this JVM can connect to. */
final class LocalEndpoint implements Endpoint {

    private final int number;
    private final EventLoop loop;
    private final Acceptor acceptor;
    private final LocalHub hub;

    LocalEndpoint(EventLoop loop, Acceptor acceptor, LocalHub hub) {
        this.number = hub.nextNumber();
        this.loop = loop;
        this.acceptor = acceptor;
        this.hub = hub;
    }

    int number() {
        return number;
    }

    @Override
    public String address() {
        return hub.address(number);
    }

    @Override
    public boolean reaches(String address) {
        return hub.find(address) != null;
    }

    @Override
    public void connect(String address, LinkHandler handler) {
        LocalEndpoint target = hub.find(address);
        if (target == null) {
            refuse(address, handler);
            return;
        }
        LocalLink here = new LocalLink(loop, address);
        LocalLink there = new LocalLink(target.loop, address());
        here.join(there);
        there.join(here);
        // First, since the other end may write as soon as it is open.
        loop.execute(() -> here.open(handler));
        if (!there.post(() -> there.open(target.acceptor.accept()))) {
            here.end(nobody(address));
        }
    }

    private void refuse(String address, LinkHandler handler) {
        loop.execute(() -> handler.onClosed(nobody(address)));
    }

    private static ConnectException nobody(String address) {
        return new ConnectException("nobody listens at " + address);
    }

    @Override
    public Optional<SharedSegments> segments() {
        return Optional.of(hub.segments());
    }

    @Override
    public void close() {
        hub.remove(this);
    }
}
