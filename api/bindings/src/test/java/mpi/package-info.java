/** Tests of the package, and programs that it runs on several ranks of one JVM. */
package mpi;
