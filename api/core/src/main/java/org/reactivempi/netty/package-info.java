/**
 * Netty's {@code ByteBuf}s as buffers of operations. Called by no other package; knows {@code api/mpi}. Programs call it; it uses
 * Netty. Here, since the implementation has Netty on its path anyway, and the contract has not.
 */
@NullMarked
package org.reactivempi.netty;

import org.jspecify.annotations.NullMarked;
