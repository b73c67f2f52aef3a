/** Programs of the package {@code mpi}, as users write them: each checks itself, and is run on several ranks. */
package programs;
