package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import org.reactivempi.transport.engine.port.EngineWindows;

/**
 * The family WINDOW: what a rank does to the memory of another one, and what that answers.
 *
 * <p>{@code window} is the number of the window's own communicator, {@code at} counts bytes of the target's memory, and {@code request} is a
 * number of the side that wants an answer; the other returns it unread. All that has an answer is answered in its order, except for locks.
 */
public final class WindowPackets {

    /** In place of a request: nobody waits for an answer. */
    public static final int NO_REQUEST = -1;

    private static final int FIRST = PacketKind.HEADER_BYTES;
    private static final int SECOND = FIRST + Integer.BYTES;
    private static final int THIRD = SECOND + Integer.BYTES;
    private static final int FOURTH = THIRD + Long.BYTES;

    private WindowPackets() {}

    /** The number of the window, which most packets begin with. */
    public static int window(ByteBuf packet) {
        return packet.getIntLE(packet.readerIndex() + FIRST);
    }

    /** The request of the packets that have a window as well. */
    public static int request(ByteBuf packet) {
        return packet.getIntLE(packet.readerIndex() + SECOND);
    }

    /** The place of the packets that have a window and a request as well. */
    public static long at(ByteBuf packet) {
        return packet.getLongLE(packet.readerIndex() + THIRD);
    }

    /** The tag of NOTIFY and TAKEN. */
    public static int tag(ByteBuf packet) {
        return packet.getIntLE(packet.readerIndex() + SECOND);
    }

    /** What NOTIFY and TAKEN say, as the layer above numbers it; 0 is known to the engine. */
    public static int what(ByteBuf packet) {
        return packet.getIntLE(packet.readerIndex() + THIRD);
    }

    /** The stream of NOTIFY and TAKEN, by the number that its receiving end has given it. */
    public static int stream(ByteBuf packet) {
        return packet.getIntLE(packet.readerIndex() + THIRD + Integer.BYTES);
    }

    /** The first value of NOTIFY and TAKEN. */
    public static long value(ByteBuf packet) {
        return packet.getLongLE(packet.readerIndex() + FOURTH);
    }

    private static void encodeWord(ByteBuf out, int window, int tag, int what, int stream, long value) {
        out.writeIntLE(window)
                .writeIntLE(tag)
                .writeIntLE(what)
                .writeIntLE(stream)
                .writeLongLE(value);
    }

    /**
     * Bytes for a window's memory.
     *
     * <pre>
     *  0               16              20              28
     *  +---------------+---------------+---------------+----------- - -
     *  |    header     |    window     |      at       |  payload
     *  +---------------+---------------+---------------+----------- - -
     * </pre>
     */
    public static final class Put {

        /** Length before the payload. */
        public static final int LENGTH_BYTES = FIRST + Integer.BYTES + Long.BYTES;

        private Put() {}

        /** Writes all but the payload, which is to follow. */
        public static void encode(ByteBuf out, int sequence, int window, long at, int payloadBytes) {
            PacketKind.PUT.encode(out, sequence, payloadBytes);
            out.writeIntLE(window).writeLongLE(at);
        }

        /** Where the payload goes. */
        public static long at(ByteBuf packet) {
            return packet.getLongLE(packet.readerIndex() + SECOND);
        }
    }

    /**
     * Bytes for runs of a window's memory, which have one length and begin at equal distances.
     *
     * <pre>
     *  0               16              20              28              32              40
     *  +---------------+---------------+---------------+---------------+---------------+----------- - -
     *  |    header     |    window     |      at       |      run      |    stride     |  payload
     *  +---------------+---------------+---------------+---------------+---------------+----------- - -
     * </pre>
     * {@code run} is their length, {@code stride} the distance; {@code at} is where the first one begins. The payload is all of them.
     */
    public static final class PutRuns {

        /** Length before the payload. */
        public static final int LENGTH_BYTES = Put.LENGTH_BYTES + Integer.BYTES + Long.BYTES;

        /** The longest payload. */
        public static final int MOST_PAYLOAD_BYTES = EngineWindows.MOST_RUNS_BYTES;

        private static final int RUN = Put.LENGTH_BYTES;

        private PutRuns() {}

        /** Writes all but the payload, which is to follow. */
        public static void encode(
                ByteBuf out, int sequence, int window, long at, int run, long stride, int payloadBytes) {
            PacketKind.PUT_RUNS.encode(out, sequence, payloadBytes);
            out.writeIntLE(window).writeLongLE(at).writeIntLE(run).writeLongLE(stride);
        }

