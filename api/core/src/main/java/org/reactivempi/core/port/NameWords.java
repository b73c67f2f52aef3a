package org.reactivempi.core.port;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.core.port.Words.Step;
import org.reactivempi.transport.engine.port.ProtocolException;

/**
 * A name and the port that it is of, as {@link Words} carry them: in questions both, where the port is known, in an answer the port or why
 * there is none.
 *
 * <pre>
 *  0            2
 *  +------------+-------- - - --------+-------- - -
 *  |  length    |  name in UTF-8      |  port
 *  +------------+-------- - - --------+-------- - -
 * </pre>
 *
 * @param name one that may be published
 * @param port the name of a port, or the empty text
 */
record NameWords(String name, String port) {

    /** So many characters a name has at most. */
    static final int MOST_CHARACTERS = 255;

    /** A name that may be published; throws what is wrong with it. */
    static String checked(String name) {
        if (name.isEmpty()
                || name.length() > MOST_CHARACTERS
                || name.chars().anyMatch(Character::isISOControl)
                || !StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
            throw new MpiException(
                    ErrorClass.SERVICE,
                    "\""
                            + name.substring(0, Math.min(name.length(), MOST_CHARACTERS))
                                    .replaceAll("\\p{Cntrl}", "?")
                            + "\", of " + name.length()
                            + " characters, can't be the name of a port: such a name has 1 to "
                            + MOST_CHARACTERS + ", and none of them is a control character or half a character");
        }
        return name;
    }

    byte[] encoded() {
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        ByteBuf out = Unpooled.buffer();
        out.writeShortLE(text.length).writeBytes(text).writeBytes(port.getBytes(StandardCharsets.US_ASCII));
        return ByteBufUtil.getBytes(out);
    }

    /**
     * What a question says.
     *
     * @throws ProtocolException where that is nothing that may be asked
     */
    static NameWords of(Words question) {
        ByteBuf in = Unpooled.wrappedBuffer(question.payload());
        int length = in.readableBytes() < Short.BYTES ? -1 : in.readUnsignedShortLE();
        if (length < 0 || length > in.readableBytes()) {
            throw new ProtocolException("a name of " + length + " bytes in " + question.payload().length);
        }
        byte[] name = new byte[length];
        in.readBytes(name);
        NameWords words = new NameWords(text(name), in.toString(StandardCharsets.US_ASCII));
        try {
            checked(words.name);
            if (question.step() == Step.PUBLISH) {
                PortName.of(words.port);
            } else if (!words.port.isEmpty()) {
                throw new ProtocolException("a port where only a name may be");
            }
        } catch (MpiException wrong) {
            throw new ProtocolException(String.valueOf(wrong.getMessage()));
        }
        return words;
    }

    private static String text(byte[] name) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(name))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new ProtocolException("a name that is not UTF-8");
        }
    }
}
