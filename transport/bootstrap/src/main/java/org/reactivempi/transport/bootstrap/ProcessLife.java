package org.reactivempi.transport.bootstrap;

import reactor.core.publisher.Mono;

/** The life of a rank that is a process which nothing launched. Nobody can be told of its end, nor be asked about others'. */
final class ProcessLife implements Life {

    @Override
    public Mono<Void> finish(Mono<Void> closing) {
        return closing;
    }

    @Override
    public Mono<Boolean> hasLeft(int rank) {
        return Mono.just(false);
    }

    @Override
    public void exit(int code) {
        System.exit(code);
    }

    /** On a thread of its own, since exiting waits for other threads. */
    @Override
    public Mono<Void> abort(int code) {
        return Mono.<Void>fromRunnable(() -> new Thread(() -> exit(code), "reactive-mpi-abort").start())
                .then(Mono.never());
    }
}
