package org.reactivempi.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.channel.SharedSegments;
import org.reactivempi.transport.channel.SharedSegments.Handle;
import org.reactivempi.transport.channel.SharedSegments.Segment;
import org.reactivempi.transport.engine.progress.ProgressLoop;
import org.reactivempi.transport.engine.progress.Waiting;
import org.reactivempi.transport.shm.handshake.Answer.Verdict;
import org.reactivempi.transport.shm.handshake.SegmentRequest;
import org.reactivempi.transport.shm.ring.Tmpfs;
import reactor.core.publisher.Mono;

/** Segments that one rank makes and another opens, and what is given back. */
class ShmSegmentsTest extends TwoRanks {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int PAGE = SharedSegments.PAGE_BYTES;

    private final ProgressLoop elsewhere = more(Waiting.Mode.SLEEP);
    private Endpoint from;
    private Endpoint to;
    private SharedSegments maker;
    private SharedSegments opener;

    @BeforeEach
    void open() {
        from = endpoint(here, settings(64 * KIB), () -> acceptor);
        to = endpoint(there, settings(64 * KIB), () -> acceptor);
        maker = from.segments().orElseThrow();
        opener = to.segments().orElseThrow();
    }

    private static <T> T on(ProgressLoop loop, Mono<T> work) {
        return Mono.<T>create(sink -> loop.execute(() -> work.subscribe(sink::success, sink::error)))
                .blockOptional(LIMIT)
                .orElseThrow();
    }

    private static void run(ProgressLoop loop, Runnable work) {
        on(loop, Mono.fromSupplier(() -> {
            work.run();
            return true;
        }));
    }

    private static long descriptors() throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.filter(each -> isOurs(each)).count();
        }
    }

    private static boolean isOurs(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().contains("reactivempi-test");
        } catch (IOException gone) {
            return false;
        }
    }

    @Test
    @DisplayName("WIN-5 what one rank writes into a part, the other reads there; no file and no descriptor stays")
    void twoMaps() throws Exception {
        assertThat(maker.domain()).isEqualTo(opener.domain());
        long before = descriptors();
        int length = 3 * PAGE;
        Segment made = on(here, maker.make(length));
        assertThat(files()).isEmpty();
        Segment opened = on(there, opener.open(made.handle(), length));
        ByteBuffer ours = on(here, Mono.fromCallable(() -> made.map(0, length)));
        ByteBuffer theirs = on(there, Mono.fromCallable(() -> opened.map(PAGE, 2 * PAGE)));
        byte[] data = new byte[2 * PAGE];
        for (int i = 0; i < length; i++) {
            assertThat(ours.get(i)).isZero();
        }
        new Random(3).nextBytes(data);
        theirs.duplicate().put(data);
        byte[] found = new byte[2 * PAGE];
        ours.get(PAGE, found);
        assertThat(found).isEqualTo(data);
        assertThat(ours.alignmentOffset(0, PAGE)).isZero();
        run(here, made::seal);
        run(there, opened::seal);
        assertThat(descriptors()).isEqualTo(before);
        // The memory is there all the same.
        ours.put(PAGE, (byte) 99);
        assertThat(theirs.get(0)).isEqualTo((byte) 99);
        run(here, made::close);
        run(there, opened::close);
    }

    @Test
    @DisplayName("a segment that is sealed, that nobody has made, or has another length, can't be opened")
    void wrongOnes() {
        Segment made = on(here, maker.make(PAGE));
        Handle handle = made.handle();
        assertThatExceptionOfType(Exception.class)
                .isThrownBy(() -> on(there, opener.open(new Handle(handle.holder(), new UUID(1, 2)), PAGE)))
                .withStackTraceContaining("there is no such segment");
        assertThatExceptionOfType(Exception.class)
                .isThrownBy(() -> on(there, opener.open(handle, 2 * PAGE)))
                .withStackTraceContaining("length is 4096, must be 8192");
        assertThatExceptionOfType(Exception.class)
                .isThrownBy(() -> on(there, opener.open(new Handle(new UUID(3, 4), handle.name()), PAGE)))
                .withStackTraceContaining("does not listen");
        run(here, made::seal);
        assertThatExceptionOfType(Exception.class)
                .isThrownBy(() -> on(there, opener.open(handle, PAGE)))
                .withStackTraceContaining("there is no such segment");
        assertThatExceptionOfType(Exception.class)
                .isThrownBy(() -> on(here, Mono.fromCallable(() -> made.map(0, PAGE))))
                .withStackTraceContaining("sealed");
    }

    @Test
    @DisplayName("an endpoint that is closed gives nothing away any more, and has nothing open")
    void closed() throws Exception {
        long before = descriptors();
        Segment made = on(here, maker.make(PAGE));
        run(here, from::close);
        assertThat(descriptors()).isEqualTo(before);
        assertThatExceptionOfType(Exception.class).isThrownBy(() -> on(there, opener.open(made.handle(), PAGE)));
    }

    @Test
    @DisplayName("requests of strangers with bits turned get an answer or none, and no segment; the rank goes on")
    void garbage() throws Exception {
        Segment made = on(here, maker.make(PAGE));
        Random random = new Random(11);
        for (int i = 0; i < 40; i++) {
            ByteBuf request = Unpooled.buffer();
            SegmentRequest.encode(request, made.handle().name());
            byte[] bytes = ByteBufUtil.getBytes(request);
            bytes[8 + random.nextInt(bytes.length - 8)] ^= (byte) (1 << random.nextInt(8));
            RawSocket stranger = RawSocket.at(from.address(), elsewhere);
            stranger.sends(bytes);
            if (bytes[8] != 1 || bytes[9] != 0 || bytes[10] != 0 || bytes[11] != 0) {
                assertThat(stranger.verdict()).isEqualTo(Verdict.OTHER_VERSION);
            } else if (bytes[12] == 0 && bytes[13] == 0 && bytes[14] == 0 && bytes[15] == 0) {
                assertThat(stranger.verdict()).isEqualTo(Verdict.NO_SEGMENT);
            }
            stranger.isClosed();
        }
        Segment opened = on(there, opener.open(made.handle(), PAGE));
        run(there, opened::close);
        run(here, made::close);
    }

    @Test
    @DisplayName("WIN-41 a directory without room is told with what is needed and what is left, and nothing is taken")
    void full() throws Exception {
        assumeTrue(Tmpfs.mount(directory, "100k"), "needs to mount a file system");
        try {
            Endpoint small = endpoint(
                    elsewhere, ShmSettings.from(Map.of("shm-directory", directory.toString())::get), () -> acceptor);
            assertThatExceptionOfType(Exception.class)
                    .isThrownBy(
                            () -> on(elsewhere, small.segments().orElseThrow().make(1 << 20)))
                    .withStackTraceContaining("of 1048576 bytes: No space left on device; shm-directory " + directory
                            + " has 102400 bytes left");
            assertThat(files()).isEmpty();
            run(elsewhere, small::close);
        } finally {
            Tmpfs.unmount(directory);
        }
    }
}
