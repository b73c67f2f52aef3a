package org.reactivempi;

/**
 * The other side of a stream ended it with an error.
 *
 * @see Communicator#receiveStream(Codec, int, int)
 * @since 0.1
 */
public final class StreamException extends MpiException {

    private static final long serialVersionUID = 1L;

    private final String type;

    /**
     * For the implementation.
     *
     * @param type the name of the error's class on the other side
     * @param message the error's message there
     */
    public StreamException(String type, String message) {
        super(ErrorClass.OTHER, message);
        this.type = type;
    }

    /**
     * What kind of error it was on the other side.
     *
     * @return the name of its class, which need not exist here
     */
    public String type() {
        return type;
    }
}
