package org.reactivempi.benchmarks.pt2pt;

import org.reactivempi.Buffer;
import org.reactivempi.Datatype;

/** Where in the buffers the bytes of a message are: one after the other, or as a derived type says. */
enum Layout {
    /** One after the other. */
    DENSE(1),

    /** Every other number. */
    VECTOR(Double.BYTES) {
        @Override
        Buffer room(Memory memory, int units) {
            return memory.doubles(2 * units).as(Datatype.DOUBLE.vector(units, 1, 2), 1);
        }
    },

    /** Blocks of four numbers, with gaps of no, one, two and three numbers in turn. */
    INDEXED(4 * Double.BYTES) {
        @Override
        Buffer room(Memory memory, int units) {
            long[] places = new long[units];
            for (int i = 1; i < units; i++) {
                places[i] = places[i - 1] + 4 + i % 4;
            }
            return memory.doubles((int) places[units - 1] + 4).as(Datatype.DOUBLE.indexedBlock(4, places), 1);
        }
    },

    /** A face of a box of numbers that is 64 deep: of each row the first one. */
    FACE(Double.BYTES) {
        @Override
        Buffer room(Memory memory, int units) {
            Datatype face = Datatype.DOUBLE.subarray(
                    Datatype.Order.ROW_MAJOR, new long[] {units, DEPTH}, new long[] {units, 1}, new long[] {0, 0});
            return memory.doubles(DEPTH * units).as(face, 1);
        }
    },

    /** Rows of 32 KiB with gaps of 512 bytes: long enough to be sent from where they are, where the memory is direct. */
    ROWS(4096 * Double.BYTES) {
        @Override
        Buffer room(Memory memory, int units) {
            return memory.doubles((4096 + 64) * units).as(Datatype.DOUBLE.vector(units, 4096, 4096 + 64), 1);
        }
    },

    /** Of each 32 bytes an int, two numbers and a byte; direct memory, whatever the kind is, since an array has one type of elements. */
    STRUCT(Integer.BYTES + 2 * Double.BYTES + 1) {
        @Override
        Buffer room(Memory memory, int units) {
            Datatype struct = Datatype.struct()
                    .add(0, Datatype.INT)
                    .add(8, Datatype.DOUBLE, 2)
                    .add(24, Datatype.BYTE)
                    .build(SPAN);
            return Memory.DIRECT.room(SPAN * units).as(struct, units);
        }
    };

    private static final int DEPTH = 64;
    private static final int SPAN = 32;

    private final int unitBytes;

    Layout(int unitBytes) {
        this.unitBytes = unitBytes;
    }

    /**
     * A buffer in this layout.
     *
     * @param lengthBytes of the message; rounded down to whole units of the layout; where it is shorter than one, it is dense
     */
    final Buffer roomOf(Memory memory, int lengthBytes) {
        int units = lengthBytes / unitBytes;
        return this == DENSE || units == 0 ? memory.room(lengthBytes) : room(memory, units);
    }

    Buffer room(Memory memory, int units) {
        return memory.room(units);
    }
}
