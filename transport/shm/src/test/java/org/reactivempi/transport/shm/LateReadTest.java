package org.reactivempi.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.unix.FileDescriptor;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reactivempi.transport.channel.SharedSegments;
import org.reactivempi.transport.channel.SharedSegments.Handle;
import org.reactivempi.transport.engine.progress.ProgressLoop;
import org.reactivempi.transport.engine.progress.Waiting;
import org.reactivempi.transport.shm.file.SharedDirectory;
import org.reactivempi.transport.shm.handshake.Accepting;
import org.reactivempi.transport.shm.handshake.Answer;
import org.reactivempi.transport.shm.handshake.Answer.Verdict;
import org.reactivempi.transport.shm.handshake.Asking;
import org.reactivempi.transport.shm.handshake.HostIdentity;
import org.reactivempi.transport.shm.handshake.Names;
import org.reactivempi.transport.shm.handshake.Offer;
import org.reactivempi.transport.shm.handshake.SegmentRequest;
import org.reactivempi.transport.shm.handshake.ShmHost;
import org.reactivempi.transport.shm.ring.RingFile;
import org.reactivempi.transport.shm.ring.RingPoller;
import org.reactivempi.transport.shm.segment.SegmentTable;
import org.reactivempi.transport.shm.segment.ShmSegment;

/**
 * Handshakes of a rank so busy that it finds all of what the other end has sent at once, or parts of it, perhaps with the end of the socket.
 * The rank is {@code there}; its thread stands still where it is to be late.
 */
class LateReadTest extends TwoRanks {

    private static final int PAGE = SharedSegments.PAGE_BYTES;
    private static final byte[] NAME = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private final ProgressLoop elsewhere = more(Waiting.Mode.SLEEP);
    private final List<Throwable> thrown = new ArrayList<>();
    private final EpollServerDomainSocketChannel server = new EpollServerDomainSocketChannel();
    private Bystanders bystanders;
    private SharedDirectory shared;
    private ShmHost host;
    private ShmAddress address;

    @BeforeEach
    void begin() throws IOException {
        bystanders = new Bystanders();
        HostIdentity identity = HostIdentity.here(directory);
        shared = new SharedDirectory(directory, identity.uid());
        host = new ShmHost(
                64 * KIB,
                Duration.ofSeconds(60),
                identity.text(),
                identity.uid(),
                shared,
                new Names(),
                new SegmentTable(shared));
        address = new ShmAddress(
                host.identity(), HexFormat.of().formatHex(host.names().next()));
    }

    @AfterEach
    void end() throws Exception {
        server.close().get(60, TimeUnit.SECONDS);
        bystanders.close();
    }

    /** Sockets that have nothing to do with the handshake, and take the numbers that are free; each has a byte for its reader. */
    private final class Bystanders {

        private final List<SocketChannel> all = new ArrayList<>();
        private final Path name = directory.resolve("bystanders");
        private final ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);

        Bystanders() throws IOException {
            server.bind(UnixDomainSocketAddress.of(name));
        }

