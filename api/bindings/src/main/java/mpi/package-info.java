/**
 * Open MPI's Java bindings and mpiJava 1.2, as MPJ Express has it, in one package: programs that are written for either run here
 * unchanged. Names in lower case ({@code send}) are Open MPI's, those with a capital ({@code Send}) are mpiJava's; the same class has both.
 *
 * <p>There is no logic of MPI in it. Each call makes a {@link org.reactivempi.Buffer} of its arguments, calls
 * {@link org.reactivempi.Communicator}, and blocks as that does, so that the calling thread moves the messages itself. {@code Job} knows
 * whether MPI is initialized, {@code UserMemory} what an array or a buffer becomes, {@code Errors} how each of the two APIs reports what goes
 * wrong, {@code Request} and {@code Status} are what they are called.
 *
 * <p>A class that consists of calls stands in a table, such as {@code src/main/calls/mpi/Comm.xml}. From it the build makes the source with
 * {@code src/main/calls/class.java.ftl}: name, parameters and text of a call stand there once, whatever its spellings. Of a collective
 * operation {@code src/main/calls/collectives.xml} says all.
 *
 * <p>Parameters have the same meaning in all calls: {@code buf} is an array, or a buffer of {@code java.nio}, of which Open MPI's calls take
 * the memory from its beginning on, whatever its position; {@code offset} and {@code count} are in elements of the array and of the datatype;
 * {@code dest} and {@code source} are ranks, or {@link mpi.MPI#PROC_NULL}, or for receives {@link mpi.MPI#ANY_SOURCE}; {@code tag} is 0 or
 * more, or for receives {@link mpi.MPI#ANY_TAG}. Each call may throw an {@link mpi.MPIException}, which is unchecked.
 *
 * <p>Called by no other package; knows {@code api/core}, {@code api/mpi}, {@code transport/bootstrap} and
 * {@code transport/channel}. Programs call it, from any thread. The package is not null-marked: its signatures are given, and
 * {@code null} is legal in many of them.
 */
package mpi;
