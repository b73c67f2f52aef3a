package org.reactivempi;

import java.nio.ByteBuffer;

/** A predefined operation on booleans: one byte each, where 0 is false. */
record BooleanReduction(BasicOp op) implements Op.Reducer {

    @Override
    public int elementBytes() {
        return Byte.BYTES;
    }

    @Override
    public void reduce(ByteBuffer left, ByteBuffer right) {
        int count = right.remaining();
        for (int i = 0; i < count; i++) {
            boolean x = left.get(i) != 0;
            boolean y = right.get(i) != 0;
            boolean result = switch (op) {
                case LAND -> x && y;
                case LOR -> x || y;
                case LXOR -> x != y;
                default -> throw new IllegalStateException(op + " is not for booleans");
            };
            right.put(i, (byte) (result ? 1 : 0));
        }
    }
}
