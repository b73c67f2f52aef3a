package org.reactivempi.layout;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * All of a {@code ByteBuffer}, heap or direct. Where its order is that of the payload, bytes move as they are, the widest word at a
 * time that a block allows; else each element is turned.
 */
final class BytesMemory extends Memory {

    /** From here on, in bytes, a bulk copy beats a loop over words. */
    private static final int BULK = 64;

    private final ByteBuffer bytes;

    BytesMemory(ByteBuffer bytes) {
        this.bytes = bytes;
    }

    @Override
    public long sizeBytes() {
        return bytes.capacity();
    }

    @Override
    public ByteOrder order() {
        return bytes.order();
    }

    @Override
    @Nullable
    ByteBuffer direct(long address, int most) {
        return bytes.isDirect() ? bytes.slice((int) address, Math.min(most, bytes.capacity() - (int) address)) : null;
    }

    ByteBuffer bytes() {
        return bytes;
    }

    @Override
    boolean copyBlock(long address, Memory to, long at, int length) {
        if (to instanceof ArrayMemory array) {
            return array.copyBlock(false, at, length, this, address);
        }
        if (!(to instanceof BytesMemory other)
                || order() != ByteOrder.LITTLE_ENDIAN
                || other.order() != ByteOrder.LITTLE_ENDIAN) {
            return false;
        }
        other.bytes.put((int) at, bytes, (int) address, length);
        return true;
    }

    @Override
    byte octet(long element, int width, int index) {
        return bytes.get(octetAt(element, width, index));
    }

    @Override
    void setOctet(long element, int width, int index, byte value) {
        bytes.put(octetAt(element, width, index), value);
    }

    private int octetAt(long element, int width, int index) {
        return (int) element + (bytes.order() == ByteOrder.BIG_ENDIAN ? width - 1 - index : index);
    }

    @Override
    void pack(
            long from,
            int rows,
            long rowStride,
            int count,
            long stride,
            int length,
            int width,
            ByteBuffer payload,
            int at,
            int atRow,
            int atBlock) {
        for (int row = 0; row < rows; row++) {
            int source = (int) (from + row * rowStride);
            copy(bytes, source, (int) stride, payload, at + row * atRow, atBlock, count, length, width);
        }
    }

    @Override
    void unpack(
            long to,
            int rows,
            long rowStride,
            int count,
            long stride,
            int length,
            int width,
            ByteBuffer payload,
            int at,
            int atRow,
            int atBlock) {
        for (int row = 0; row < rows; row++) {
            int target = (int) (to + row * rowStride);
            copy(payload, at + row * atRow, atBlock, bytes, target, (int) stride, count, length, width);
        }
    }

    @Override
    void packIndexed(
            long base,
            long[] displacements,
            long[] ends,
            int first,
            int behind,
            int equal,
            int width,
            ByteBuffer payload,
            int at) {
        int words = bytes.order() == payload.order() ? equal : 0;
        int to = at;
        switch (words) {
            case Long.BYTES -> {
                for (int i = first; i < behind; i++, to += Long.BYTES) {
                    copyWord(bytes, (int) (base + displacements[i]), payload, to);
                }
            }
            case 2 * Long.BYTES -> {
                for (int i = first; i < behind; i++, to += 2 * Long.BYTES) {
                    copyTwoWords(bytes, (int) (base + displacements[i]), payload, to);
                }
            }
            case 4 * Long.BYTES -> {
                for (int i = first; i < behind; i++, to += 4 * Long.BYTES) {
                    int from = (int) (base + displacements[i]);
                    copyTwoWords(bytes, from, payload, to);
                    copyTwoWords(bytes, from + 2 * Long.BYTES, payload, to + 2 * Long.BYTES);
                }
            }
            default -> {
                for (int i = first; i < behind; i++) {
                    int length = length(ends, i);
                    copyBlock(bytes, (int) (base + displacements[i]), payload, to, length, width);
                    to += length;
                }
            }
        }
    }

    @Override
    void unpackIndexed(
            long base,
            long[] displacements,
            long[] ends,
            int first,
            int behind,
            int equal,
            int width,
            ByteBuffer payload,
            int at) {
        int words = bytes.order() == payload.order() ? equal : 0;
        int from = at;
        switch (words) {
            case Long.BYTES -> {
                for (int i = first; i < behind; i++, from += Long.BYTES) {
                    copyWord(payload, from, bytes, (int) (base + displacements[i]));
                }
            }
            case 2 * Long.BYTES -> {
                for (int i = first; i < behind; i++, from += 2 * Long.BYTES) {
                    copyTwoWords(payload, from, bytes, (int) (base + displacements[i]));
                }
            }
            case 4 * Long.BYTES -> {
                for (int i = first; i < behind; i++, from += 4 * Long.BYTES) {
                    int to = (int) (base + displacements[i]);
                    copyTwoWords(payload, from, bytes, to);
                    copyTwoWords(payload, from + 2 * Long.BYTES, bytes, to + 2 * Long.BYTES);
                }
            }
            default -> {
                for (int i = first; i < behind; i++) {
                    int length = length(ends, i);
                    copyBlock(payload, from, bytes, (int) (base + displacements[i]), length, width);
                    from += length;
                }
            }
        }
    }

