package org.reactivempi.spring.codec;

import java.util.List;
import java.util.function.Supplier;
import org.springframework.core.codec.Decoder;
import org.springframework.core.codec.Encoder;
import org.springframework.http.codec.CodecConfigurer;
import org.springframework.http.codec.DecoderHttpMessageReader;
import org.springframework.http.codec.EncoderHttpMessageWriter;
import org.springframework.util.function.SingletonSupplier;

/** The encoders and decoders of WebFlux, with what the application has changed of them. */
public final class WebCodecs implements SpringCodecs {

    private final Supplier<CodecConfigurer> configurer;

    /**
     * Those of a configurer.
     *
     * @param configurer makes the application's, when it is needed
     */
    public WebCodecs(Supplier<CodecConfigurer> configurer) {
        this.configurer = SingletonSupplier.of(configurer);
    }

    @Override
    public List<Encoder<?>> encoders() {
        return configurer.get().getWriters().stream()
                .filter(EncoderHttpMessageWriter.class::isInstance)
                .<Encoder<?>>map(writer -> ((EncoderHttpMessageWriter<?>) writer).getEncoder())
                .toList();
    }

    @Override
    public List<Decoder<?>> decoders() {
        return configurer.get().getReaders().stream()
                .filter(DecoderHttpMessageReader.class::isInstance)
                .<Decoder<?>>map(reader -> ((DecoderHttpMessageReader<?>) reader).getDecoder())
                .toList();
    }
}