        /** How long each run is. */
        public static int run(ByteBuf packet) {
            return packet.getIntLE(packet.readerIndex() + RUN);
        }

        /** How far it is from the begin of one to that of the next one. */
        public static long stride(ByteBuf packet) {
            return packet.getLongLE(packet.readerIndex() + RUN + Integer.BYTES);
        }
    }

    /**
     * A part of a window's memory is wanted.
     *
     * <pre>
     *  0               16              20              24              32              40
     *  +---------------+---------------+---------------+---------------+---------------+
     *  |    header     |    window     |    request    |      at       |    length     |
     *  +---------------+---------------+---------------+---------------+---------------+
     * </pre>
     */
    public static final class Get {

        /** Length of the whole packet. */
        public static final int LENGTH_BYTES = FOURTH + Long.BYTES;

        private Get() {}

        /** Writes the packet. */
        public static void encode(ByteBuf out, int sequence, int window, int request, long at, long length) {
            PacketKind.GET.encode(out, sequence, 0);
            out.writeIntLE(window).writeIntLE(request).writeLongLE(at).writeLongLE(length);
        }

        /** How many bytes are wanted. */
        public static long length(ByteBuf packet) {
            return packet.getLongLE(packet.readerIndex() + FOURTH);
        }
    }

    /**
     * Runs of a window's memory are wanted, which have one length and begin at equal distances.
     *
     * <pre>
     *  0               16              20              24              32              40              44              52
     *  +---------------+---------------+---------------+---------------+---------------+---------------+---------------+
     *  |    header     |    window     |    request    |      at       |    length     |      run      |    stride     |
     *  +---------------+---------------+---------------+---------------+---------------+---------------+---------------+
     * </pre>
     * {@code length} is that of all of them, {@code run} that of each, {@code stride} the distance; {@code at} is where the first one begins.
     */
    public static final class GetRuns {

        /** Length of the whole packet. */
        public static final int LENGTH_BYTES = Get.LENGTH_BYTES + Integer.BYTES + Long.BYTES;

        private static final int RUN = Get.LENGTH_BYTES;

        private GetRuns() {}

        /** Writes the packet. */
        public static void encode(
                ByteBuf out, int sequence, int window, int request, long at, long length, int run, long stride) {
            PacketKind.GET_RUNS.encode(out, sequence, 0);
            out.writeIntLE(window).writeIntLE(request).writeLongLE(at).writeLongLE(length);
            out.writeIntLE(run).writeLongLE(stride);
        }

        /** How long each run is. */
        public static int run(ByteBuf packet) {
            return packet.getIntLE(packet.readerIndex() + RUN);
        }

        /** How far it is from the begin of one to that of the next one. */
        public static long stride(ByteBuf packet) {
            return packet.getLongLE(packet.readerIndex() + RUN + Integer.BYTES);
        }
    }

    /**
     * What was wanted, or was there before an accumulate, whole or a piece of it.
     *
     * <pre>
     *  0               16              20              28
     *  +---------------+---------------+---------------+----------- - -
     *  |    header     |    request    |    offset     |  payload
     *  +---------------+---------------+---------------+----------- - -
     * </pre>
     */
    public static final class Got {

        /** Length before the payload. */
        public static final int LENGTH_BYTES = FIRST + Integer.BYTES + Long.BYTES;

        private Got() {}

        /** Writes all but the payload, which is to follow. */
        public static void encode(ByteBuf out, int sequence, int request, long offset, int payloadBytes) {
            PacketKind.GOT.encode(out, sequence, payloadBytes);
            out.writeIntLE(request).writeLongLE(offset);
        }

        /** The receiver's number for what it wants. */
        public static int request(ByteBuf packet) {
            return packet.getIntLE(packet.readerIndex() + FIRST);
        }

        /** Where the payload is in what was wanted. */
        public static long offset(ByteBuf packet) {
            return packet.getLongLE(packet.readerIndex() + SECOND);
        }
    }

    /**
     * Elements to be combined with those in a window's memory; with a request, GOT brings what was there before.
     *
     * <pre>
     *  0               16              20              24              32              36              40
     *  +---------------+---------------+---------------+---------------+---------------+---------------+----------- - -
     *  |    header     |    window     |    request    |      at       |   operation   |    element    |  payload
     *  +---------------+---------------+---------------+---------------+---------------+---------------+----------- - -
     * </pre>
     */
    public static final class Accumulate {

