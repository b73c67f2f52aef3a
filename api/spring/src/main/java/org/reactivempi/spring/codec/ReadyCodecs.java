package org.reactivempi.spring.codec;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Codec;
import org.reactivempi.Codecs;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/** The library's own codecs by the types that they are for. */
final class ReadyCodecs {

    private final Map<Class<?>, Codec<?>> byType = Map.ofEntries(
            Map.entry(String.class, Codecs.string()),
            Map.entry(byte[].class, Codecs.bytes()),
            Map.entry(boolean[].class, Codecs.booleans()),
            Map.entry(short[].class, Codecs.shorts()),
            Map.entry(char[].class, Codecs.chars()),
            Map.entry(int[].class, Codecs.ints()),
            Map.entry(float[].class, Codecs.floats()),
            Map.entry(long[].class, Codecs.longs()),
            Map.entry(double[].class, Codecs.doubles()),
            Map.entry(Byte.class, Codecs.byteValue()),
            Map.entry(Boolean.class, Codecs.booleanValue()),
            Map.entry(Short.class, Codecs.shortValue()),
            Map.entry(Character.class, Codecs.charValue()),
            Map.entry(Integer.class, Codecs.intValue()),
            Map.entry(Float.class, Codecs.floatValue()),
            Map.entry(Long.class, Codecs.longValue()),
            Map.entry(Double.class, Codecs.doubleValue()));

    @Nullable
    Codec<?> of(ResolvableType type) {
        return byType.get(ClassUtils.resolvePrimitiveIfNecessary(type.resolve(Object.class)));
    }
}
