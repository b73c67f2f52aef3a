package org.reactivempi;

/** The handlers that MPI has. */
enum PredefinedHandler implements ErrorHandler<Object> {
    RETURN {
        @Override
        public void handle(Object where, MpiException error) {
            // The error is signalled; that is all.
        }
    },

    ABORT {
        @Override
        public void handle(Object where, MpiException error) {
            abort(where, error);
        }
    },

    /** A communicator's end is that of the job already. */
    FATAL {
        @Override
        public void handle(Object where, MpiException error) {
            abort(where, error);
        }
    };

    private static void abort(Object where, MpiException error) {
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
