package org.reactivempi.examples.wordcount;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/** Looks whether bytes are UTF-8, so that a mistake is found where it can still be named. For one thread at a time. */
final class Utf8Check {

    private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    private final CharBuffer unread = CharBuffer.allocate(8192);

    /**
     * Checks some more of a stream.
     *
     * @param bytes where they are
     * @param from first byte, the start of a character
     * @param to after the last byte
     * @param last whether the stream ends there
     * @param position the place in the stream of {@code bytes[0]}
     * @return the place after the last whole character
     * @throws IOException naming the place of the first byte that belongs to no character
     */
    int check(byte[] bytes, int from, int to, boolean last, long position) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(bytes, from, to - from);
        CoderResult result;
        do {
            unread.clear();
            result = decoder.decode(rest, unread, last);
        } while (result.isOverflow());
        if (result.isError()) {
            throw new IOException("not UTF-8 at byte " + (position + rest.position()));
        }
        return rest.position();
    }
}
