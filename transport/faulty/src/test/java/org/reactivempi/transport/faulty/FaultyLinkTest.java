package org.reactivempi.transport.faulty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.channel.DirectMemory;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.channel.LinkHandler;
import org.reactivempi.transport.engine.progress.ProgressLoop;
import org.reactivempi.transport.engine.progress.Waiting;
import org.reactivempi.transport.tck.Recorder;

/** Each fault by itself, on demand or with certainty. */
class FaultyLinkTest {

    private final ProgressLoop here = loop();
    private final ProgressLoop there = loop();
    private final Recorder connector = new Recorder();
    private final Recorder acceptor = new Recorder();
    private LinkHandler accepted = acceptor;
    private Faults faults = Faults.create();
    private Endpoint from;
    private Endpoint to;

    private static ProgressLoop loop() {
        return new ProgressLoop("rank", true, new Waiting(Waiting.Mode.SLEEP), () -> {});
    }

    @AfterEach
    void end() {
        here.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
        there.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private void open(String carrier, String plan, String... more) {
        Map<String, String> settings = new HashMap<>(Map.of("faulty-channel", carrier, "faulty-plan", plan));
        for (int i = 0; i < more.length; i += 2) {
            settings.put(more[i], more[i + 1]);
        }
        open(new Surroundings(0, settings), settings);
    }

    private void open(Surroundings zero, Map<String, String> settingsThere) {
        Surroundings one = new Surroundings(1, settingsThere, zero.faults(), zero.common());
        FaultyChannelProvider provider = new FaultyChannelProvider();
        faults = zero.faults();
        from = provider.create(zero).open(here, Recorder::new).block();
        to = provider.create(one).open(there, () -> accepted).block();
    }

    private Link connect() throws Exception {
        here.execute(() -> from.connect(to.address(), connector));
        return connector.link();
    }

    private void run(Runnable action) throws Exception {
        call(() -> {
            action.run();
            return true;
        });
    }

    private <T> T call(Callable<T> action) throws Exception {
        return here.submit(action).get(60, TimeUnit.SECONDS);
    }

    private static Link join(Recorder recorder) {
        try {
            return recorder.link();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void send(Link link, int bytes) {
        link.write(Unpooled.buffer(bytes).writeZero(bytes));
        link.flush();
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "tcp"})
    @DisplayName(
            "a cut ends the connection at both ends, and says at its own that it was one; what is written then is lost")
    void cut(String carrier) throws Exception {
        open(carrier, "cut=0");
        Link link = connect();
        run(() -> send(link, 100));
        assertThat(acceptor.got(100)).isTrue();
        run(() -> {
            link.write(Unpooled.buffer(10).writeZero(10));
            faults.cut(0, 1);
        });
        assertThat(connector.cause().orElseThrow())
                .isInstanceOf(IOException.class)
                .hasMessage("connection 1 from rank 0 to rank 1 was cut on purpose, with faulty-seed 0");
        acceptor.cause();
        assertThat(acceptor.pending()).isZero();
        assertThat(faults.cuts()).isEqualTo(1);
        run(() -> send(link, 100));
        assertThat(call(link::isWritable)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 99, 100, 101, 250})
    @DisplayName("a cut after so many bytes lets exactly these pass")
    void cutAfter(int bytes) throws Exception {
        open("local", "cut=0");
        faults.cutAfter(0, 1, bytes);
        Link link = connect();
        run(() -> send(link, 100));
        run(() -> send(link, 300));
        connector.cause();
        acceptor.cause();
        assertThat(acceptor.pending()).isEqualTo(bytes);
    }

    @Test
    @DisplayName("a cut that is wanted for a connection that stands is made there, in the direction that was named")
    void cutAfterBack() throws Exception {
        open("local", "cut=0");
        connect();
        Link back = acceptor.link();
        faults.cutAfter(1, 0, 7);
        run(() -> send(join(connector), 100));
        assertThat(acceptor.got(100)).isTrue();
        there.submit(() -> send(back, 100)).get(60, TimeUnit.SECONDS);
        acceptor.cause();
        connector.cause();
        assertThat(connector.pending()).isEqualTo(7);
    }

    @Test
    @DisplayName("where connections are refused, those that stand stay, and the next one fails")
    void refuses() throws Exception {
        open("local", "cut=0");
        Link link = connect();
        faults.refuse();
        Recorder next = new Recorder();
        run(() -> from.connect(to.address(), next));
        assertThat(next.cause().orElseThrow())
                .isInstanceOf(ConnectException.class)
                .hasMessage("refused on purpose");
        run(() -> send(link, 10));
        assertThat(acceptor.got(10)).isTrue();
    }

    @Test
    @DisplayName("a plan that always cuts: some of the first write arrives, never all")
    void cutByPlan() throws Exception {
        open("local", "cut=1");
        Link link = connect();
        run(() -> send(link, 1000));
        assertThat(connector.cause()).isPresent();
        acceptor.cause();
        assertThat(acceptor.pending()).isLessThan(1000);
    }

    @Test
    @DisplayName("faulty-cut-every ends connections, also where nothing is sent")
    void cutEvery() throws Exception {
        open("local", "cut=0", "faulty-cut-every", "10ms");
        connect();
        assertThat(connector.cause()).isPresent();
        assertThat(acceptor.cause()).isEmpty();
        assertThat(faults.cuts()).isEqualTo(1);
    }

    @Test
    @DisplayName("behind a freeze nothing arrives, the link fills up, and its close ends it")
    void frozen() throws Exception {
        open("local", "cut=0");
        Link link = connect();
        run(() -> send(link, 10));
        assertThat(acceptor.got(10)).isTrue();
        faults.freeze(0, 1);
        run(() -> {});
        run(() -> send(link, 2 * 1024 * 1024));
        assertThat(call(link::isWritable)).isFalse();
        there.submit(() -> send(join(acceptor), 20)).get(60, TimeUnit.SECONDS);
        assertThat(connector.got(20)).isTrue();
        assertThat(acceptor.pending()).isZero();
        run(link::close);
        connector.cause();
        acceptor.cause();
        assertThat(acceptor.pending()).isZero();
    }

    @Test
    @DisplayName("whose incoming direction is frozen does not hear of the end either, until it closes by itself")
    void frozenEnd() throws Exception {
        open(new Surroundings(0, Map.of("faulty-plan", "freeze=1")), Map.of());
        Link link = connect();
        there.submit(() -> send(join(acceptor), 5)).get(60, TimeUnit.SECONDS);
        there.submit(() -> join(acceptor).close()).get(60, TimeUnit.SECONDS);
        acceptor.cause();
        run(() -> {});
        assertThat(faults.freezes()).isEqualTo(1);
        assertThat(call(link::isWritable)).as("seems to stand").isTrue();
        assertThat(connector.pending()).isZero();
        run(link::close);
        connector.cause();
    }

    @Test
    @DisplayName("corruption changes one bit of a write, and one of a read, not the memory of who wrote it")
    void corrupted() throws Exception {
        CountingBits bits = new CountingBits();
        accepted = bits;
        open("local", "corrupt=1");
        Link link = connect();
        ByteBuffer memory = ByteBuffer.allocateDirect(1000);
        run(() -> {
            if (output(link).takesMemory()) {
                output(link).write(memory, () -> {});
            } else {
                link.write(Unpooled.wrappedBuffer(memory));
            }
            link.flush();
        });
        assertThat(bits.received.tryAcquire(1000, 10, TimeUnit.SECONDS)).isTrue();
        // The same bit twice is as it was.
        assertThat(bits.set.get()).isIn(0, 2);
        assertThat(faults.corruptions()).isEqualTo(2);
        for (int i = 0; i < 1000; i++) {
            assertThat(memory.get(i)).isZero();
        }
    }

    private static DirectMemory.Output output(Link link) {
        return (DirectMemory.Output) link;
    }

    private static final class CountingBits implements LinkHandler {
        final Semaphore received = new Semaphore(0);
        final AtomicInteger set = new AtomicInteger();

        @Override
        public void onOpen(Link link) {}

        @Override
        public void onBytes(ByteBuf bytes) {
            int length = bytes.readableBytes();
            while (bytes.isReadable()) {
                set.addAndGet(Integer.bitCount(bytes.readUnsignedByte()));
            }
            received.release(length);
        }

        @Override
        public void onWritable() {}

        @Override
        public void onClosed(@Nullable Throwable cause) {}
    }

    @Test
    @DisplayName(
            "a caller gets its memory back when it has left, and is not told after keepCopies; not all links use it")
    void memory() throws Exception {
        open("local", "delay=1");
        boolean taken = false;
        boolean copied = false;
        for (int i = 0; i < 40 && !(taken && copied); i++) {
            Recorder opener = new Recorder();
            here.execute(() -> from.connect(to.address(), opener));
            Link link = opener.link();
            if (call(output(link)::takesMemory)) {
                taken = true;
                writeMemory(link);
            } else {
                copied = true;
            }
            run(link::close);
            opener.cause();
        }
        assertThat(taken && copied).isTrue();
    }

    private void writeMemory(Link link) throws Exception {
        CountDownLatch written = new CountDownLatch(1);
        run(() -> {
            output(link).write(ByteBuffer.allocateDirect(1000), written::countDown);
            link.flush();
        });
        assertThat(written.await(60, TimeUnit.SECONDS)).isTrue();
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch behind = new CountDownLatch(1);
        run(() -> {
            output(link).write(ByteBuffer.allocateDirect(1000), never::countDown);
            output(link).keepCopies();
            output(link).write(ByteBuffer.allocateDirect(1000), behind::countDown);
            link.flush();
        });
        assertThat(behind.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(never.getCount()).isEqualTo(1);
    }

    @Test
    @DisplayName("a stranger's first bytes end its connection, and nothing else")
    void stranger() throws Exception {
        open("tcp", "cut=0");
        String address = to.address();
        int port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
        try (Socket socket = new Socket("127.0.0.1", port)) {
            OutputStream out = socket.getOutputStream();
            out.write(new byte[100]);
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        } catch (SocketException reset) {
            // By the system, where not all of them were read.
            assertThat(reset).hasMessageContaining("reset");
        }
        assertThat(acceptor.cause().orElseThrow()).hasMessageContaining("stranger");
    }
}
