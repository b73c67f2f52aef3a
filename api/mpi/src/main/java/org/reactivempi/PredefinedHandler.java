package org.reactivempi;

/** The handlers that MPI has. A communicator's end is that of the job already, so two of them do the same. */
enum PredefinedHandler implements ErrorHandler<Object> {
    RETURN,
    ABORT,
    FATAL;

    @Override
    public void handle(Object where, MpiException error) {
        if (this == RETURN) {
            // The error is signalled; that is all.
            return;
        }
        if (!(where instanceof Abortable some)) {
            throw new MpiException(ErrorClass.ARG, "neither a communicator nor a session: " + where);
        }
        some.abort(error.errorClass().number()).block();
    }

    @Override
    public String toString() {
        return "ErrorHandler." + name();
    }
}
