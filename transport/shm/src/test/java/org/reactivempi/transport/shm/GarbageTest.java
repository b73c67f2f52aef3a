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
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.channel.Acceptor;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.channel.LinkHandler;
import org.reactivempi.transport.channel.RefusedException;
import org.reactivempi.transport.engine.progress.ProgressLoop;
import org.reactivempi.transport.engine.progress.Waiting;
import org.reactivempi.transport.shm.file.SharedDirectory;
import org.reactivempi.transport.shm.handshake.Accepting;
import org.reactivempi.transport.shm.handshake.Answer;
import org.reactivempi.transport.shm.handshake.Answer.Verdict;
import org.reactivempi.transport.shm.handshake.HostIdentity;
import org.reactivempi.transport.shm.handshake.Offer;
import org.reactivempi.transport.shm.ring.RingFile;
import org.reactivempi.transport.shm.ring.RingFile.Side;
import org.reactivempi.transport.shm.ring.ShmCorruptException;
import org.reactivempi.transport.tck.Recorder;

/** What processes of this user may do to a rank by mistake or on purpose: it costs them their link, and nobody else's. */
class GarbageTest extends TwoRanks {

    private final ProgressLoop elsewhere = more(Waiting.Mode.SLEEP);
    private Endpoint from;
    private Endpoint to;
    private RingFile lies;

    @BeforeEach
    void link() {
        from = endpoint(here, settings(64 * KIB), () -> acceptor);
        to = endpoint(there, settings(64 * KIB), () -> acceptor);
        here.execute(() -> from.connect(to.address(), connector));
    }

    private void goesOn() throws Exception {
        Link link = connector.link();
        acceptor.link();
        acceptor.received().drainPermits();
        on(here, () -> {
            link.write(bytes(100));
            link.flush();
        });
        assertThat(acceptor.got(100)).isTrue();
        assertThat(files()).isEmpty();
    }

