/**
 * What web handlers say when an MPI operation of theirs has failed.
 *
 * <p>Called by {@code autoconfigure}; knows {@code api/mpi}. It is there where the application has spring-web.
 */
@NullMarked
package org.reactivempi.spring.web;

import org.jspecify.annotations.NullMarked;
