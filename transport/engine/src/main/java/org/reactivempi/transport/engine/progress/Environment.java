package org.reactivempi.transport.engine.progress;

import io.netty.util.concurrent.Ticker;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/**
 * What a rank has from its platform besides its loop, for all parts of the engine: on the progress thread.
 *
 * @param ticker the monotonic time
 * @param clock the date
 * @param random chance, which nobody can foresee where strangers can reach the rank
 */
public record Environment(Ticker ticker, InstantSource clock, RandomGenerator random) {}
