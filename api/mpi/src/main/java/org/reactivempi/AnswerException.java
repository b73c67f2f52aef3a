package org.reactivempi;

/**
 * The handler of a question ended it with an error.
 *
 * @see Questions#ask
 * @since 0.1
 */
public final class AnswerException extends MpiException {

    private static final long serialVersionUID = 1L;

    private final String type;

    /**
     * For the implementation.
     *
     * @param type the name of the error's class at the handler
     * @param message the error's message there
     */
    public AnswerException(String type, String message) {
        super(ErrorClass.OTHER, message);
        this.type = type;
    }

    /**
     * What kind of error it was at the handler.
     *
     * @return the name of its class, which need not exist here
     */
    public String type() {
        return type;
    }
}
