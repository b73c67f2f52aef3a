package mpi;

/** What a call's errors belong to, a communicator or a window: what happens at an error, and a name for its text. */
abstract class Handle {

    Errhandler errhandler = Errhandler.FATAL;

    /** Its name in messages. */
    abstract String label();
}
