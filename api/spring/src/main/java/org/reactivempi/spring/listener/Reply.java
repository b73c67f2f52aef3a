package org.reactivempi.spring.listener;

import org.reactivempi.Communicator;
import org.reactivempi.spring.MpiListener;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Sends what a listener's method has returned to whom it answers. */
final class Reply {

    private final Listening listening;
    private final int destination;
    private final int tag;

    Reply(Listening listening, int destination, int tag) {
        int replyTag = listening.method().annotation().replyTag();
        this.listening = listening;
        this.destination = destination;
        this.tag = replyTag == MpiListener.SAME_TAG ? tag : replyTag;
    }

    /** Completes when the reply is under way, or there was none to send: a sender that has not asked gets none. */
    Mono<Void> send(Flux<?> returned) {
        Signature signature = listening.method().signature();
        boolean unasked = signature.takes() != Takes.STREAM
                && listening.method().annotation().replyTag() == MpiListener.SAME_TAG;
        if (signature.reply() == null || unasked) {
            return returned.then();
        }
        return signature.gives() == Gives.MANY ? stream(returned) : message(Mono.fromDirect(returned));
    }

    private Mono<Void> message(Mono<?> returned) {
        Communicator communicator = listening.communicator();
        return returned.flatMap(value -> communicator.isend(listening.written(value), destination, tag))
                .then();
    }

    private Mono<Void> stream(Flux<?> returned) {
        return listening
                .communicator()
                .sendStream(returned.onErrorMap(JvmError::opened), listening.replyCodec(), destination, tag)
                .onErrorMap(JvmError::enclosed);
    }
}
