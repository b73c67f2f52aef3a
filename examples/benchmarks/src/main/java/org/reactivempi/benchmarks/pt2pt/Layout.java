package org.reactivempi.benchmarks.pt2pt;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.reactivempi.Buffer;
import org.reactivempi.Datatype;

/** Where in the buffers the bytes of a message are: one after the other, or as a derived type says. */
public enum Layout {
    /** One after the other. */
    DENSE(1) {
        @Override
        int spanBytes(int units) {
            return units;
        }

        @Override
        Datatype type(int units) {
            return Datatype.BYTE.contiguous(units);
        }

        @Override
        void pack(ByteBuffer from, ByteBuffer to, int units) {
            to.put(0, from, 0, units);
        }

        @Override
        void unpack(ByteBuffer from, ByteBuffer to, int units) {
            to.put(0, from, 0, units);
        }
    },

    /** Every other number. */
    VECTOR(Double.BYTES) {
        @Override
        int spanBytes(int units) {
            return 2 * Double.BYTES * units;
        }

        @Override
        Datatype type(int units) {
            return Datatype.DOUBLE.vector(units, 1, 2);
        }

        @Override
        void pack(ByteBuffer from, ByteBuffer to, int units) {
            for (int i = 0; i < units; i++) {
                to.putDouble(8 * i, from.getDouble(16 * i));
            }
        }

        @Override
        void unpack(ByteBuffer from, ByteBuffer to, int units) {
            for (int i = 0; i < units; i++) {
                to.putDouble(16 * i, from.getDouble(8 * i));
            }
        }
    },

    /** Blocks of four numbers, with gaps of no, one, two and three numbers in turn. */
    INDEXED(4 * Double.BYTES) {
        @Override
        int spanBytes(int units) {
            return (place(units - 1) + 4) * Double.BYTES;
        }

        @Override
        Datatype type(int units) {
            long[] places = new long[units];
            for (int i = 0; i < units; i++) {
                places[i] = place(i);
            }
            return Datatype.DOUBLE.indexedBlock(4, places);
        }

        /** Where a block begins, in numbers: gaps of six numbers come with each four blocks. */
        private int place(int block) {
            int rest = block % 4;
            return 4 * block + 6 * (block / 4) + rest * (rest + 1) / 2;
        }

        @Override
        void pack(ByteBuffer from, ByteBuffer to, int units) {
            for (int i = 0; i < units; i++) {
                int at = Double.BYTES * place(i);
                for (int number = 0; number < 32; number += 8) {
                    to.putDouble(32 * i + number, from.getDouble(at + number));
                }
            }
        }

        @Override
        void unpack(ByteBuffer from, ByteBuffer to, int units) {
            for (int i = 0; i < units; i++) {
                int at = Double.BYTES * place(i);
                for (int number = 0; number < 32; number += 8) {
                    to.putDouble(at + number, from.getDouble(32 * i + number));
                }
            }
        }
    },

    /** A face of a box of numbers that is 64 deep: of each row the first one. */
    FACE(Double.BYTES) {
        @Override
        int spanBytes(int units) {
            return ROW_BYTES * units;
        }

        @Override
        Datatype type(int units) {
            return Datatype.DOUBLE.subarray(
                    Datatype.Order.ROW_MAJOR,
                    new long[] {units, ROW_BYTES / Double.BYTES},
                    new long[] {units, 1},
                    new long[] {0, 0});
        }

        @Override
        void pack(ByteBuffer from, ByteBuffer to, int units) {
            for (int i = 0; i < units; i++) {
                to.putDouble(8 * i, from.getDouble(ROW_BYTES * i));
            }
        }

        @Override
        void unpack(ByteBuffer from, ByteBuffer to, int units) {
            for (int i = 0; i < units; i++) {
                to.putDouble(ROW_BYTES * i, from.getDouble(8 * i));
            }
        }
    },