        /** Length before the payload. */
        public static final int LENGTH_BYTES = FOURTH + 2 * Integer.BYTES;

        /** The longest payload: it is applied at once. */
        public static final int MOST_PAYLOAD_BYTES = EngineWindows.MOST_ACCUMULATED_BYTES;

        private Accumulate() {}

        /** Writes all but the payload, which is to follow. */
        public static void encode(
                ByteBuf out,
                int sequence,
                int window,
                int request,
                long at,
                int operation,
                int element,
                int payloadBytes) {
            PacketKind.ACCUMULATE.encode(out, sequence, payloadBytes);
            out.writeIntLE(window)
                    .writeIntLE(request)
                    .writeLongLE(at)
                    .writeIntLE(operation)
                    .writeIntLE(element);
        }

        /** The operation, as the layer above numbers them. */
        public static int operation(ByteBuf packet) {
            return packet.getIntLE(packet.readerIndex() + FOURTH);
        }

        /** The type of the elements, as the layer above numbers them. */
        public static int element(ByteBuf packet) {
            return packet.getIntLE(packet.readerIndex() + FOURTH + Integer.BYTES);
        }
    }

    /**
     * Elements to be combined with those in runs of a window's memory, which have one length and begin at equal distances.
     *
     * <pre>
     *  0               16              20              24              32              36              40              44              52
     *  +---------------+---------------+---------------+---------------+---------------+---------------+---------------+---------------+----------- - -
     *  |    header     |    window     |    request    |      at       |   operation   |    element    |      run      |    stride     |  payload
     *  +---------------+---------------+---------------+---------------+---------------+---------------+---------------+---------------+----------- - -
     * </pre>
     * {@code run} is their length in packets, {@code stride} the distance; {@code at} is where the first one begins.
     */
    public static final class AccumulateRuns {

        /** Length before the payload. */
        public static final int LENGTH_BYTES = Accumulate.LENGTH_BYTES + Integer.BYTES + Long.BYTES;

        private static final int RUN = Accumulate.LENGTH_BYTES;

        private AccumulateRuns() {}

        /** Writes all but the payload, which is to follow. */
        public static void encode(
                ByteBuf out,
                int sequence,
                int window,
                int request,
                long at,
                int operation,
                int element,
                int run,
                long stride,
                int payloadBytes) {
            PacketKind.ACCUMULATE_RUNS.encode(out, sequence, payloadBytes);
            out.writeIntLE(window)
                    .writeIntLE(request)
                    .writeLongLE(at)
                    .writeIntLE(operation)
                    .writeIntLE(element)
                    .writeIntLE(run)
                    .writeLongLE(stride);
        }

        /** How long each run is. */
        public static int run(ByteBuf packet) {
            return packet.getIntLE(packet.readerIndex() + RUN);
        }

        /** How far it is from the begin of one to that of the next one. */
        public static long stride(ByteBuf packet) {
            return packet.getLongLE(packet.readerIndex() + RUN + Integer.BYTES);
        }
    }

    /**
     * An element of a window's memory is to be replaced if it is the expected one; GOT brings what was there before.
     *
     * <pre>
     *  0               16              20              24              32              36              44              52
     *  +---------------+---------------+---------------+---------------+---------------+---------------+---------------+
     *  |    header     |    window     |    request    |      at       |    element    |     value     |   expected    |
     *  +---------------+---------------+---------------+---------------+---------------+---------------+---------------+
     * </pre>
     */
    public static final class CompareAndSwap {

        /** Length of the whole packet. */
        public static final int LENGTH_BYTES = FOURTH + Integer.BYTES + 2 * Long.BYTES;

        private static final int VALUE = FOURTH + Integer.BYTES;

        private CompareAndSwap() {}

        /** Writes the packet. */
        public static void encode(
                ByteBuf out, int sequence, int window, int request, long at, int element, long value, long expected) {
            PacketKind.COMPARE_AND_SWAP.encode(out, sequence, 0);
            out.writeIntLE(window).writeIntLE(request).writeLongLE(at).writeIntLE(element);
            out.writeLongLE(value).writeLongLE(expected);
        }

        /** The type of the element, as the layer above numbers them. */
        public static int element(ByteBuf packet) {
            return packet.getIntLE(packet.readerIndex() + FOURTH);
        }

