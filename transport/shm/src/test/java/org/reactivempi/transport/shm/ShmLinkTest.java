package org.reactivempi.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.engine.progress.ProgressLoop;
import org.reactivempi.transport.engine.progress.Waiting;
import org.reactivempi.transport.shm.ring.RingView;
import org.reactivempi.transport.tck.Recorder;

class ShmLinkTest extends TwoRanks {

    @ParameterizedTest
    @ValueSource(ints = {64 * KIB, 256 * KIB, 4 * MIB})
    @DisplayName("bytes arrive in order, complete, on the progress threads; nothing is left in the directory")
    void bytesArrive(int ringBytes) throws Exception {
        byte[] sent = new byte[5 * MIB];
        new Random(1).nextBytes(sent);
        ByteBuf arrived = Unpooled.buffer(sent.length);
        acceptor.onBytes(bytes -> {
            assertThat(there.inEventLoop()).isTrue();
            arrived.writeBytes(bytes);
        });
        connect(ringBytes);
        Link link = connector.link();
        on(here, () -> {
            for (int at = 0; at < sent.length; at += MIB) {
                link.write(Unpooled.copiedBuffer(sent, at, MIB));
            }
            link.flush();
        });
        assertThat(acceptor.got(sent.length)).isTrue();
        assertThat(arrived).isEqualTo(Unpooled.wrappedBuffer(sent));
        assertThat(on(there, () -> acceptor.opened().join().remote())).startsWith("process ");
        assertThat(files()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    @DisplayName("packets of random lengths, in room and in buffers, flushed now and then, arrive in order both ways")
    void packets(long seed) throws Exception {
        ByteBuf there1 = Unpooled.buffer();
        ByteBuf here1 = Unpooled.buffer();
        acceptor.onBytes(there1::writeBytes);
        connector.onBytes(here1::writeBytes);
        connect(64 * KIB);
        Link link = connector.link();
        Link back = acceptor.link();
        ByteBuf sent = Unpooled.buffer();
        ByteBuf sentBack = Unpooled.buffer();
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            on(here, () -> send(link, random, sent));
            on(there, () -> send(back, random, sentBack));
        }
        on(here, link::flush);
        on(there, back::flush);
        assertThat(acceptor.got(sent.readableBytes())).isTrue();
        assertThat(connector.got(sentBack.readableBytes())).isTrue();
        assertThat(there1).isEqualTo(sent);
        assertThat(here1).isEqualTo(sentBack);
    }

    private static void send(Link link, Random random, ByteBuf sent) {
        for (int i = random.nextInt(20); i >= 0; i--) {
            byte[] packet = new byte[1 + random.nextInt(random.nextInt(50) == 0 ? 200_000 : 500)];
            random.nextBytes(packet);
            sent.writeBytes(packet);
            if (random.nextBoolean()) {
                ByteBuf room = link.room(packet.length, packet.length + random.nextInt(16 * KIB));
                assertThat(room.writableBytes()).isGreaterThanOrEqualTo(packet.length);
                assertThat(room.isReadable()).isFalse();
                link.write(room.writeBytes(packet));
            } else {
                link.write(Unpooled.wrappedBuffer(packet));
            }
            if (random.nextInt(4) == 0) {
                link.room(1, 100).release();
            }
        }
        if (random.nextBoolean()) {
            link.flush();
        }
    }

    @Test
    @DisplayName("the flush behind a push wakes an end that sleeps, message after message")
    void pushed() throws Exception {
        connect(64 * KIB);
        Link link = connector.link();
        for (int message = 1; message <= 200; message++) {
            on(here, () -> {
                link.write(bytes(10));
                link.push();
                link.flush();
            });
            assertThat(acceptor.got(10)).as("message %d", message).isTrue();
        }
    }

    @Test
    @DisplayName("an end that fails gives the link up; the other one doesn't say that the process has ended")
    void givenUp() throws Exception {
        acceptor.onBytes(bytes -> {
            throw new OutOfMemoryError("made by a test");
        });
        connect(64 * KIB);
        Link link = connector.link();
        on(here, () -> {
            link.write(bytes(10));
            link.flush();
        });
        assertThat(acceptor.cause()).get().isInstanceOf(OutOfMemoryError.class);
        assertThat(connector.cause())
                .get()
                .extracting(Throwable::getMessage)
                .asString()
                .matches("process \\d+ has given the link up, and says why in its log");
    }

    @Test
    @DisplayName("what the other end has not read is known, also when the link has ended")
    void unread() throws Exception {
        connect(64 * KIB);
        Link link = connector.link();
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch idle = new CountDownLatch(1);
        there.execute(() -> {
            busy.countDown();
            await(idle);
        });
        assertThat(busy.await(60, TimeUnit.SECONDS)).isTrue();
        on(here, () -> {
            link.write(bytes(100));
            assertThat(link.unreadBytes()).isEqualTo(100);
            link.write(bytes(200_000));
            link.flush();
            assertThat(link.unreadBytes()).isEqualTo(200_100);
        });
        idle.countDown();
        assertThat(acceptor.got(200_100)).isTrue();
        Link back = acceptor.link();
        on(there, back::close);
        assertThat(connector.cause()).isEmpty();
        on(here, () -> assertThat(link.unreadBytes()).isLessThanOrEqualTo(64 * KIB / 8));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @DisplayName("bytes leave with the flush, not before; so those of a turn leave together")
    void flush() throws Exception {
        connect(64 * KIB);
        Link link = connector.link();
        Link back = acceptor.link();
        on(here, () -> {
            for (int i = 0; i < 500; i++) {
                link.write(bytes(10));
            }
        });
        on(there, () -> {
            back.write(bytes(1));
            back.flush();
        });
        assertThat(connector.got(1)).isTrue();
        assertThat(acceptor.received().availablePermits()).isZero();

        on(here, link::flush);
        assertThat(acceptor.got(5000)).isTrue();
    }

    @Test
    @DisplayName("room is the ring's own memory while there is some, and another buffer when there is none")
    void room() throws Exception {
        connect(64 * KIB);
        Link link = connector.link();
        on(here, () -> {
            ByteBuf first = link.room(100, 16 * KIB);
            assertThat(first).isInstanceOf(RingView.class);
            first.release();
            assertThat(link.room(10, 20)).isSameAs(first);
            first.release();
            ByteBuf tooLong = link.room(64 * KIB + 1, 64 * KIB + 1);
            assertThat(tooLong).isNotInstanceOf(RingView.class);
            assertThat(tooLong.writableBytes()).isGreaterThan(64 * KIB);
            tooLong.release();
        });
    }

    @Test
    @DisplayName("a link with much under way is full, and tells when it is not; both ends may sleep meanwhile")
    void backPressure() throws Exception {
        connect(64 * KIB);
        Link back = acceptor.link();
        for (int round = 0; round < 20; round++) {
            boolean writable = on(there, () -> {
                back.write(bytes(2 * MIB));
                return back.isWritable();
            });
            assertThat(writable).isFalse();
            on(there, back::flush);
            assertThat(acceptor.writable().tryAcquire(60, TimeUnit.SECONDS)).isTrue();
            assertThat(connector.got(2 * MIB)).isTrue();
        }
    }

    @Test
    @DisplayName("two ends that sleep whenever they can wake each other, message after message")
    void wakeUp() throws Exception {
        ProgressLoop other = more(Waiting.Mode.SLEEP);
        Endpoint from = endpoint(other, settings(64 * KIB), () -> acceptor);
        Endpoint to = endpoint(there, settings(64 * KIB), () -> acceptor);
        CompletableFuture<Void> done = new CompletableFuture<>();
        acceptor.onBytes(bytes -> echo(acceptor, bytes.readByte()));
        connector.onBytes(bytes -> {
            if (connector.received().availablePermits() < 3000) {
                echo(connector, bytes.readByte());
            } else {
                done.complete(null);
            }
        });
        other.execute(() -> from.connect(to.address(), connector));
        connector.link();
        acceptor.link();
        on(other, () -> echo(connector, (byte) 1));
        done.get(30, TimeUnit.SECONDS);
    }

    private static void echo(Recorder side, byte value) {
        Link link = side.opened().join();
        ByteBuf room = link.room(1, 1);
        link.write(room.writeByte(value));
        link.flush();
    }

    @Test
    @DisplayName("what was written before the close arrives; each side hears once; later writes are released")
    void closeDelivers() throws Exception {
        connect(64 * KIB);
        Link link = connector.link();
        ByteBuf late = bytes(10);
        on(here, () -> {
            link.write(bytes(3 * MIB));
            link.close();
            link.close();
        });
        assertThat(acceptor.got(3 * MIB)).isTrue();
        assertThat(acceptor.cause()).isEmpty();
        assertThat(connector.cause()).isEmpty();
        on(here, () -> {
            link.write(late);
            link.flush();
            ByteBuf room = link.room(10, 10);
            link.write(room.writeZero(10));
            assertThat(room.refCnt()).isZero();
            assertThat(link.isWritable()).isFalse();
        });
        assertThat(late.refCnt()).isZero();
    }

    @Test
    @DisplayName("both ends close at once with much under way: neither waits for ever")
    void bothClose() throws Exception {
        connect(64 * KIB);
        Link link = connector.link();
        Link back = acceptor.link();
        here.execute(() -> {
            link.write(bytes(3 * MIB));
            link.close();
        });
        there.execute(() -> {
            back.write(bytes(3 * MIB));
            back.close();
        });
        assertThat(acceptor.cause()).isEmpty();
        assertThat(connector.cause()).isEmpty();
    }

    @Test
    @DisplayName("a handler that throws loses its link, with the cause")
    void handlerThrows() throws Exception {
        acceptor.onBytes(bytes -> {
            throw new IllegalStateException("on purpose");
        });
        connect(64 * KIB);
        Link link = connector.link();
        on(here, () -> {
            link.write(bytes(10));
            link.flush();
        });
        assertThat(acceptor.cause())
                .isPresent()
                .get()
                .extracting(Throwable::getMessage)
                .isEqualTo("on purpose");
        assertThat(connector.closed()).succeedsWithin(60, TimeUnit.SECONDS);
    }

    @Test
    @DisplayName("PRG-6 a link that has always more does not keep another from its turn")
    void fairness() throws Exception {
        Endpoint to = endpoint(there, settings(64 * KIB), () -> acceptor);
        Endpoint from = endpoint(here, settings(64 * KIB), () -> acceptor);
        Recorder flood = new Recorder();
        Recorder other = new Recorder();
        on(here, () -> from.connect(to.address(), flood));
        Link endless = flood.link();
        CompletableFuture<Void> enough = new CompletableFuture<>();
        here.execute(() -> pour(endless, enough));
        on(here, () -> from.connect(to.address(), other));
        Link calm = other.link();
        ByteBuf seen = Unpooled.buffer(1);
        acceptor.onBytes(bytes -> {
            if (bytes.readableBytes() == 1) {
                seen.writeByte(bytes.readByte());
                enough.complete(null);
            }
        });
        on(here, () -> {
            ByteBuf one = calm.room(1, 1);
            calm.write(one.writeByte(7));
            calm.flush();
        });
        enough.get(60, TimeUnit.SECONDS);
        assertThat(seen.readByte()).isEqualTo((byte) 7);
    }

    private void pour(Link link, CompletableFuture<Void> enough) {
        if (!enough.isDone()) {
            while (link.isWritable()) {
                link.write(bytes(8 * KIB));
                link.flush();
            }
            here.execute(() -> pour(link, enough));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "nonsense", "/", "0123456789abcdef0123456789abcdef/", "127.0.0.1:80"})
    @DisplayName("an address that is none fails as one that cannot be reached, and is not within reach")
    void malformedAddress(String address) throws Exception {
        Endpoint from = endpoint(here, settings(64 * KIB), () -> acceptor);
        assertThat(from.reaches(address)).isFalse();
        here.execute(() -> from.connect(address, connector));
        assertThat(connector.cause()).isPresent().get().isInstanceOf(IOException.class);
        assertThat(on(here, () -> "alive")).isEqualTo("alive");
    }

    @Test
    @DisplayName("an address of another host fails, with the reason, and is not within reach")
    void otherHost() throws Exception {
        Endpoint from = endpoint(here, settings(64 * KIB), () -> acceptor);
        assertThat(from.reaches(from.address())).isTrue();
        String elsewhere = "0".repeat(32) + from.address().substring(32);
        assertThat(from.reaches(elsewhere)).isFalse();
        here.execute(() -> from.connect(elsewhere, connector));
        assertThat(connector.cause())
                .get()
                .hasToString(
                        "java.io.IOException: " + elsewhere + " is not on this host, or not of this container or user");
    }

    @Test
    @DisplayName("a closed endpoint takes no more connections, which fail with the reason, and its links stay")
    void closedEndpoint() throws Exception {
        Endpoint from = endpoint(here, settings(64 * KIB), () -> acceptor);
        Endpoint to = endpoint(there, settings(64 * KIB), () -> acceptor);
        here.execute(() -> from.connect(to.address(), connector));
        Link link = connector.link();
        acceptor.link();
        on(there, to::close);

        Recorder late = new Recorder();
        here.execute(() -> from.connect(to.address(), late));
        assertThat(late.cause()).get().hasToString("java.net.ConnectException: nobody listens at " + to.address());

        on(here, () -> {
            link.write(bytes(10));
            link.flush();
        });
        assertThat(acceptor.got(10)).isTrue();
        assertThat(files()).isEmpty();
    }

    @Test
    @DisplayName("an address is short enough to be published")
    void address() {
        Endpoint endpoint = endpoint(here, settings(64 * KIB), () -> acceptor);
        assertThat(endpoint.address()).matches("[!-:<-~]{1,160}");
    }

    @Test
    @DisplayName("the memory of a link goes when it ends, on both sides, and not with the garbage")
    void memoryGoesWithTheLink() throws Exception {
        connect(64 * KIB);
        Link link = connector.link();
        acceptor.link();
        assertThat(mappings()).isEqualTo(2);
        on(here, link::close);
        connector.cause();
        acceptor.cause();
        on(here, () -> {});
        on(there, () -> {});
        assertThat(mappings()).isZero();
    }

    private long mappings() throws IOException {
        try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
            return maps.filter(line -> line.contains(directory.toString())).count();
        }
    }

    @Test
    @DisplayName("each end sees the other's beats, and none behind the end")
    void beats() throws Exception {
        connect(64 * KIB);
        Link ours = connector.link();
        Link theirs = acceptor.link();
        long before = on(here, ours::beat);
        assertThat(on(here, ours::beat)).isEqualTo(before).isNotEqualTo(Link.NO_BEAT);
        on(there, theirs::beat);
        assertThat(on(here, ours::beat)).isNotEqualTo(before);
        on(here, ours::close);
        connector.cause();
        assertThat(on(here, ours::beat)).isEqualTo(Link.NO_BEAT);
    }
}
