package org.reactivempi.jackson;

import java.lang.reflect.Type;
import org.reactivempi.Codec;
import tools.jackson.dataformat.cbor.CBORMapper;

/**
 * The only place that takes a CBOR mapper for what it extends: the JVM loads its class to see that it may, and where it is missing,
 * the JSON codecs must work.
 */
final class CborCodec {

    private CborCodec() {}

    static <T> Codec<T> of(Type type, CBORMapper mapper) {
        return MapperCodec.of(type, mapper);
    }
}