    /** Rows of 32 KiB with gaps of 512 bytes: long enough to be sent from where they are, where the memory is direct. */
    ROWS(32 * 1024) {
        @Override
        int spanBytes(int units) {
            return LONG_ROW_BYTES * units;
        }

        @Override
        Datatype type(int units) {
            return Datatype.DOUBLE.vector(units, 4096, LONG_ROW_BYTES / Double.BYTES);
        }

        @Override
        void pack(ByteBuffer from, ByteBuffer to, int units) {
            for (int i = 0; i < units; i++) {
                to.put(unitBytes() * i, from, LONG_ROW_BYTES * i, unitBytes());
            }
        }

        @Override
        void unpack(ByteBuffer from, ByteBuffer to, int units) {
            for (int i = 0; i < units; i++) {
                to.put(LONG_ROW_BYTES * i, from, unitBytes() * i, unitBytes());
            }
        }
    },

    /** Of each 32 bytes an int, two numbers and a byte; direct memory, whatever the kind is, since an array has one type of elements. */
    STRUCT(Integer.BYTES + 2 * Double.BYTES + 1) {
        @Override
        int spanBytes(int units) {
            return STRUCT_BYTES * units;
        }

        @Override
        Datatype type(int units) {
            return Datatype.struct()
                    .add(0, Datatype.INT)
                    .add(8, Datatype.DOUBLE, 2)
                    .add(24, Datatype.BYTE)
                    .build(STRUCT_BYTES)
                    .contiguous(units);
        }

        @Override
        void pack(ByteBuffer from, ByteBuffer to, int units) {
            for (int i = 0; i < units; i++) {
                int in = STRUCT_BYTES * i;
                int out = unitBytes() * i;
                to.putInt(out, from.getInt(in));
                to.putDouble(out + 4, from.getDouble(in + 8));
                to.putDouble(out + 12, from.getDouble(in + 16));
                to.put(out + 20, from.get(in + 24));
            }
        }

        @Override
        void unpack(ByteBuffer from, ByteBuffer to, int units) {
            for (int i = 0; i < units; i++) {
                int in = unitBytes() * i;
                int out = STRUCT_BYTES * i;
                to.putInt(out, from.getInt(in));
                to.putDouble(out + 8, from.getDouble(in + 4));
                to.putDouble(out + 16, from.getDouble(in + 12));
                to.put(out + 24, from.get(in + 20));
            }
        }

        @Override
        Buffer memory(Memory memory, int bytes) {
            return Memory.DIRECT.doubles(bytes / Double.BYTES);
        }
    };

    private static final int ROW_BYTES = 64 * Double.BYTES;
    private static final int LONG_ROW_BYTES = (4096 + 64) * Double.BYTES;
    private static final int STRUCT_BYTES = 32;

    private final int unitBytes;

    Layout(int unitBytes) {
        this.unitBytes = unitBytes;
    }

    /** The payload of the smallest part. */
    final int unitBytes() {
        return unitBytes;
    }

    /**
     * A buffer in this layout.
     *
     * @param lengthBytes of the message; rounded down to whole units of the layout; where it is shorter than one, it is dense
     */
    final Buffer roomOf(Memory memory, int lengthBytes) {
        int units = lengthBytes / unitBytes;
        return this == DENSE || units == 0
                ? memory.room(lengthBytes)
                : memory(memory, spanBytes(units)).as(type(units), 1);
    }

    Buffer memory(Memory memory, int bytes) {
        return memory.doubles(bytes / Double.BYTES);
    }

    /** Direct memory for so many units, to be packed by hand. */
    final ByteBuffer memory(int units) {
        return ByteBuffer.allocateDirect(spanBytes(units)).order(ByteOrder.nativeOrder());
    }

    /** How long the memory of so many units is. */
    abstract int spanBytes(int units);

    abstract Datatype type(int units);

    /** What a program does that knows no derived types: the bytes of the message, one after the other. */
    abstract void pack(ByteBuffer from, ByteBuffer to, int units);

    /** Back to their places. */
    abstract void unpack(ByteBuffer from, ByteBuffer to, int units);
}
