package org.reactivempi.jackson;

import org.reactivempi.Codec;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.cbor.CBORMapper;

/**
 * Codecs for objects: records, collections of them, and whatever else Jackson reads and writes.
 *
 * <pre>{@code
 * record Measurement(String station, Instant time, double value) {}
 *
 * Codec<Measurement> one = JacksonCodecs.json(Measurement.class);
 * Codec<List<Measurement>> many = JacksonCodecs.cbor(new TypeReference<List<Measurement>>() {});
 * }</pre>
 *
 * <p>JSON can be read by everybody; CBOR is the same in binary, and shorter. Both sides must choose the same. Without a
 * mapper of the program's own, Jackson's defaults hold: properties that the receiver doesn't know are skipped, and text
 * of more than 100 million characters is refused.
 *
 * <p>Bytes from a peer never choose a class: Java's own serialization is not used, and a mapper with default typing, which
 * lets them name any class that its validator allows, is refused. What a program's own annotations, such as
 * {@code @JsonTypeInfo}, allow is up to the program.
 *
 * <p>What cannot be written or read fails with {@link ErrorClass#CONVERSION}, and with Jackson's reason. So does
 * {@code null} in place of a whole value, since no {@code Mono} can carry it; {@code null} inside of one is fine.
 *
 * @since 0.1
 */
public final class JacksonCodecs {

    private JacksonCodecs() {}

    /**
     * Values of a class as JSON, with Jackson's defaults.
     *
     * @param type what the values are
     * @param <T> what the values are
     * @return the codec
     */
    public static <T> Codec<T> json(Class<T> type) {
        return json(type, JsonMapper.shared());
    }

    /**
     * Values of a generic type as JSON, with Jackson's defaults.
     *
     * @param type what the values are
     * @param <T> what the values are
     * @return the codec
     */
    public static <T> Codec<T> json(TypeReference<T> type) {
        return json(type, JsonMapper.shared());
    }

    /**
     * Values of a class as JSON, in the manner of a mapper.
     *
     * @param type what the values are
     * @param mapper writes and reads them
     * @param <T> what the values are
     * @return the codec
     * @throws MpiException {@link ErrorClass#ARG} if default typing is activated in the mapper
     */
    public static <T> Codec<T> json(Class<T> type, JsonMapper mapper) {
        return MapperCodec.of(type, mapper);
    }

    /**
     * Values of a generic type as JSON, in the manner of a mapper.
     *
     * @param type what the values are
     * @param mapper writes and reads them
     * @param <T> what the values are
     * @return the codec
     * @throws MpiException {@link ErrorClass#ARG} if default typing is activated in the mapper
     */
    public static <T> Codec<T> json(TypeReference<T> type, JsonMapper mapper) {
        return MapperCodec.of(type.getType(), mapper);
    }

    /**
     * Values of a class as CBOR, with Jackson's defaults.
     *
     * @param type what the values are
     * @param <T> what the values are
     * @return the codec
     * @throws MpiException {@link ErrorClass#OTHER} if {@code jackson-dataformat-cbor} is not on the class path
     */
    public static <T> Codec<T> cbor(Class<T> type) {
        return cbor(type, sharedCborMapper());
    }

    /**
     * Values of a generic type as CBOR, with Jackson's defaults.
     *
     * @param type what the values are
     * @param <T> what the values are
     * @return the codec
     * @throws MpiException {@link ErrorClass#OTHER} if {@code jackson-dataformat-cbor} is not on the class path
     */
    public static <T> Codec<T> cbor(TypeReference<T> type) {
        return cbor(type, sharedCborMapper());
    }

    /**
     * Values of a class as CBOR, in the manner of a mapper.
     *
     * @param type what the values are
     * @param mapper writes and reads them
     * @param <T> what the values are
     * @return the codec
     * @throws MpiException {@link ErrorClass#ARG} if default typing is activated in the mapper
     */
    public static <T> Codec<T> cbor(Class<T> type, CBORMapper mapper) {
        return CborCodec.of(type, mapper);
    }

    /**
     * Values of a generic type as CBOR, in the manner of a mapper.
     *
     * @param type what the values are
     * @param mapper writes and reads them
     * @param <T> what the values are
     * @return the codec
     * @throws MpiException {@link ErrorClass#ARG} if default typing is activated in the mapper
     */
    public static <T> Codec<T> cbor(TypeReference<T> type, CBORMapper mapper) {
        return CborCodec.of(type.getType(), mapper);
    }

    private static CBORMapper sharedCborMapper() {
        try {
            return CBORMapper.shared();
        } catch (NoClassDefFoundError e) {
            throw new MpiException(
                    ErrorClass.OTHER,
                    "CBOR needs tools.jackson.dataformat:jackson-dataformat-cbor on the class path",
                    e);
        }
    }
}
