package org.reactivempi.transport.engine.fake;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.channel.LinkHandler;

/** Stands between two ranks, hands on what they say, and writes down what comes from one side. */
public final class Tap {

    /** What ranks connect to in order to be overheard. */
    public static final String ADDRESS = "fake-tap";

    private final ByteBuf recorded = Unpooled.buffer();

    /** Lets one connection to {@link #ADDRESS} reach a rank; what the connector says is written down, or the acceptor. */
    public Tap(FakeNetwork network, int rank, boolean ofConnector) {
        Side acceptor = new Side(!ofConnector);
        Side connector = new Side(ofConnector);
        acceptor.other = connector;
        connector.other = acceptor;
        network.listen(
                ADDRESS,
                () -> {
                    network.connect("fake-" + rank, acceptor, () -> {});
                    return connector;
                },
                () -> {});
    }

    /** All that was said on the recorded side. */
    public byte[] recorded() {
        byte[] bytes = new byte[recorded.readableBytes()];
        recorded.getBytes(0, bytes);
        return bytes;
    }

    private final class Side implements LinkHandler {

        private final boolean records;
        private final List<ByteBuf> early = new ArrayList<>();
        private @Nullable Side other;
        private @Nullable Link link;

        private Side(boolean records) {
            this.records = records;
        }

        @Override
        public void onOpen(Link link) {
            this.link = link;
            early.forEach(this::send);
            early.clear();
        }

        @Override
        public void onBytes(ByteBuf bytes) {
            if (records) {
                recorded.writeBytes(bytes.duplicate());
            }
            if (other != null) {
                other.send(bytes.copy());
            }
        }

        private void send(ByteBuf bytes) {
            if (link == null) {
                early.add(bytes);
            } else {
                link.write(bytes);
                link.flush();
            }
        }

        @Override
        public void onWritable() {}

        @Override
        public void onClosed(@Nullable Throwable cause) {
            Side there = other;
            if (there != null && there.link != null) {
                there.link.close();
            }
        }
    }
}
