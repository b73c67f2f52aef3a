/**
 * Small programs, each about one thing, in the manner of tutorials. Between them they make every call of the package {@code mpi}; they run on
 * 2 ranks or more.
 */
package programs.small;
