package org.reactivempi.transport.observe.trace;

import io.netty.util.concurrent.Ticker;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;

/**
 * How a trace's part begins: whose it is, and by which clock.
 *
 * @param rank whose
 * @param size of its job
 * @param processId of the rank's process
 * @param clock the same for all ranks whose clock is the same: those on one host, since it was started
 * @param epochNanos the time of day when
 * @param nanos the clock said this
 * @param host its name
 */
record PartHeader(int rank, int size, long processId, long clock, long epochNanos, long nanos, String host) {

    static final int BYTES = 512;

    private static final long MAGIC = 0x3143_4152_5449_504dL;
    private static final int LONGEST_HOST = 255;
    private static final Path HOST = Path.of("/proc/sys/kernel/hostname");
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

    static PartHeader ofNow(int rank, int size, Ticker ticker, InstantSource source) {
        String host = nameOfHost();
        Instant now = source.instant();
        return new PartHeader(
                rank,
                size,
                ProcessHandle.current().pid(),
                clock(host),
                TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano(),
                ticker.nanoTime(),
                host);
    }

    /** From the system, which does not ask the network. */
    private static String nameOfHost() {
        try {
            return Files.readString(HOST).strip();
        } catch (IOException e) {
            return "unknown host";
        }
    }

    /** Elsewhere than on Linux nobody says that processes share a clock: each has its own, or so it seems. */
    private static long clock(String host) {
        try {
            return hash(Files.readString(BOOT).strip());
        } catch (IOException e) {
            return hash(host + ProcessHandle.current().pid());
        }
    }

    private static long hash(String text) {
        long hash = 1;
        for (int i = 0; i < text.length(); i++) {
            hash = 31 * hash + text.charAt(i);
        }
        return hash;
    }

    ByteBuffer encode() {
        byte[] name = host.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(name.length, LONGEST_HOST);
        ByteBuffer out = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        out.putLong(MAGIC)
                .putLong(rank)
                .putLong(size)
                .putLong(processId)
                .putLong(clock)
                .putLong(epochNanos)
                .putLong(nanos)
                .putLong(length)
                .put(name, 0, length);
        return out.clear();
    }

    /** Throws where it is none. */
    static PartHeader decode(ByteBuffer in, Path file) throws IOException {
        if (in.remaining() < BYTES || in.order(ByteOrder.LITTLE_ENDIAN).getLong() != MAGIC) {
            throw new IOException(file + " is no part of a trace");
        }
        int rank = (int) in.getLong();
        int size = (int) in.getLong();
        long processId = in.getLong();
        long clock = in.getLong();
        long epochNanos = in.getLong();
        long nanos = in.getLong();
        byte[] host = new byte[(int) Math.min(in.getLong(), LONGEST_HOST)];
        in.get(host);
        return new PartHeader(
                rank, size, processId, clock, epochNanos, nanos, new String(host, StandardCharsets.UTF_8));
    }
}
