package org.reactivempi.transport.rsocket;

import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.channel.LinkHandler;

/** A rank behind the application's RSocket server. */
final class GateEndpoint implements Endpoint {

    private final RSocketAddress address;
    private final Connector connector;
    private final Runnable shut;

    GateEndpoint(RSocketAddress address, Connector connector, Runnable shut) {
        this.address = address;
        this.connector = connector;
        this.shut = shut;
    }

    @Override
    public String address() {
        return address.toString();
    }

    @Override
    public boolean reaches(String address) {
        return connector.reaches(address);
    }

    @Override
    public void connect(String address, LinkHandler handler) {
        connector.connect(address, handler);
    }

    @Override
    public void close() {
        shut.run();
    }
}