        /** What the element becomes. */
        public static long value(ByteBuf packet) {
            return packet.getLongLE(packet.readerIndex() + VALUE);
        }

        /** What it has to be. */
        public static long expected(ByteBuf packet) {
            return packet.getLongLE(packet.readerIndex() + VALUE + Long.BYTES);
        }
    }

    /**
     * FLUSH: DONE says that all is done that came before. UNLOCK: the sender's lock is given back when all is done that came before, and DONE
     * says so; one that still waits is not wanted any more.
     *
     * <pre>
     *  0               16              20              24
     *  +---------------+---------------+---------------+
     *  |    header     |    window     |    request    |
     *  +---------------+---------------+---------------+
     * </pre>
     */
    public static final class Request {

        /** Length of the whole packet. */
        public static final int LENGTH_BYTES = THIRD;

        private Request() {}

        /** Writes a packet of one of the two kinds. */
        public static void encode(ByteBuf out, PacketKind kind, int sequence, int window, int request) {
            kind.encode(out, sequence, 0);
            out.writeIntLE(window).writeIntLE(request);
        }
    }

    /**
     * A lock is wanted; DONE says that it is held.
     *
     * <pre>
     *  0               16              20              24              28
     *  +---------------+---------------+---------------+---------------+
     *  |    header     |    window     |    request    |   exclusive   |
     *  +---------------+---------------+---------------+---------------+
     * </pre>
     */
    public static final class Lock {

        /** Length of the whole packet. */
        public static final int LENGTH_BYTES = THIRD + Integer.BYTES;

        private Lock() {}

        /** Writes the packet. */
        public static void encode(ByteBuf out, int sequence, int window, int request, boolean exclusive) {
            PacketKind.LOCK.encode(out, sequence, 0);
            out.writeIntLE(window).writeIntLE(request).writeIntLE(exclusive ? 1 : 0);
        }

        /** Whether nobody else may hold one. */
        public static boolean exclusive(ByteBuf packet) {
            return packet.getIntLE(packet.readerIndex() + THIRD) != 0;
        }
    }

    /**
     * POST: the receiver may access the sender's memory, once. COMPLETE: it has done so, and all that came before is a part of that. FENCE: the
     * sender has come to a fence, and all that came before is a part of the epoch that it ends. OPEN: a fence to which the receiver has come is
     * over at the sender, so that what follows may come.
     *
     * <pre>
     *  0               16              20
     *  +---------------+---------------+
     *  |    header     |    window     |
     *  +---------------+---------------+
     * </pre>
     */
    public static final class Notice {

        /** Length of the whole packet. */
        public static final int LENGTH_BYTES = SECOND;

        private Notice() {}

        /** Writes a packet of one of these kinds. */
        public static void encode(ByteBuf out, PacketKind kind, int sequence, int window) {
            kind.encode(out, sequence, 0);
            out.writeIntLE(window);
        }
    }

    /**
     * What was asked for is done, or a lock is held.
     *
     * <pre>
     *  0               16              20
     *  +---------------+---------------+
     *  |    header     |    request    |
     *  +---------------+---------------+
     * </pre>
     */
    public static final class Done {

        /** Length of the whole packet. */
        public static final int LENGTH_BYTES = SECOND;

        private Done() {}

        /** Writes the packet. */
        public static void encode(ByteBuf out, int sequence, int request) {
            PacketKind.DONE.encode(out, sequence, 0);
            out.writeIntLE(request);
        }

        /** The receiver's number for what it has asked. */
        public static int request(ByteBuf packet) {
            return packet.getIntLE(packet.readerIndex() + FIRST);
        }
    }

    /**
     * Others hold a lock that is wanted; again when that changes.
     *
     * <pre>
     *  0               16              20              24              28
     *  +---------------+---------------+---------------+---------------+
     *  |    header     |    request    |     count     |    lowest     |
     *  +---------------+---------------+---------------+---------------+
     * </pre>
     * {@code lowest} is the lowest of these ranks, in the window. Where {@code count} is 0, the lock comes next, and {@code lowest} is the rank that
     * was lost while it held it alone.
     */
    public static final class Held {

        /** In place of a count: the only rank that held it is lost. */
        public static final int NOBODY = 0;

        /** Length of the whole packet. */
        public static final int LENGTH_BYTES = THIRD + Integer.BYTES;

        private Held() {}

