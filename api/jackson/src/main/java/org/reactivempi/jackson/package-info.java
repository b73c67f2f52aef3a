/**
 * Codecs that turn records and other objects into JSON or CBOR, and back, with Jackson.
 *
 * <p>Called by no other package; knows {@code api/mpi}. Programs call it; it uses Jackson 3. The codecs keep no state: any thread
 * may use them, several at a time. Which class is made of the bytes, the receiver says, and never the bytes.
 */
@NullMarked
package org.reactivempi.jackson;

import org.jspecify.annotations.NullMarked;
