/**
 * Netty's {@code ByteBuf}s as buffers of operations. Called by programs, and knows the contract and Netty alone. Here, since the
 * implementation has Netty on its path anyway, and the contract has not.
 */
@NullMarked
package org.reactivempi.netty;

import org.jspecify.annotations.NullMarked;
