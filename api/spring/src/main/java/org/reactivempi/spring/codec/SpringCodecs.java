package org.reactivempi.spring.codec;

import java.util.List;
import org.springframework.core.codec.Decoder;
import org.springframework.core.codec.Encoder;

/** Where Spring's encoders and decoders come from; asked when the first type needs them. */
public interface SpringCodecs {

    /**
     * What writes values.
     *
     * @return encoders, the best first
     */
    List<Encoder<?>> encoders();

    /**
     * What reads values.
     *
     * @return decoders, the best first
     */
    List<Decoder<?>> decoders();
}