    private static byte[] offer(byte[] nonce, int ringBytes) {
        ByteBuf offer = Unpooled.buffer();
        Offer.encode(offer, nonce, ringBytes);
        return ByteBufUtil.getBytes(offer);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    @DisplayName("random bytes, and offers with some of their bits turned, close their socket, and disturb nobody")
    void randomBytes(long seed) throws Exception {
        Random random = new Random(seed);
        for (int i = 0; i < 50; i++) {
            byte[] garbage = new byte[Offer.LENGTH_BYTES + random.nextInt(random.nextBoolean() ? 10 : 10_000)];
            random.nextBytes(garbage);
            if (random.nextBoolean()) {
                garbage = offer(new byte[16], 64 * KIB);
                garbage[random.nextInt(garbage.length)] ^= (byte) (1 << random.nextInt(8));
            }
            RawSocket stranger = RawSocket.at(to.address(), elsewhere);
            stranger.sends(garbage);
            // What still looks like an offer is followed by a descriptor.
            stranger.gives(FileDescriptor.from("/dev/null"));
            stranger.isClosed();
        }
        goesOn();
    }

    @Test
    @DisplayName("an offer of another version, or of an impossible ring, is refused with the reason")
    void refusals() throws Exception {
        byte[] other = offer(new byte[16], 64 * KIB);
        other[8] = 9;
        assertThat(answerTo(other)).isEqualTo(Verdict.OTHER_VERSION);
        assertThat(answerTo(offer(new byte[16], 64 * KIB + 1))).isEqualTo(Verdict.NO_OFFER);
        assertThat(answerTo(offer(new byte[16], Integer.MIN_VALUE))).isEqualTo(Verdict.NO_OFFER);
        goesOn();
    }

    @Test
    @DisplayName(
            "what is no file of ours behind an offer is refused with the reason; bytes in its place close their socket")
    void otherDescriptors() throws Exception {
        RawSocket stranger = RawSocket.at(to.address(), elsewhere);
        stranger.sends(offer(new byte[16], 64 * KIB));
        stranger.gives(FileDescriptor.from("/dev/null"));
        assertThat(stranger.verdict()).isEqualTo(Verdict.NOT_THE_FILE);
        stranger.isClosed();

        RawSocket babbler = RawSocket.at(to.address(), elsewhere);
        babbler.sends(offer(new byte[16], 64 * KIB));
        babbler.goes();
        babbler.isClosed();
        goesOn();
    }

    @Test
    @DisplayName("the engine hears of each that is refused, with the process and the reason")
    void refusedIsTold() throws Exception {
        Queue<String> refused = new ConcurrentLinkedQueue<>();
        Endpoint telling = endpoint(there, settings(64 * KIB), new Acceptor() {
            @Override
            public LinkHandler accept() {
                return acceptor;
            }

            @Override
            public void refused(RefusedException why) {
                refused.add(String.valueOf(why.getMessage()));
            }
        });
        for (int i = 0; i < 2; i++) {
            RawSocket stranger = RawSocket.at(telling.address(), elsewhere);
            stranger.sends(i == 0 ? new byte[Offer.LENGTH_BYTES] : offer(new byte[16], 64 * KIB));
            if (i == 1) {
                stranger.gives(FileDescriptor.from("/dev/null"));
            }
            stranger.isClosed();
        }
        String self = "process " + ProcessHandle.current().pid() + ": ";
        assertThat(refused)
                .hasSize(2)
                .allMatch(line -> line.startsWith(self))
                .anyMatch(line -> line.equals(self + "this is no offer"))
                .anyMatch(line -> line.contains("its memory cannot be used: "));
        goesOn();
    }

    private Verdict answerTo(byte[] offer) throws Exception {
        RawSocket stranger = RawSocket.at(to.address(), elsewhere);
        stranger.sends(offer);
        Verdict verdict = stranger.verdict();
        stranger.isClosed();
        return verdict;
    }

    @Test
    @DisplayName("sockets that say nothing, or not enough, are closed in time, and more than many at once")
    void silence() throws Exception {
        Endpoint hasty = endpoint(there, impatient(64 * KIB), () -> acceptor);
        List<RawSocket> silent = new ArrayList<>();
        for (int i = 0; i < Accepting.MOST_STRANGERS + 20; i++) {
            RawSocket stranger = RawSocket.at(hasty.address(), elsewhere);
            stranger.sends(new byte[i % Offer.LENGTH_BYTES]);
            silent.add(stranger);
        }
        for (RawSocket stranger : silent) {
            stranger.isClosed();
        }
        goesOn();
    }

    /** A raw socket that shares {@link #lies} with {@code victim}, whose link stands. */
    private RawSocket liar(Recorder victim) throws Exception {
        SharedDirectory shared =
                new SharedDirectory(directory, HostIdentity.here(directory).uid());
        byte[] name = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
        connector.link();
        acceptor.link();
        Endpoint third = endpoint(there, settings(64 * KIB), () -> victim);
        RingFile.Made made = RingFile.create(shared, name, new byte[16], 64 * KIB);
        assertThat(Files.exists(shared.file(name))).isFalse();
        lies = made.file();
        RawSocket liar = RawSocket.at(third.address(), elsewhere);
        liar.sends(offer(new byte[16], 64 * KIB));
        liar.gives(made.descriptor());
        assertThat(liar.verdict()).isEqualTo(Verdict.ACCEPTED);
        victim.link();
        return liar;
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 1L << 40, Long.MIN_VALUE, 65_537})
    @DisplayName("a peer that publishes what cannot be loses its link, with the reason; the others go on")
    void liar(long tail) throws Exception {
        Recorder victim = new Recorder();
        RawSocket liar = liar(victim);

        lies.tail(Side.CONNECTOR).tail().set(tail);
        lies.flag(Side.ACCEPTOR).set(0);
        liar.sends(new byte[1]);
        assertThat(victim.cause())
                .get()
                .isInstanceOf(ShmCorruptException.class)
                .extracting(Throwable::getMessage)
                .isEqualTo("corrupt ring: tail is " + tail + ", possible is 0 to 65536");
        liar.isClosed();
        goesOn();
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 1L << 40, Long.MIN_VALUE, 57_345})
    @DisplayName("so does one that takes what was never written, from a link that is full and has nothing queued")
    void greedyLiar(long head) throws Exception {
        Recorder victim = new Recorder();
        RawSocket liar = liar(victim);
        Link full = victim.link();
        on(there, () -> {
            while (full.isWritable()) {
                full.write(bytes(8 * KIB));
            }
            full.flush();
        });

        lies.head(Side.ACCEPTOR).set(head);
        liar.sends(new byte[1]);
        assertThat(victim.cause())
                .get()
                .isInstanceOf(ShmCorruptException.class)
                .extracting(Throwable::getMessage)
                .isEqualTo("corrupt ring: head is " + head + ", possible is 0 to 57344");
        liar.isClosed();
        goesOn();
    }

    private Throwable connectTo(Consumer<EpollDomainSocketChannel> behaviour) throws Exception {
        return connectTo(behaviour, from);
    }

    private Throwable connectTo(Consumer<EpollDomainSocketChannel> behaviour, Endpoint from) throws Exception {
        ShmAddress address = new ShmAddress(from.address().substring(0, 32), "f".repeat(32));
        EpollServerDomainSocketChannel server = new EpollServerDomainSocketChannel();
        server.pipeline().addLast(new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext context, Object accepted) {
                EpollDomainSocketChannel socket = (EpollDomainSocketChannel) accepted;
                elsewhere.register(socket);
                behaviour.accept(socket);
            }
        });
        elsewhere.register(server).get(60, TimeUnit.SECONDS);
        server.bind(address.socketAddress()).get(60, TimeUnit.SECONDS);
        Recorder failing = new Recorder();
        here.execute(() -> from.connect(address.toString(), failing));
        Throwable cause = failing.cause().orElseThrow();
        server.close().get(60, TimeUnit.SECONDS);
        goesOn();
        return cause;
    }

    @Test
    @DisplayName("one that listens and never answers fails the connect in time, and no file stays")
    void silentListener() throws Exception {
        Endpoint hasty = endpoint(here, impatient(64 * KIB), () -> acceptor);
        assertThat(connectTo(socket -> {}, hasty))
                .isInstanceOf(IOException.class)
                .hasMessage("no answer within 300 ms");
    }

    @Test
    @DisplayName("one that listens and closes fails the connect, and no file stays")
    void closingListener() throws Exception {
        assertThat(connectTo(EpollDomainSocketChannel::close))
                .isInstanceOf(IOException.class)
                .hasMessage("the other end closed the socket without an answer");
    }

    @Test
    @DisplayName("one that answers something else fails the connect, and no file stays")
    void babblingListener() throws Exception {
        assertThat(connectTo(socket -> socket.writeAndFlush(bytes(100))))
                .isInstanceOf(IOException.class)
                .hasMessage("what listens there does not speak shm");
    }

    @Test
    @DisplayName("one that refuses fails the connect with its reason, and no file stays")
    void refusingListener() throws Exception {
        assertThat(connectTo(socket -> {
                    ByteBuf answer = socket.alloc().buffer();
                    Answer.encode(answer, Verdict.NOT_THE_FILE);
                    socket.writeAndFlush(answer);
                }))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("the peer refused to share " + directory)
                .hasMessageEndingWith("the file cannot be used there; its log says why");
    }
}
