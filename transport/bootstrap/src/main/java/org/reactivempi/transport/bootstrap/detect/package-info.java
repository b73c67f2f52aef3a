/**
 * Who launched the calling thread: a launcher in this JVM, one that speaks PMI or a protocol of a module of its own, or nobody.
 *
 * <p>Called by the MPI layer when a session starts; knows every bootstrap. Any thread.
 */
@NullMarked
package org.reactivempi.transport.bootstrap.detect;

import org.jspecify.annotations.NullMarked;
