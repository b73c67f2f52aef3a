package org.reactivempi.spring.listener;

import org.reactivempi.Message;
import org.reactivempi.Mpi;
import reactor.core.publisher.Mono;

/**
 * Receives a message, has it dealt with, receives the next; as often at once as the listener's concurrency says. Where there is
 * tracing, the message's trace is current where the receive gives it, and from there on in the Reactor context: it reaches the
 * method, on whichever thread, what that starts, and the reply.
 *
 * <pre>
 *  receive --message--&gt; call --done--&gt; reply --sent--+
 *     ^                   +---error---&gt; handler --------+
 *     +--------------------------------------------------+
 * </pre>
 */
final class MessageLoop {

    private final Listening listening;
    private final Stopping stopping;
    private final Losses losses;

    MessageLoop(Listening listening, Stopping stopping) {
        this.listening = listening;
        this.stopping = stopping;
        this.losses = new Losses(listening, stopping);
    }

    /** Completes when listening has ended, and all that was under way. */
    Mono<Void> run() {
        return losses.whileListening(Mono.defer(this::next));
    }

    private Mono<Void> next() {
        Mono<Message> receive = listening
                .communicator()
                .receive(listening.source(), listening.tag())
                .contextWrite(Mpi.LISTENING);
        return stopping.orStop(receive, listening.communicator())
                .onErrorResume(error -> losses.survived(error).then(Mono.empty()))
                .flatMap(message -> listening
                        .permits()
                        .with(listening.tried(deal(message), stopping))
                        .onErrorResume(error -> listening.reports().of(message, error))
                        .contextCapture());
    }

    private Mono<Void> deal(Message message) {
        return listening.method().signature().gives() == Gives.NOTHING
                ? listening.callBlocking(message)
                : Mono.defer(() -> new Reply(
                                listening,
                                message.status().source(),
                                message.status().tag())
                        .send(listening.callPublishing(message)));
    }
}
