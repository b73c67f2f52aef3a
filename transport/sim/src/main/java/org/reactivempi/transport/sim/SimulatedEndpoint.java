package org.reactivempi.transport.sim;

import io.netty.channel.EventLoop;
import java.util.concurrent.RejectedExecutionException;
import org.reactivempi.transport.channel.Acceptor;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.channel.LinkHandler;

/** Where a rank of a simulated job can be reached. */
final class SimulatedEndpoint implements Endpoint {

    private static final String ADDRESS = "rank-";

    private final int rank;
    private final boolean isListed;
    private final String address;
    private final EventLoop loop;
    private final Acceptor acceptor;
    private final Lines lines;

    /** {@code listedAt} is where a list says that it is; empty where there is none. */
    SimulatedEndpoint(int rank, String listedAt, EventLoop loop, Acceptor acceptor, Lines lines) {
        this.rank = rank;
        this.isListed = !listedAt.isEmpty();
        this.address = isListed ? listedAt : ADDRESS + rank;
        this.loop = loop;
        this.acceptor = acceptor;
        this.lines = lines;
    }

    int rank() {
        return rank;
    }

    EventLoop loop() {
        return loop;
    }

    LinkHandler accept() {
        return acceptor.accept();
    }

    /** Puts a command into its rank's mailbox; nothing where that has ended. */
    void post(Runnable command) {
        try {
            loop.execute(command);
        } catch (RejectedExecutionException ended) {
            // Nobody is there that could hear of it.
        }
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public boolean reaches(String address) {
        return isListed || address.startsWith(ADDRESS);
    }

    @Override
    public void connect(String address, LinkHandler handler) {
        lines.connect(this, address, handler);
    }

    @Override
    public void close() {
        lines.remove(this);
    }
}
