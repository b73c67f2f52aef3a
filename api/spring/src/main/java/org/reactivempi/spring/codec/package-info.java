/**
 * Codecs for the types of an application: its own, the library's, and Spring's encoders and decoders.
 *
 * <p>Called by {@code listener} and by applications; knows the contract. Any thread.
 */
@NullMarked
package org.reactivempi.spring.codec;

import org.jspecify.annotations.NullMarked;
