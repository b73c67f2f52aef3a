package org.reactivempi.core.port;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.reactivempi.transport.engine.port.ProtocolException;

/**
 * What two processes say to each other of a port.
 *
 * <pre>
 *  0        1               5               9               13
 *  +--------+---------------+---------------+---------------+----------- - -
 *  |  step  |     port      |     from      |      to       |  payload
 *  +--------+---------------+---------------+---------------+----------- - -
 * </pre>
 *
 * @param step what is said
 * @param port its number, in CONNECT; else 0
 * @param from what the one who says it calls the meeting; 0 where it doesn't
 * @param to what the one calls it who hears it; 0 in CONNECT, and where the one who says it doesn't know it
 * @param payload a {@link Party} in CONNECT and ACCEPTED, a text in REFUSED, else nothing
 */
record Words(Step step, int port, int from, int to, byte[] payload) {

    static final int HEADER_BYTES = 1 + 3 * Integer.BYTES;
    private static final byte[] NOTHING = {};
    private static final int LONGEST_TEXT_BYTES = 4096;
    /** Of the bytes of a character in UTF-8, all but the first one. */
    private static final int CONTINUES = 0x80;

    private static final int CONTINUES_MASK = 0xc0;

    /** A step on the way to a communicator. */
    enum Step {
        /** Who connects: we are these, and want to be accepted at this port. */
        CONNECT,
        /** Who accepts: and we are these. */
        ACCEPTED,
        /** Who connects: all of us know you, and wait. */
        READY,
        /** Who accepts: all of us know you: begin. */
        BEGUN,
        /** Who accepts, in place of anything else: no, and why. */
        REFUSED,
        /** Who connects, in place of READY: no more. */
        WITHDRAWN
    }

    static Words of(Step step, int from, int to) {
        return new Words(step, 0, from, to, NOTHING);
    }

    static Words refused(int from, int to, String why) {
        byte[] text = why.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(text.length, LONGEST_TEXT_BYTES);
        while (length < text.length && (text[length] & CONTINUES_MASK) == CONTINUES) {
            length--;
        }
        return new Words(Step.REFUSED, 0, from, to, Arrays.copyOf(text, length));
    }

    String text() {
        return new String(payload, StandardCharsets.UTF_8);
    }

    byte[] encoded() {
        ByteBuf out = Unpooled.buffer(HEADER_BYTES + payload.length);
        out.writeByte(step.ordinal())
                .writeIntLE(port)
                .writeIntLE(from)
                .writeIntLE(to)
                .writeBytes(payload);
        return ByteBufUtil.getBytes(out);
    }

    /**
     * What bytes say.
     *
     * @throws ProtocolException where that is nothing that may be said
     */
    static Words of(byte[] encoded) {
        int step = encoded.length < HEADER_BYTES ? -1 : encoded[0];
        if (step < 0 || step >= Step.values().length) {
            throw new ProtocolException("step " + step + " of a port, in " + encoded.length + " bytes");
        }
        ByteBuf in = Unpooled.wrappedBuffer(encoded).skipBytes(1);
        Words words = new Words(
                Step.values()[step], in.readIntLE(), in.readIntLE(), in.readIntLE(), ByteBufUtil.getBytes(in));
        if (!words.isAllowed()) {
            throw new ProtocolException("step " + words.step + " with port " + words.port + ", from " + words.from
                    + " to " + words.to + ", and " + words.payload.length + " bytes");
        }
        return words;
    }

    /** Whether it has all that its step needs, and nothing else. */
    private boolean isAllowed() {
        return switch (step) {
            case CONNECT -> from != 0 && to == 0;
            case ACCEPTED -> port == 0 && from != 0 && to != 0;
            case READY, BEGUN -> port == 0 && from != 0 && to != 0 && payload.length == 0;
            case REFUSED -> port == 0 && to != 0 && payload.length <= LONGEST_TEXT_BYTES;
            case WITHDRAWN -> port == 0 && from != 0 && payload.length == 0;
        };
    }
}
