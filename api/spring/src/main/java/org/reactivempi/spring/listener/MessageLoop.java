package org.reactivempi.spring.listener;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Message;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

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
    private final Losses losses;

    MessageLoop(Listening listening) {
        this.listening = listening;
        this.losses = new Losses(listening);
    }

    /** Completes when listening has ended, and all that was under way. */
    Mono<Void> run() {
        return losses.whileListening(Mono.defer(this::next));
    }

    private Mono<Void> next() {
        Mono<Message> receive = listening.communicator().receive(listening.source(), listening.tag());
        return listening
                .stopping()
                .orStop(receive, listening.communicator())
                .onErrorResume(error -> losses.survived(error).then(Mono.empty()))
                .flatMap(message -> deal(message)
                        .onErrorResume(error -> losses.report(message, error))
                        .contextCapture());
    }

    private Mono<Void> deal(Message message) {
        return listening.method().signature().gives() == Gives.NOTHING
                ? blocking(message)
                : Mono.defer(() -> answer(message));
    }

    /** By {@code handle}, which has what is in the context current on its thread. */
    private Mono<Void> blocking(Message message) {
        return Mono.just(message).publishOn(Schedulers.boundedElastic()).<Void>handle((each, nothing) -> call(each));
    }

    private Mono<Void> answer(Message message) {
        Object returned = call(message);
        if (returned == null) {
            return Mono.error(new NullPointerException(listening.method() + " has returned null"));
        }
        return new Reply(listening, message.status().source(), message.status().tag())
                .send(Objects.requireNonNull(returned));
    }

    private @Nullable Object call(Message message) {
        ListenerMethod method = listening.method();
        Object payload = listening.payload(message);
        return Calls.unchecked(
                () -> method.signature().withStatus() ? method.call(payload, message.status()) : method.call(payload));
    }
}