        void come() {
            try {
                for (int i = 0; i < 8; i++) {
                    all.add(SocketChannel.open(UnixDomainSocketAddress.of(name)));
                    all.add(server.accept());
                }
                for (SocketChannel each : all) {
                    each.configureBlocking(false);
                    each.write(ByteBuffer.allocate(1));
                }
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        void haveTheirBytes() throws IOException {
            assertThat(all).isNotEmpty();
            for (SocketChannel each : all) {
                assertThat(each.read(ByteBuffer.allocate(1))).isEqualTo(1);
            }
        }

        void close() throws IOException {
            server.close();
            Files.delete(name);
            for (SocketChannel each : all) {
                each.close();
            }
        }
    }

    /** First in the pipeline: has the bystanders come when a descriptor was handled, in the middle of what Netty does with the socket. */
    private final class Watch extends ChannelInboundHandlerAdapter {

        private final Runnable afterBytes;

        Watch(Runnable afterBytes) {
            this.afterBytes = afterBytes;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object read) {
            boolean isDescriptor = read instanceof FileDescriptor;
            context.fireChannelRead(read);
            if (isDescriptor) {
                bystanders.come();
            } else {
                afterBytes.run();
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            thrown.add(cause);
            context.fireExceptionCaught(cause);
        }
    }

    private static void now(ProgressLoop loop, Runnable work) {
        try {
            on(loop, work);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** A turn of the rank's loop is over, and with it all that Netty does with what it has found. */
    private void settle() throws Exception {
        on(there, () -> {});
        on(there, () -> {});
    }

    private void listen(ProgressLoop loop, ChannelInboundHandlerAdapter onAccepted) throws Exception {
        server.pipeline().addLast(onAccepted);
        loop.register(server).get(60, TimeUnit.SECONDS);
        server.bind(address.socketAddress()).get(60, TimeUnit.SECONDS);
    }

    /** One that has a segment, and does what it does for the one who asks step by step. */
    private final class Maker extends ChannelInboundHandlerAdapter {

        private final CompletableFuture<EpollDomainSocketChannel> asked = new CompletableFuture<>();
        private int step;

        @Override
        public void channelRead(ChannelHandlerContext context, Object accepted) {
            EpollDomainSocketChannel socket = (EpollDomainSocketChannel) accepted;
            ByteBuf request = Unpooled.buffer();
            socket.pipeline().addLast(new ChannelInboundHandlerAdapter() {
                @Override
                public void channelRead(ChannelHandlerContext context, Object read) {
                    request.writeBytes((ByteBuf) read);
                    ((ByteBuf) read).release();
                    if (request.readableBytes() == SegmentRequest.LENGTH_BYTES) {
                        asked.complete(socket);
                    }
                }
            });
            elsewhere.register(socket);
        }

        /** By the thread of the rank that asks, which meanwhile does nothing else. */
        void go(int upTo) {
            EpollDomainSocketChannel socket =
                    asked.orTimeout(60, TimeUnit.SECONDS).join();
            now(elsewhere, () -> {
                for (; step < upTo; step++) {
                    act(socket);
                }
            });
        }

        private void act(EpollDomainSocketChannel socket) {
            switch (step) {
                case 0 -> {
                    ByteBuf answer = Unpooled.buffer();
                    Answer.encode(answer, Verdict.ACCEPTED);
                    socket.writeAndFlush(answer);
                }
                case 1 -> {
                    try {
                        FileDescriptor file = shared.make(NAME, PAGE);
                        socket.writeAndFlush(file).addListener(given -> file.close());
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                }
                default -> socket.close();
            }
        }
    }

    @ParameterizedTest(name = "{0} steps, then {1}, {2} bytes wanted")
    @CsvSource({"1, 2, 4096", "1, 3, 4096", "2, 3, 4096", "3, 3, 4096", "3, 3, 8192"})
    @DisplayName("WIN-5 a segment comes also to one that finds the answer, the descriptor, and the end at once, "
            + "and no byte is read of sockets that are not its own")
    void segment(int atFirst, int later, long wantedBytes) throws Exception {
        Maker maker = new Maker();
        listen(elsewhere, maker);
        CompletableFuture<ShmSegment> got = new CompletableFuture<>();
        there.execute(() -> {
            EpollDomainSocketChannel socket = new EpollDomainSocketChannel();
            Handle handle = new Handle(new UUID(-1, -1), new UUID(0, 1));
            socket.pipeline()
                    .addLast(
                            new Watch(() -> maker.go(later)),
                            new Asking(host, socket, there, handle, wantedBytes, (segment, failed) -> {
                                if (segment == null) {
                                    got.completeExceptionally(failed);
                                } else {
                                    got.complete(segment);
                                }
                            }));
            there.register(socket);
            socket.connect(address.socketAddress());
            maker.go(atFirst);
        });
        Throwable failed = got.handle((segment, why) -> why).get(60, TimeUnit.SECONDS);
        settle();
        bystanders.haveTheirBytes();
        assertThat(thrown).isEmpty();
        if (wantedBytes == PAGE) {
            assertThat(failed).isNull();
        } else {
            assertThat(failed).hasMessageContaining("length is 4096, must be 8192");
        }
        on(there, host.segments()::close);
    }

    /** A connector gives an offer and a descriptor, and goes; the rank finds all of that at once. */
    private void offered(byte[] nonce, FileDescriptor given) throws Exception {
        CompletableFuture<Void> closed = new CompletableFuture<>();
        listen(there, new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext context, Object accepted) {
                EpollDomainSocketChannel socket = (EpollDomainSocketChannel) accepted;
                RingPoller links = new RingPoller(there);
                socket.pipeline()
                        .addLast(
                                new Watch(() -> {}),
                                new Accepting(host, socket, links, () -> acceptor, new LinkedHashSet<>()));
                socket.closeFuture().addListener(end -> closed.complete(null));
                there.register(socket);
            }
        });
        ByteBuf offer = Unpooled.buffer();
        Offer.encode(offer, nonce, 64 * KIB);
        there.execute(() -> {
            try {
                RawSocket connector = RawSocket.at(address.toString(), elsewhere);
                connector.sends(ByteBufUtil.getBytes(offer));
                connector.gives(given);
                connector.goes();
                connector.isClosed();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        closed.get(60, TimeUnit.SECONDS);
        settle();
        bystanders.haveTheirBytes();
        assertThat(thrown).isEmpty();
        assertThat(given.isOpen()).isFalse();
    }

    @Test
    @DisplayName(
            "an offer of one that has gone meanwhile makes no link, and no byte is read of sockets that are not its own")
    void offerOfOneThatHasGone() throws Exception {
        byte[] nonce = new byte[16];
        RingFile.Made made = RingFile.create(shared, NAME, nonce, 64 * KIB);
        offered(nonce, made.descriptor());
        assertThat(acceptor.opened()).isNotDone();
        made.file().free();
    }

    @Test
    @DisplayName("nor does one of what is no file of ours")
    void noFileOfOneThatHasGone() throws Exception {
        offered(new byte[16], FileDescriptor.from("/dev/null"));
        assertThat(acceptor.opened()).isNotDone();
    }
}
