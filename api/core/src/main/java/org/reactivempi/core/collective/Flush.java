package org.reactivempi.core.collective;

import java.util.stream.IntStream;
import org.reactivempi.Mpi;
import org.reactivempi.ProcessFailedException;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/**
 * Proves that messages have arrived: links keep order, so a synchronous message that has been received has pushed all others
 * before it. A rank sends one to each rank that it is connected to; to no other can it have sent anything. Nobody knows how
 * many will come, so each rank receives them until all ranks are known to have sent theirs.
 */
final class Flush {

    private Flush() {}

    static <T> Mono<T> before(Collective operation, Mono<T> together) {
        return Mono.using(() -> receiving(operation), unused -> sent(operation).then(together), Disposable::dispose);
    }

    private static Disposable receiving(Collective operation) {
        return operation.receiveFlush(Mpi.ANY_SOURCE).repeat().subscribe(status -> {}, error -> {
            // The session has ended, as what it is received for will say.
        });
    }

    private static Mono<Void> sent(Collective operation) {
        return Mono.when(IntStream.range(0, operation.size())
                .filter(rank -> rank != operation.rank() && operation.isConnected(rank))
                .mapToObj(rank -> sent(operation, rank))
                .toList());
    }

    /** To a rank that is lost, nothing is on its way. */
    private static Mono<Void> sent(Collective operation, int rank) {
        return operation.sendFlush(rank).then().onErrorResume(ProcessFailedException.class, lost -> Mono.empty());
    }
}
