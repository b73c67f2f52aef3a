package org.reactivempi.examples.wordcount;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Cuts text in UTF-8 into batches at the ends of lines; a line longer than a batch is cut after a character that is
 * no letter. So no batch ends inside a word, or inside a character.
 *
 * <pre>
 *  bytes   |..........................\n........|. .|    |
 *          0                         cut     checked length   capacity
 *           \_______ next batch ______/\__ carried over _/
 * </pre>
 * For one thread at a time. Memory: two batches, or twice the longest word.
 */
final class BatchCutter {

    /** All words of fewer bytes are counted. A longer one would have to be in memory as a whole; it is no word. */
    private static final int WORD_BYTES_MAX = 1024 * 1024;

    private final InputStream in;
    private final int wordBytesMax;
    private final Utf8Check check = new Utf8Check();
    private byte[] bytes;
    private int length;
    private int checked;
    private long position;
    private boolean atEnd;

    BatchCutter(InputStream in, int batchBytes) {
        this(in, batchBytes, WORD_BYTES_MAX);
    }

    /** For tests, which want small ones. */
    BatchCutter(InputStream in, int batchBytes, int wordBytesMax) {
        this.in = in;
        this.wordBytesMax = wordBytesMax;
        this.bytes = new byte[batchBytes];
    }

    /** The next batch; empty at the end. The array belongs to the caller. */
    byte[] next() throws IOException {
        fill();
        while (cut() == 0 && !atEnd) {
            grow();
            fill();
        }
        return take(cut());
    }

    private void fill() throws IOException {
        if (!atEnd) {
            length += in.readNBytes(bytes, length, bytes.length - length);
            atEnd = length < bytes.length;
            checked = check.check(bytes, checked, length, atEnd, position);
        }
    }

    private void grow() throws IOException {
        if (bytes.length >= wordBytesMax) {
            throw new IOException("a word of " + wordBytesMax + " bytes or more at byte " + position);
        }
        bytes = Arrays.copyOf(bytes, Math.min(2 * bytes.length, wordBytesMax));
    }

    private byte[] take(int cut) {
        byte[] batch = Arrays.copyOf(bytes, cut);
        System.arraycopy(bytes, cut, bytes, 0, length - cut);
        length -= cut;
        checked -= cut;
        position += cut;
        return batch;
    }

    /** Where the batch ends; 0 where there is only a part of a word. */
    private int cut() {
        if (atEnd) {
            return length;
        }
        int line = behindLastLine();
        return line > 0 ? line : behindLastWord();
    }

    private int behindLastLine() {
        int end = checked;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        return end;
    }

    private int behindLastWord() {
        int end = checked;
        while (end > 0) {
            int start = startOfCharacter(end);
            String character = new String(bytes, start, end - start, StandardCharsets.UTF_8);
            if (!Character.isLetter(character.codePointAt(0))) {
                return end;
            }
            end = start;
        }
        return 0;
    }

    private int startOfCharacter(int end) {
        int start = end - 1;
        while ((bytes[start] & 0xC0) == 0x80) {
            start--;
        }
        return start;
    }
}
