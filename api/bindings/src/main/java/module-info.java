/** The package {@code mpi} of Open MPI's Java bindings and of mpiJava 1.2, on reactive-mpi. */
module org.reactivempi.mpi {
    requires transitive org.reactivempi;
    requires org.reactivempi.core;
    requires static org.jspecify;

    exports mpi;
    exports org.reactivempi.mpi;
}
