package org.reactivempi.core.communicator;

import java.util.concurrent.atomic.AtomicReference;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * What one duplication copies: the duplicate gets it, or it is deleted.
 *
 * <pre>
 *  copied --made--------------&gt; GONE, to the duplicate
 *     |
 *     +----cancelled, failed--&gt; GONE, deleted
 * </pre>
 * A duplication that is cancelled goes on for the other ranks, but this rank's end has nobody who could free it. Copies are made on the
 * thread that subscribes; they go on the progress thread, or on the one that cancels.
 */
final class CopiedAttributes {

    private static final CoreAttributes GONE = new CoreAttributes(() -> {});

    private final AtomicReference<CoreAttributes> copies;

    private CopiedAttributes(CoreAttributes copies) {
        this.copies = new AtomicReference<>(copies);
    }

    /** One subscription of {@code made}, whose communicator gets copies of {@code originals}; throws where one can't be copied. */
    static <C extends CoreAnyCommunicator> Mono<C> in(Mono<C> made, CoreAttributes originals) {
        CopiedAttributes copied = new CopiedAttributes(originals.copies());
        return made.doOnNext(duplicate -> duplicate.attributes.take(copied.gone()))
                .doOnError(failed -> copied.gone().discard(failed))
                .doOnCancel(copied::onCancel);
    }

    /** Nobody is there who could hear of an error. */
    private void onCancel() {
        gone().discard(thrown -> Operators.onErrorDropped(thrown, Context.empty()));
    }

    private CoreAttributes gone() {
        return copies.getAndSet(GONE);
    }
}
