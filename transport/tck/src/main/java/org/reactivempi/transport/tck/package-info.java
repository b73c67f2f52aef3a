/**
 * The channel TCK: what every channel must pass.
 *
 * <p>A test class implements {@link org.reactivempi.transport.tck.ChannelConformance} and inherits the tests, which talk to
 * the channel through its SPI alone: each gets a {@code World} of ranks, with a progress loop and an endpoint each, and
 * links between them whose ends check what they hear.
 *
 * <p>Called by no other package; knows {@code transport/channel} and {@code transport/engine}. Tests of channels call it; of the
 * engine it has the progress loop and the proofs. Tests run on JUnit's thread, calls of the SPI on the loops'.
 */
@NullMarked
package org.reactivempi.transport.tck;

import org.jspecify.annotations.NullMarked;
