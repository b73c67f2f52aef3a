package org.reactivempi.conformance;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The texts that stand in a class: the {@code CONSTANT_String} entries of its constant pool (JVMS 4.4). */
final class StringConstants {

    private static final int HEADER_BYTES = 8;
    private static final int UTF8 = 1;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;
    private static final int STRING = 8;
    /** How many bytes follow the tag of an entry whose length is fixed, by tag. */
    private static final int[] LENGTHS = {0, 0, 0, 4, 4, 8, 8, 2, 2, 4, 4, 4, 4, 0, 0, 3, 2, 4, 4, 2, 2};

    private StringConstants() {}

    static List<String> of(JavaClass type) {
        try (DataInputStream file = new DataInputStream(new BufferedInputStream(
                type.getSource().orElseThrow().getUri().toURL().openStream()))) {
            return read(file);
        } catch (IOException e) {
            throw new UncheckedIOException(type.getName(), e);
        }
    }

    private static List<String> read(DataInputStream file) throws IOException {
        file.skipNBytes(HEADER_BYTES);
        int count = file.readUnsignedShort();
        Map<Integer, String> texts = new HashMap<>();
        List<Integer> strings = new ArrayList<>();
        for (int i = 1; i < count; i++) {
            int tag = file.readUnsignedByte();
            if (tag == UTF8) {
                texts.put(i, file.readUTF());
            } else if (tag == STRING) {
                strings.add(file.readUnsignedShort());
            } else {
                file.skipNBytes(LENGTHS[tag]);
            }
            // They take two places.
            i += tag == LONG || tag == DOUBLE ? 1 : 0;
        }
        return strings.stream().map(texts::get).toList();
    }
}
