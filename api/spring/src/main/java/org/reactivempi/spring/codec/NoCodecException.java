package org.reactivempi.spring.codec;

/** There is no codec for a type; the message names the type, and says how to give one. */
public final class NoCodecException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    NoCodecException(String message) {
        super(message);
    }
}
