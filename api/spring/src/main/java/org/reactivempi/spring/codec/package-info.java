/**
 * Codecs for the types of an application: its own, the library's, and Spring's encoders and decoders.
 *
 * <p>Called by {@code autoconfigure}, {@code client} and {@code listener}; knows {@code api/mpi}. Applications call it as well.
 * Any thread.
 */
@NullMarked
package org.reactivempi.spring.codec;

import org.jspecify.annotations.NullMarked;
