package org.reactivempi;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Types as text for a stack machine, which programs of other MPIs read: what is on the stack, then a letter for the constructor and
 * its arguments.
 */
final class DescribedTypes {

    private static final List<Datatype> BASICS = List.of(
            Datatype.BYTE, Datatype.SHORT, Datatype.CHAR, Datatype.INT, Datatype.FLOAT, Datatype.LONG, Datatype.DOUBLE);

    private DescribedTypes() {}

    static String of(Datatype type) {
        Envelope envelope = type.envelope();
        if (envelope instanceof Envelope.Named named) {
            return line("b", BASICS.indexOf(named.type()));
        } else if (envelope instanceof Envelope.Dup made) {
            return line(of(made.type()), "d");
        } else if (envelope instanceof Envelope.Contiguous made) {
            return line(of(made.type()), "c", made.count());
        } else if (envelope instanceof Envelope.Vector made) {
            return line(of(made.type()), "v", made.count(), made.blockLength(), made.stride());
        } else if (envelope instanceof Envelope.HVector made) {
            return line(of(made.type()), "h", made.count(), made.blockLength(), made.strideBytes());
        } else if (envelope instanceof Envelope.Indexed made) {
            return line(of(made.type()), "x", pairs(made.blockLengths(), made.displacements()));
        } else if (envelope instanceof Envelope.HIndexed made) {
            return line(of(made.type()), "y", pairs(made.blockLengths(), made.displacementsBytes()));
        } else if (envelope instanceof Envelope.IndexedBlock made) {
            return line(of(made.type()), "i", made.blockLength(), list(made.displacements()));
        } else if (envelope instanceof Envelope.HIndexedBlock made) {
            return line(of(made.type()), "j", made.blockLength(), list(made.displacementsBytes()));
        } else if (envelope instanceof Envelope.Resized made) {
            return line(of(made.type()), "r", made.lowerBoundBytes(), made.extentBytes());
        } else if (envelope instanceof Envelope.Subarray made) {
            return line(
                    of(made.type()),
                    "a",
                    made.order().ordinal(),
                    list(made.sizes()),
                    values(made.subsizes()),
                    values(made.starts()));
        } else if (envelope instanceof Envelope.DArray made) {
            return line(
                    of(made.type()),
                    "g",
                    made.rank(),
                    made.order().ordinal(),
                    list(made.sizes()),
                    values(made.distributions().stream()
                            .map(each -> each.kind().ordinal())
                            .toList()),
                    values(made.distributions().stream()
                            .map(Distribution::argument)
                            .toList()),
                    values(made.grid()));
        }
        Envelope.Struct struct = (Envelope.Struct) envelope;
        String types = struct.types().stream().map(DescribedTypes::of).collect(Collectors.joining(" "));
        return line(types, "s", pairs(struct.blockLengths(), struct.displacementsBytes()));
    }

    private static String line(Object... parts) {
        return List.of(parts).stream().map(String::valueOf).collect(Collectors.joining(" "));
    }

    private static String values(List<?> values) {
        return values.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }

    private static String list(List<Long> values) {
        return (values.size() + " " + values(values)).trim();
    }

    private static String pairs(List<Long> lengths, List<Long> places) {
        StringBuilder pairs = new StringBuilder().append(lengths.size());
        for (int i = 0; i < lengths.size(); i++) {
            pairs.append(' ').append(lengths.get(i)).append(' ').append(places.get(i));
        }
        return pairs.toString();
    }
}
