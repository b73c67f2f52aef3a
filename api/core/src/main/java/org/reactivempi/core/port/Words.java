package org.reactivempi.core.port;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.reactivempi.ErrorClass;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.transport.engine.port.ProtocolException;

/**
 * What two processes say to each other of a port, or of the names of ports.
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
 * @param from what the one who says it calls the meeting, or its question; 0 where it doesn't
 * @param to what the one calls it who hears it; 0 in CONNECT and in questions, and where the one who says it doesn't know it
 * @param payload a {@link Party} in CONNECT and ACCEPTED, a text in REFUSED, what {@link NameWords} says of names, else nothing
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
        WITHDRAWN,
        /** A question: from now on this name is that of this port. */
        PUBLISH,
        /** A question: this name is of no port any more. */
        UNPUBLISH,
        /** A question: of which port is this name? */
        LOOKUP,
        /** The answer: it is done, or of this port. */
        NAMED,
        /** The answer: no, and why. */
        UNNAMED
    }

    static Words of(Step step, int from, int to) {
        return new Words(step, 0, from, to, NOTHING);
    }

    static Words refused(int from, int to, String why) {
        return new Words(Step.REFUSED, 0, from, to, cut(why));
    }

    /** The answer to a question of a name. */
    static Words named(int to, String port) {
        return new Words(Step.NAMED, 0, 0, to, port.getBytes(StandardCharsets.US_ASCII));
    }

    /** The answer that there is none, which is an error of this class there. */
    static Words unnamed(int to, MpiException why) {
        byte[] text = cut(String.valueOf(why.getMessage()));
        byte[] payload = new byte[1 + text.length];
        payload[0] = (byte) (why.errorClass() == ErrorClass.NAME ? 0 : 1);
        System.arraycopy(text, 0, payload, 1, text.length);
        return new Words(Step.UNNAMED, 0, 0, to, payload);
    }

    /** What {@link #unnamed} has been told. */
    MpiException whyUnnamed() {
        return new MpiException(
                payload[0] == 0 ? ErrorClass.NAME : ErrorClass.SERVICE,
                new String(payload, 1, payload.length - 1, StandardCharsets.UTF_8));
    }

    /** A text in UTF-8, without its end where it is too long. */
    private static byte[] cut(String text) {
        byte[] all = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(all.length, LONGEST_TEXT_BYTES);
        while (length < all.length && (all[length] & CONTINUES_MASK) == CONTINUES) {
            length--;
        }
        return Arrays.copyOf(all, length);
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
            case PUBLISH, UNPUBLISH, LOOKUP -> port == 0 && from != 0 && to == 0;
            case NAMED -> port == 0 && from == 0 && to != 0 && payload.length <= Mpi.MAX_PORT_NAME;
            case UNNAMED ->
                port == 0 && from == 0 && to != 0 && payload.length >= 1 && payload.length <= 1 + LONGEST_TEXT_BYTES;
        };
    }
}
