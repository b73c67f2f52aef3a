package org.reactivempi;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Text as UTF-8. New coders report malformed input, where those behind {@code String} would replace it. */
final class StringCodec implements Codec<String> {

    @Override
    public Buffer encode(String value) {
        try {
            return Buffer.of(StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(value)));
        } catch (CharacterCodingException e) {
            throw new MpiException(ErrorClass.CONVERSION, "text has half a surrogate pair: " + e.getMessage(), e);
        }
    }

    @Override
    public String decode(ByteBuffer payload) {
        int length = payload.remaining();
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(payload).toString();
        } catch (CharacterCodingException e) {
            throw new MpiException(
                    ErrorClass.CONVERSION, "payload of " + length + " bytes is not UTF-8: " + e.getMessage(), e);
        }
    }
}
