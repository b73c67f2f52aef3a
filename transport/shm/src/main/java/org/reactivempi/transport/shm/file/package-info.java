/**
 * Memory that processes of one host share: files in a directory that lies in memory, which lose their name at once and are handed over as
 * descriptors.
 *
 * <p>{@link org.reactivempi.transport.shm.file.SharedDirectory} makes and opens them, {@link org.reactivempi.transport.shm.file.Mapping} is
 * the memory of one, or of a part.
 *
 * <p>Called by {@code handshake}, {@code ring}, {@code segment} and {@code shm}; knows no other package. Uses Netty. Internal.
 */
@NullMarked
package org.reactivempi.transport.shm.file;

import org.jspecify.annotations.NullMarked;
