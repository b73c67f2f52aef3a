package org.reactivempi.core.communicator;

import java.util.function.IntFunction;
import org.reactivempi.core.buffered.Attachment;
import org.reactivempi.transport.engine.Engine;
import reactor.core.publisher.Mono;

/**
 * What all communicators of a session share.
 *
 * @param abort ends all ranks of the job with a code
 * @param numbers what this rank gives to communicators that it leads
 */
record SessionContext(Engine engine, Attachment buffers, IntFunction<Mono<Void>> abort, ContextNumbers numbers) {}
