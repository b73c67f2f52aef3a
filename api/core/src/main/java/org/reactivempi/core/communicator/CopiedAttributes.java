package org.reactivempi.core.communicator;

import org.jspecify.annotations.Nullable;
import org.reactivempi.AttributeMap;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * What one duplication copies: the duplicate gets it, or it is deleted.
 *
 * <pre>
 *  requested: copies --made-----------------&gt; the duplicate has them
 *               +-----failed or cancelled---&gt; deleted
 * </pre>
 * A duplication that is cancelled goes on for the other ranks, but this rank's end has nobody who could free it. Copies are made on the
 * thread that requests, and go on the progress thread.
 */
final class CopiedAttributes implements Enclosed.Around<CoreAnyCommunicator> {

    private final AttributeMap originals;
    private AttributeMap copies = new AttributeMap();

    private CopiedAttributes(AttributeMap originals) {
        this.originals = originals;
    }

    /** One subscription of {@code made}, whose communicator gets copies of {@code originals}. */
    static <C extends CoreAnyCommunicator> Mono<C> in(Mono<C> made, AttributeMap originals) {
        return Enclosed.of(made, new CopiedAttributes(originals));
    }

    @Override
    public void begin() {
        copies = originals.copies();
    }

    @Override
    public void completed(@Nullable CoreAnyCommunicator duplicate) {
        if (duplicate != null) {
            duplicate.attributes.take(copies);
        }
    }

    @Override
    public void failed(@Nullable Throwable why) {
        if (why == null) {
            copies.discarded(thrown -> Operators.onErrorDropped(thrown, Context.empty()));
        } else {
            copies.discard(why);
        }
    }
}
