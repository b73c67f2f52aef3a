/**
 * {@code MemorySegment}s as buffers of operations: memory outside of the heap, mapped files, and more than 2 GiB in one message.
 * Called by no other package; knows {@code api/mpi}. Programs call it. A module of its own, since the contract has to run on Java
 * 17.
 */
@NullMarked
package org.reactivempi.memory;

import org.jspecify.annotations.NullMarked;
