package org.reactivempi.conformance.data;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.reactivempi.Datatype;

/** What a message consists of, over and over: an element of a basic type, or several as a struct. */
enum Unit {
    BYTE(Datatype.BYTE),
    BOOLEAN(Datatype.BOOLEAN),
    SHORT(Datatype.SHORT),
    CHAR(Datatype.CHAR),
    INT(Datatype.INT),
    FLOAT(Datatype.FLOAT),
    LONG(Datatype.LONG),
    DOUBLE(Datatype.DOUBLE),
    /** A value and its index. */
    PAIR(Datatype.DOUBLE, Datatype.INT),
    /** The components of a {@link Particle}, without a size that divides anything. */
    PARTICLE(Datatype.INT, Datatype.DOUBLE, Datatype.BYTE, Datatype.SHORT);

    /** A unit as a record. */
    record Particle(int id, double x, byte kind, short mass) {}

    private final List<Datatype> leaves;
    private final int bytes;

    Unit(Datatype... leaves) {
        this.leaves = List.of(leaves);
        this.bytes = (int) Stream.of(leaves).mapToLong(Datatype::sizeBytes).sum();
    }

    /** The basic types that it is made of, as they travel. */
    List<Datatype> leaves() {
        return leaves;
    }

    /** How long it is as it travels. */
    int bytes() {
        return bytes;
    }

    /** Whether arrays and views of numbers hold it. */
    boolean isBasic() {
        return leaves.size() == 1;
    }

    /** A payload of so many units; any bits, but for booleans. */
    byte[] payload(Random random, int count) {
        byte[] payload = Noise.bytes(random, bytes * count);
        return this == BOOLEAN ? booleans(payload) : payload;
    }

    private static byte[] booleans(byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] &= 1;
        }
        return bytes;
    }
}
