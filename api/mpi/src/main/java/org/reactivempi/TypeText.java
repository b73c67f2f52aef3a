package org.reactivempi;

import java.util.List;
import java.util.stream.Collectors;

/** Types in words, for error messages: the constructor and its arguments, long lists and deep nests cut. */
final class TypeText {

    private static final int MOST_VALUES = 8;
    private static final int MOST_LEVELS = 4;

    private TypeText() {}

    static String of(Envelope envelope) {
        return of(envelope, MOST_LEVELS);
    }

    private static String of(Datatype type, int levels) {
        return type.name().isEmpty() ? of(type.envelope(), levels - 1) : type.name();
    }

    private static String of(Envelope envelope, int levels) {
        if (levels == 0) {
            return "...";
        }
        if (envelope instanceof Envelope.Named named) {
            return named.type().name();
        }
        if (envelope instanceof Envelope.Dup dup) {
            return of(dup.type(), levels) + ".dup()";
        }
        if (envelope instanceof Envelope.Contiguous made) {
            return of(made.type(), levels) + call("contiguous", made.count());
        }
        if (envelope instanceof Envelope.Vector made) {
            return of(made.type(), levels) + call("vector", made.count(), made.blockLength(), made.stride());
        }
        if (envelope instanceof Envelope.HVector made) {
            return of(made.type(), levels) + call("hvector", made.count(), made.blockLength(), made.strideBytes());
        }
        if (envelope instanceof Envelope.Indexed made) {
            return of(made.type(), levels) + call("indexed", cut(made.blockLengths()), cut(made.displacements()));
        }
        if (envelope instanceof Envelope.HIndexed made) {
            return of(made.type(), levels) + call("hindexed", cut(made.blockLengths()), cut(made.displacementsBytes()));
        }
        if (envelope instanceof Envelope.IndexedBlock made) {
            return of(made.type(), levels) + call("indexedBlock", made.blockLength(), cut(made.displacements()));
        }
        if (envelope instanceof Envelope.HIndexedBlock made) {
            return of(made.type(), levels) + call("hindexedBlock", made.blockLength(), cut(made.displacementsBytes()));
        }
        if (envelope instanceof Envelope.Subarray made) {
            return of(made.type(), levels)
                    + call("subarray", made.order(), made.sizes(), made.subsizes(), made.starts());
        }
        if (envelope instanceof Envelope.DArray made) {
            return of(made.type(), levels) + call("darray", made.rank(), made.order(), made.sizes(), made.grid());
        }
        if (envelope instanceof Envelope.Resized made) {
            return of(made.type(), levels) + call("resized", made.lowerBoundBytes(), made.extentBytes());
        }
        Envelope.Struct struct = (Envelope.Struct) envelope;
        List<String> blocks = struct.types().stream()
                .limit(MOST_VALUES)
                .map(type -> of(type, levels))
                .toList();
        return call("struct", cut(struct.blockLengths()), cut(struct.displacementsBytes()), blocks)
                .substring(1);
    }

    private static String call(String name, Object... arguments) {
        return "." + name
                + List.of(arguments).stream().map(String::valueOf).collect(Collectors.joining(", ", "(", ")"));
    }

    private static String cut(List<Long> values) {
        return values.size() <= MOST_VALUES
                ? values.toString()
                : values.subList(0, MOST_VALUES).toString().replace("]", ", ... " + values.size() + " in all]");
    }
}
