package org.reactivempi;

import reactor.core.publisher.Mono;

/** What a handler of errors can end; so that handlers know neither communicators nor sessions, which know them. */
interface Abortable {

    /** Ends ranks with an exit code, as the type says that extends this one. */
    Mono<Void> abort(int code);
}