    /** Copies blocks at equal distances on both sides. */
    private static void copy(
            ByteBuffer source,
            int from,
            int apart,
            ByteBuffer target,
            int to,
            int toApart,
            int count,
            int length,
            int width) {
        switch (length == width || source.order() == target.order() ? length : 0) {
            case Byte.BYTES -> {
                for (int i = 0; i < count; i++, from += apart, to += toApart) {
                    target.put(to, source.get(from));
                }
            }
            case Short.BYTES -> {
                for (int i = 0; i < count; i++, from += apart, to += toApart) {
                    target.putShort(to, source.getShort(from));
                }
            }
            case Integer.BYTES -> {
                for (int i = 0; i < count; i++, from += apart, to += toApart) {
                    target.putInt(to, source.getInt(from));
                }
            }
            case Long.BYTES -> {
                for (int i = 0; i < count; i++, from += apart, to += toApart) {
                    target.putLong(to, source.getLong(from));
                }
            }
            default -> {
                if (count > 1 && length < BULK) {
                    copyByWords(source, from, apart, target, to, toApart, count, length, width);
                    return;
                }
                for (int i = 0; i < count; i++, from += apart, to += toApart) {
                    copyBlock(source, from, target, to, length, width);
                }
            }
        }
    }

    /** Copies many short blocks word by word: the first word of some blocks, then the second one, so that each loop has one width. */
    private static void copyByWords(
            ByteBuffer source,
            int from,
            int apart,
            ByteBuffer target,
            int to,
            int toApart,
            int count,
            int length,
            int width) {
        boolean turned = source.order() != target.order();
        for (int first = 0; first < count; first += CHUNK) {
            int blocks = Math.min(CHUNK, count - first);
            for (int done = 0; done < length; ) {
                int word = turned ? width : Math.min(Long.BYTES, Integer.highestOneBit(length - done));
                copy(
                        source,
                        from + first * apart + done,
                        apart,
                        target,
                        to + first * toApart + done,
                        toApart,
                        blocks,
                        word,
                        word);
                done += word;
            }
        }
    }

    private static void copyBlock(ByteBuffer source, int from, ByteBuffer target, int to, int length, int width) {
        boolean turned = source.order() != target.order();
        if (turned && width > 1) {
            turn(source, from, target, to, length, width);
        } else if (turned || length >= BULK) {
            target.put(to, source, from, length);
        } else {
            copyWords(source, from, target, to, length);
        }
    }

    private static void copyWord(ByteBuffer source, int from, ByteBuffer target, int to) {
        target.putLong(to, source.getLong(from));
    }

    private static void copyTwoWords(ByteBuffer source, int from, ByteBuffer target, int to) {
        copyWord(source, from, target, to);
        copyWord(source, from + Long.BYTES, target, to + Long.BYTES);
    }

    private static void copyWords(ByteBuffer source, int from, ByteBuffer target, int to, int length) {
        int i = 0;
        for (; i <= length - Long.BYTES; i += Long.BYTES) {
            target.putLong(to + i, source.getLong(from + i));
        }
        if (i <= length - Integer.BYTES) {
            target.putInt(to + i, source.getInt(from + i));
            i += Integer.BYTES;
        }
        for (; i < length; i++) {
            target.put(to + i, source.get(from + i));
        }
    }

    /** Copies elements of one width between buffers of different orders. */
    private static void turn(ByteBuffer source, int from, ByteBuffer target, int to, int length, int width) {
        switch (width) {
            case Short.BYTES -> {
                for (int i = 0; i < length; i += Short.BYTES) {
                    target.putShort(to + i, source.getShort(from + i));
                }
            }
            case Integer.BYTES -> {
                for (int i = 0; i < length; i += Integer.BYTES) {
                    target.putInt(to + i, source.getInt(from + i));
                }
            }
            default -> {
                for (int i = 0; i < length; i += Long.BYTES) {
                    target.putLong(to + i, source.getLong(from + i));
                }
            }
        }
    }
}
