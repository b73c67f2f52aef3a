package org.reactivempi.spring.codec;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Codec;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.ResolvableType;
import org.springframework.core.codec.Decoder;
import org.springframework.core.codec.Encoder;
import org.springframework.util.ClassUtils;
import org.springframework.util.MimeType;

/**
 * Finds the codec for a type: a bean {@code Codec<T>} of the application, else the library's own, for text, primitives and
 * arrays of them, else one made of Spring's encoder and decoder for the type, which with Jackson is JSON. Listeners use it; a
 * sender to them may as well:
 *
 * <pre>{@code
 * world.isend(codecs.of(Measurement.class).encode(measurement), 1, TAG)
 * }</pre>
 *
 * <p>Thread-safe.
 *
 * @since 0.1
 */
public final class MpiCodecs {

    private final BeanFactory beans;
    private final ObjectProvider<SpringCodecs> spring;
    private final MimeType mimeType;
    private final ReadyCodecs ready = new ReadyCodecs();
    private final Map<ResolvableType, Codec<?>> found = new ConcurrentHashMap<>();

    /**
     * The codecs of an application.
     *
     * @param beans where codecs are looked for
     * @param spring Spring's encoders and decoders, if it has them
     * @param mimeType the format that Spring's encoders and decoders are to have
     */
    public MpiCodecs(BeanFactory beans, ObjectProvider<SpringCodecs> spring, MimeType mimeType) {
        this.beans = beans;
        this.spring = spring;
        this.mimeType = mimeType;
    }

    /**
     * The codec for a class.
     *
     * @param type what the values are
     * @param <T> what the values are
     * @return the codec
     * @throws NoCodecException if there is none
     */
    @SuppressWarnings("unchecked")
    public <T> Codec<T> of(Class<T> type) {
        return (Codec<T>) of(ResolvableType.forClass(type));
    }

    /**
     * The codec for a generic type.
     *
     * @param type what the values are
     * @param <T> what the values are
     * @return the codec
     * @throws NoCodecException if there is none
     */
    @SuppressWarnings("unchecked")
    public <T> Codec<T> of(ParameterizedTypeReference<T> type) {
        return (Codec<T>) of(ResolvableType.forType(type));
    }

    /**
     * The codec for a type.
     *
     * @param type what the values are
     * @return the codec
     * @throws NoCodecException if there is none
     */
    public Codec<?> of(ResolvableType type) {
        Codec<?> known = found.get(type);
        if (known == null) {
            known = find(type);
            found.put(type, known);
        }
        return known;
    }

    private Codec<?> find(ResolvableType type) {
        return Optional.<Codec<?>>ofNullable(ofApplication(type))
                .or(() -> Optional.ofNullable(ready.of(type)))
                .or(() -> ofSpring(type))
                .orElseThrow(() -> missing(type));
    }

    private @Nullable Codec<?> ofApplication(ResolvableType type) {
        ResolvableType codec = ResolvableType.forClassWithGenerics(Codec.class, boxed(type));
        return (Codec<?>) beans.getBeanProvider(codec).getIfUnique();
    }

    private static ResolvableType boxed(ResolvableType type) {
        Class<?> resolved = type.resolve();
        return resolved != null && resolved.isPrimitive()
                ? ResolvableType.forClass(ClassUtils.resolvePrimitiveIfNecessary(resolved))
                : type;
    }

    private Optional<Codec<?>> ofSpring(ResolvableType type) {
        return spring.orderedStream()
                .flatMap(codecs -> pair(codecs, type).stream())
                .findFirst();
    }

    private Optional<Codec<?>> pair(SpringCodecs codecs, ResolvableType type) {
        Optional<Encoder<?>> encoder = codecs.encoders().stream()
                .filter(each -> each.canEncode(type, mimeType))
                .findFirst();
        Optional<Decoder<?>> decoder = codecs.decoders().stream()
                .filter(each -> each.canDecode(type, mimeType))
                .findFirst();
        return encoder.flatMap(writes -> decoder.map(reads -> SpringCodec.of(type, mimeType, writes, reads)));
    }

    private NoCodecException missing(ResolvableType type) {
        return new NoCodecException("there is no codec for " + type + ": declare a bean of type Codec<" + simple(type)
                + ">, or have Spring's encoders and decoders write and read " + mimeType
                + ", for which spring-web and Jackson on the class path are enough");
    }

    private static String simple(ResolvableType type) {
        return type.resolve(Object.class).getSimpleName();
    }
}
