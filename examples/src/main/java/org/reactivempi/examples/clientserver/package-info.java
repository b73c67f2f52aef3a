/**
 * A server that many clients keep busy, and that serves all of them evenly: examples 3.14 and 3.15 of the MPI standard.
 *
 * <p>Rank 0 is the server; {@link org.reactivempi.examples.clientserver.Form} names the ways in which it waits. All
 * other ranks are clients. {@code ClientServer} begins it all; what is here runs on the ranks' progress threads.
 */
@NullMarked
package org.reactivempi.examples.clientserver;

import org.jspecify.annotations.NullMarked;
