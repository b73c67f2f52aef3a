package org.reactivempi.conformance;

import static org.reactivempi.conformance.Payloads.TAG;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Buffer;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.ForeignBuffer;
import org.reactivempi.Settings;
import org.reactivempi.core.session.CoreSession;
import org.reactivempi.spi.ForeignMemory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Ranks that send one message of more than 2 GiB, and as much in a stream, in a JVM with next to no memory: the bytes lie in files. */
final class HugeProgram {

    private static final long GIB = 1L << 30;
    private static final long BYTES = 2 * GIB + 5 * Long.BYTES;
    private static final int ELEMENT_BYTES = 1 << 16;
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private HugeProgram() {}

    /** Takes the channel and a folder for two files of that length; prints how many bytes were right. */
    public static void main(String[] arguments) throws IOException {
        List<CoreSession> sessions = PlainRanks.start(2, Settings.create().channel(arguments[0]));
        Communicator zero = sessions.get(0).world();
        Communicator one = sessions.get(1).world();
        Path folder = Path.of(arguments[1]);
        Mapped sent = new Mapped(folder.resolve("sent"));
        Mapped received = new Mapped(folder.resolve("received"));
        sent.fill();
        Buffer from = ForeignBuffer.of(sent);
        Buffer to = ForeignBuffer.of(received);
        Mono.when(zero.isend(from, 1, TAG), one.irecv(to, 0, TAG)).block(LONGEST);
        System.out.println(received.right() + " " + streamed(zero, one));
        System.exit(0);
    }

    private static long streamed(Communicator zero, Communicator one) {
        Flux<byte[]> values = Flux.range(0, (int) (2 * GIB / ELEMENT_BYTES)).map(HugeProgram::element);
        Mono<Long> right = one.receiveStream(Codecs.bytes(), 0, TAG)
                .index()
                .map(value -> right(value.getT2(), value.getT1().intValue()))
                .reduce(0L, Long::sum);
        return Mono.zip(zero.sendStream(values, Codecs.bytes(), 1, TAG).thenReturn(1), right)
                .blockOptional(LONGEST)
                .orElseThrow()
                .getT2();
    }

    private static byte[] element(int number) {
        byte[] element = new byte[ELEMENT_BYTES];
        ByteBuffer longs = ByteBuffer.wrap(element);
        while (longs.hasRemaining()) {
            longs.putLong(31L * number + longs.position());
        }
        return element;
    }

    private static long right(byte[] element, int number) {
        ByteBuffer longs = ByteBuffer.wrap(element);
        while (longs.hasRemaining()) {
            int at = longs.position();
            if (longs.getLong() != 31L * number + at) {
                return at;
            }
        }
        return element.length;
    }

    /** A file, as memory in pieces of one GiB at most. */
    private static final class Mapped implements ForeignMemory {

        private final List<ByteBuffer> pieces = new ArrayList<>();

        Mapped(Path file) {
            try (FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                for (long at = 0; at < BYTES; at += GIB) {
                    pieces.add(channel.map(FileChannel.MapMode.READ_WRITE, at, Math.min(GIB, BYTES - at))
                            .order(ByteOrder.nativeOrder()));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void fill() {
            long number = 0;
            for (ByteBuffer piece : pieces) {
                for (int at = 0; at < piece.capacity(); at += Long.BYTES) {
                    piece.putLong(at, 7 * number++);
                }
            }
        }

        long right() {
            long number = 0;
            for (ByteBuffer piece : pieces) {
                for (int at = 0; at < piece.capacity(); at += Long.BYTES) {
                    if (piece.getLong(at) != 7 * number++) {
                        return (number - 1) * Long.BYTES;
                    }
                }
            }
            return number * Long.BYTES;
        }

        @Override
        public long lengthBytes() {
            return BYTES;
        }

        @Override
        public List<ByteBuffer> pieces() {
            return pieces.stream()
                    .map(piece -> piece.duplicate().order(piece.order()))
                    .toList();
        }

        @Override
        public @Nullable String refusal(boolean forReceive) {
            return null;
        }
    }
}