        /** Writes the packet. */
        public static void encode(ByteBuf out, int sequence, int request, int count, int lowest) {
            PacketKind.HELD.encode(out, sequence, 0);
            out.writeIntLE(request).writeIntLE(count).writeIntLE(lowest);
        }

        /** How many hold it, or {@link #NOBODY}. */
        public static int count(ByteBuf packet) {
            return packet.getIntLE(packet.readerIndex() + SECOND);
        }

        /** The lowest of them, or the rank that is lost. */
        public static int lowest(ByteBuf packet) {
            return packet.getIntLE(packet.readerIndex() + THIRD);
        }
    }

    /**
     * Something was not done, or not wholly. Without a request it was a put or an accumulate that nobody waits for.
     *
     * <pre>
     *  0               16              20              24              28
     *  +---------------+---------------+---------------+---------------+----------- - -
     *  |    header     |    window     |    request    |     code      |  payload
     *  +---------------+---------------+---------------+---------------+----------- - -
     * </pre>
     * {@code code} is the number of an error's class, the payload says why in UTF-8.
     */
    public static final class Refused {

        /** Length before the text. */
        public static final int LENGTH_BYTES = THIRD + Integer.BYTES;

        /** The longest text, in bytes. */
        public static final int MOST_PAYLOAD_BYTES = 1024;

        private static final int MOST_CHARACTERS = MOST_PAYLOAD_BYTES / 4;

        private Refused() {}

        /** The text as it travels; what is too long of it is left out. */
        public static byte[] text(String text) {
            return text.substring(0, Math.min(text.length(), MOST_CHARACTERS)).getBytes(StandardCharsets.UTF_8);
        }

        /** Writes all but the text, which is to follow. */
        public static void encode(ByteBuf out, int sequence, int window, int request, int code, int payloadBytes) {
            PacketKind.REFUSED.encode(out, sequence, payloadBytes);
            out.writeIntLE(window).writeIntLE(request).writeIntLE(code);
        }

        /** The number of the error's class. */
        public static int code(ByteBuf packet) {
            return packet.getIntLE(packet.readerIndex() + THIRD);
        }
    }

    /**
     * All is done that came before; the receiver is to know. {@code what} 0 is a notification, all others are words of the sending end of a stream,
     * which has the number {@code stream}.
     *
     * <pre>
     *  0               16              20              24              28              32              40
     *  +---------------+---------------+---------------+---------------+---------------+---------------+----------- - -
     *  |    header     |    window     |      tag      |     what      |    stream     |     value     |  payload
     *  +---------------+---------------+---------------+---------------+---------------+---------------+----------- - -
     * </pre>
     * {@code value} is the length of a frame; the payload is the error that ends a stream.
     */
    public static final class Notify {

        /** Length before the payload. */
        public static final int LENGTH_BYTES = FOURTH + Long.BYTES;

        /** The longest payload, in bytes. */
        public static final int MOST_PAYLOAD_BYTES = 2048;

        private Notify() {}

        /** Writes all but the payload, which is to follow. */
        public static void encode(
                ByteBuf out, int sequence, int window, int tag, int what, int stream, long value, int payloadBytes) {
            PacketKind.NOTIFY.encode(out, sequence, payloadBytes);
            encodeWord(out, window, tag, what, stream, value);
        }
    }

    /**
     * What has come by NOTIFY was taken. {@code what} 0 gives room for {@code value} more notifications, all others are words of the receiving end of a
     * stream, which has the number {@code stream}.
     *
     * <pre>
     *  0               16              20              24              28              32              40              48
     *  +---------------+---------------+---------------+---------------+---------------+---------------+---------------+
     *  |    header     |    window     |      tag      |     what      |    stream     |     value     |     more      |
     *  +---------------+---------------+---------------+---------------+---------------+---------------+---------------+
     * </pre>
     */
    public static final class Taken {

        /** Length of the whole packet. */
        public static final int LENGTH_BYTES = Notify.LENGTH_BYTES + Long.BYTES;

        private Taken() {}

        /** Writes the packet. */
        public static void encode(
                ByteBuf out, int sequence, int window, int tag, int what, int stream, long value, long more) {
            PacketKind.TAKEN.encode(out, sequence, 0);
            encodeWord(out, window, tag, what, stream, value);
            out.writeLongLE(more);
        }

        /** The second value: of a stream that begins, how its ring is divided. */
        public static long more(ByteBuf packet) {
            return packet.getLongLE(packet.readerIndex() + FOURTH + Long.BYTES);
        }
    }
}
