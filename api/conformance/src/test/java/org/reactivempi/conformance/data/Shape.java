package org.reactivempi.conformance.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.reactivempi.Datatype;

/**
 * A datatype of some units, and its model: where each of its basic elements lies.
 *
 * @param unit that it consists of
 * @param type as the library has it
 * @param places of its basic elements, in bytes, in the order in which they travel
 * @param extent from one element to the next one, in bytes
 */
record Shape(Unit unit, Datatype type, int[] places, int extent) {

    Shape {
        assertThat(type.extentBytes()).as("extent of %s", type).isEqualTo(extent);
    }

    /** Of one unit; a struct has its parts in any order, with gaps. */
    static Shape of(Unit unit, Random random) {
        List<Datatype> leaves = unit.leaves();
        if (unit.isBasic()) {
            return new Shape(unit, leaves.get(0), new int[1], unit.bytes());
        }
        if (unit == Unit.PAIR) {
            return new Shape(unit, Datatype.DOUBLE_INT, new int[] {0, Double.BYTES}, 2 * Double.BYTES);
        }
        List<Integer> order = new java.util.ArrayList<>(
                IntStream.range(0, leaves.size()).boxed().toList());
        Collections.shuffle(order, random);
        int[] places = new int[leaves.size()];
        int at = 0;
        for (int leaf : order) {
            at += random.nextInt(4);
            places[leaf] = at;
            at += (int) leaves.get(leaf).sizeBytes();
        }
        int extent = at + random.nextInt(4);
        Datatype.StructBuilder struct = Datatype.struct();
        for (int leaf = 0; leaf < places.length; leaf++) {
            struct.add(places[leaf], leaves.get(leaf));
        }
        return new Shape(unit, struct.build(extent), places, extent);
    }

    /** Of a random number of units that divides {@code units}. */
    static Shape dividing(Unit unit, int units, Random random) {
        Shape one = of(unit, random);
        int in = units == 0 ? 1 + random.nextInt(5) : divisor(units, random);
        int inner = divisor(in, random);
        return random.nextBoolean()
                ? one.blocks(in, random)
                : one.blocks(inner, random).blocks(in / inner, random);
    }

    private static int divisor(int number, Random random) {
        int most = 1 + random.nextInt(number);
        return switch (random.nextInt(4)) {
            case 0 -> 1;
            case 1 -> number;
            default ->
                IntStream.iterate(most, divisor -> divisor - 1)
                        .filter(divisor -> number % divisor == 0)
                        .findFirst()
                        .orElseThrow();
        };
    }

    /** So many of it, put together by one of the constructors of types. */
    private Shape blocks(int count, Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> new Shape(unit, type.contiguous(count), repeated(offsets(count, 1, 0)), count * extent);
            case 1 -> vector(count, random);
            default -> indexed(count, random);
        };
    }

    private Shape vector(int count, Random random) {
        int length = divisor(count, random);
        int blocks = count / length;
        int stride = length + random.nextInt(4);
        return new Shape(
                unit,
                type.vector(blocks, length, stride),
                repeated(offsets(blocks, length, stride)),
                ((blocks - 1) * stride + length) * extent);
    }

    private static int[] offsets(int blocks, int length, int stride) {
        return IntStream.range(0, blocks * length)
                .map(i -> stride == 0 ? i : i / length * stride + i % length)
                .toArray();
    }

    /** Up to five blocks, with gaps, in any order. */
    private Shape indexed(int count, Random random) {
        int[] cuts = IntStream.concat(IntStream.of(0, count), random.ints(4, 0, count + 1))
                .sorted()
                .toArray();
        List<Integer> order =
                new java.util.ArrayList<>(IntStream.range(0, 5).boxed().toList());
        Collections.shuffle(order, random);
        long[] lengths = new long[5];
        long[] displacements = new long[5];
        int at = random.nextInt(3);
        int first = at;
        for (int block : order) {
            lengths[block] = cuts[block + 1] - cuts[block];
            displacements[block] = at;
            at += (int) lengths[block] + random.nextInt(3);
        }
        int[] offsets = IntStream.range(0, 5)
                .flatMap(block -> IntStream.range(0, (int) lengths[block]).map(i -> (int) displacements[block] + i))
                .toArray();
        int least = Arrays.stream(offsets).min().orElse(first);
        int most = Arrays.stream(offsets).max().orElse(first) + 1;
        return new Shape(unit, type.indexed(lengths, displacements), repeated(offsets), (most - least) * extent);
    }

    private int[] repeated(int[] offsets) {
        return Arrays.stream(offsets)
                .flatMap(offset -> Arrays.stream(places).map(place -> offset * extent + place))
                .toArray();
    }

    /** How many units it has. */
    int units() {
        return places.length / unit.leaves().size();
    }

    /** Where the last of so many elements ends. */
    int end(int count) {
        if (count == 0) {
            return 0;
        }
        int end = 0;
        for (int leaf = 0; leaf < places.length; leaf++) {
            end = Math.max(end, places[leaf] + size(leaf));
        }
        return (count - 1) * extent + end;
    }

    private int size(int leaf) {
        return (int) unit.leaves().get(leaf % unit.leaves().size()).sizeBytes();
    }

    /** Puts a payload, or its beginning, into the image of memory, where the first element's displacement 0 is at {@code origin}. */
    void put(byte[] payload, byte[] image, int origin, boolean bigEndian) {
        int[] runs = runs(bigEndian);
        if (!bigEndian && runs.length == 2 && runs[1] == extent && payload.length > 0) {
            System.arraycopy(payload, 0, image, origin + runs[0], payload.length);
            return;
        }
        int next = 0;
        for (int start = origin; next < payload.length && runs.length > 0; start += extent) {
            for (int run = 0; run < runs.length && next < payload.length; run += 2) {
                int at = start + runs[run];
                int length = Math.min(runs[run + 1], payload.length - next);
                if (!bigEndian) {
                    System.arraycopy(payload, next, image, at, length);
                } else {
                    for (int i = 0; i < length; i++) {
                        image[at + runs[run + 1] - 1 - i] = payload[next + i];
                    }
                }
                next += length;
            }
        }
    }

    /** The payload of so many elements, the opposite of {@link #put}. */
    byte[] take(byte[] image, int origin, int count, boolean bigEndian) {
        byte[] payload = new byte[count * units() * unit.bytes()];
        int[] runs = runs(bigEndian);
        int next = 0;
        for (int element = 0; element < count; element++) {
            int start = origin + element * extent;
            for (int run = 0; run < runs.length; run += 2) {
                int at = start + runs[run];
                int length = runs[run + 1];
                for (int i = 0; i < length; i++) {
                    payload[next + i] = image[bigEndian ? at + length - 1 - i : at + i];
                }
                next += length;
            }
        }
        return payload;
    }

    /**
     * {@return place and length of each part of an element that is one copy, one after the other: as many basic elements as follow each
     * other in memory, or each single one if its bytes are turned round}
     */
    private int[] runs(boolean bigEndian) {
        int[] sizes = IntStream.range(0, unit.leaves().size()).map(this::size).toArray();
        int[] runs = new int[2 * places.length];
        int used = 0;
        int kind = 0;
        for (int place : places) {
            int size = sizes[kind];
            kind = kind + 1 < sizes.length ? kind + 1 : 0;
            if (used > 0 && !bigEndian && runs[used - 2] + runs[used - 1] == place) {
                runs[used - 1] += size;
            } else {
                runs[used++] = place;
                runs[used++] = size;
            }
        }
        return Arrays.copyOf(runs, used);
    }
}
