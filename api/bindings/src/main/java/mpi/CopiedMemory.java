package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.List;
import org.reactivempi.spi.ForeignMemory;

/**
 * The bytes of an array, or of a buffer of numbers, in the machine's order: a copy that is made when an operation begins, and written back
 * when one that receives has ended. Seldom needed: where a program gives memory of one type and a datatype of another.
 */
final class CopiedMemory implements ForeignMemory {

    /** Of the elements' type, over the program's memory; or a {@code boolean[]}. */
    private final Object original;

    private final int elementBytes;
    private final boolean readOnly;
    private final ByteBuffer bytes;
    private volatile boolean received;

    private CopiedMemory(Object original, int elementBytes, int elements, boolean readOnly) {
        this.original = original;
        this.elementBytes = elementBytes;
        this.readOnly = readOnly;
        this.bytes =
                ByteBuffer.allocate(Math.multiplyExact(elements, elementBytes)).order(ByteOrder.nativeOrder());
    }

    /** A copy of a buffer or array that isn't one of bytes. */
    static CopiedMemory of(Object memory) {
        if (memory instanceof boolean[] booleans) {
            return new CopiedMemory(booleans, 1, booleans.length, false);
        }
        java.nio.Buffer all = elements(memory);
        return new CopiedMemory(all, bytesOf(all), all.capacity(), all.isReadOnly());
    }

    private static java.nio.Buffer elements(Object memory) {
        if (memory instanceof java.nio.Buffer buffer) {
            return buffer.duplicate().clear();
        }
        if (memory instanceof char[] chars) {
            return CharBuffer.wrap(chars);
        }
        if (memory instanceof short[] shorts) {
            return ShortBuffer.wrap(shorts);
        }
        if (memory instanceof int[] ints) {
            return IntBuffer.wrap(ints);
        }
        if (memory instanceof long[] longs) {
            return LongBuffer.wrap(longs);
        }
        if (memory instanceof float[] floats) {
            return FloatBuffer.wrap(floats);
        }
        if (memory instanceof double[] doubles) {
            return DoubleBuffer.wrap(doubles);
        }
        throw new MPIException(
                MPI.ERR_BUFFER,
                "a " + memory.getClass().getTypeName()
                        + " is no buffer: it must be an array of a basic type, or a buffer of java.nio");
    }

    private static int bytesOf(java.nio.Buffer elements) {
        if (elements instanceof CharBuffer || elements instanceof ShortBuffer) {
            return Short.BYTES;
        }
        return elements instanceof IntBuffer || elements instanceof FloatBuffer ? Integer.BYTES : Long.BYTES;
    }

    int elementBytes() {
        return elementBytes;
    }

    @Override
    public long lengthBytes() {
        return bytes.capacity();
    }

    @Override
    public List<ByteBuffer> pieces() {
        return List.of(bytes);
    }

    @Override
    public String refusal(boolean forReceive) {
        if (forReceive && readOnly) {
            return "cannot receive into a read-only buffer";
        }
        received |= forReceive;
        return null;
    }

    @Override
    public void retain() {
        copy(true);
    }

    @Override
    public void release() {
        if (received) {
            copy(false);
        }
    }

    private void copy(boolean out) {
        if (original instanceof boolean[] booleans) {
            for (int i = 0; i < booleans.length; i++) {
                if (out) {
                    bytes.put(i, (byte) (booleans[i] ? 1 : 0));
                } else {
                    booleans[i] = bytes.get(i) != 0;
                }
            }
        } else if (original instanceof CharBuffer chars) {
            CharBuffer copy = bytes.asCharBuffer();
            move(out, chars, copy, (to, from) -> to.put(0, from, 0, from.capacity()));
        } else if (original instanceof ShortBuffer shorts) {
            move(out, shorts, bytes.asShortBuffer(), (to, from) -> to.put(0, from, 0, from.capacity()));
        } else if (original instanceof IntBuffer ints) {
            move(out, ints, bytes.asIntBuffer(), (to, from) -> to.put(0, from, 0, from.capacity()));
        } else if (original instanceof LongBuffer longs) {
            move(out, longs, bytes.asLongBuffer(), (to, from) -> to.put(0, from, 0, from.capacity()));
        } else if (original instanceof FloatBuffer floats) {
            move(out, floats, bytes.asFloatBuffer(), (to, from) -> to.put(0, from, 0, from.capacity()));
        } else if (original instanceof DoubleBuffer doubles) {
            move(out, doubles, bytes.asDoubleBuffer(), (to, from) -> to.put(0, from, 0, from.capacity()));
        }
    }

    private static <B> void move(boolean out, B original, B copy, java.util.function.BiConsumer<B, B> mover) {
        mover.accept(out ? copy : original, out ? original : copy);
    }
}
