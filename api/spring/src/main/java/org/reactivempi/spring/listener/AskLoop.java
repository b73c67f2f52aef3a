package org.reactivempi.spring.listener;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.reactivempi.Buffers;
import org.reactivempi.Codec;
import org.reactivempi.Codecs;
import org.reactivempi.Message;
import org.reactivempi.Mpi;
import org.reactivempi.SendBuffer;
import org.reactivempi.Status;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Has the questions with one tag answered, by the listener for their rank: what its method returns is the answer. An error goes to
 * the {@link org.reactivempi.spring.ListenerErrorHandler}, and to the asker.
 *
 * <pre>
 *  question --&gt; the listener for its source --&gt; its permits --&gt; call --value, end, error--&gt; answer
 * </pre>
 * At a stop, what has been taken is answered, and other questions wait for the next start.
 */
final class AskLoop {

    /** What listeners' codecs have written. */
    private static final Codec<SendBuffer> WRITTEN = new Codec<>() {
        @Override
        public SendBuffer encode(SendBuffer value) {
            return value;
        }

        @Override
        public SendBuffer decode(ByteBuffer payload) {
            byte[] bytes = new byte[payload.remaining()];
            payload.get(bytes);
            return Buffers.of(bytes);
        }
    };

    private final Listening first;
    private final Stopping stopping;
    private final Losses losses;
    private final List<Listening> listenings = new CopyOnWriteArrayList<>();

    AskLoop(Listening first, Stopping stopping) {
        this.first = first;
        this.stopping = stopping;
        this.losses = new Losses(first, stopping);
        listenings.add(first);
    }

    /** Whether a question to one may be one to the other. */
    boolean isFor(Listening other) {
        return first.communicator() == other.communicator() && first.tag() == other.tag();
    }

    void add(Listening other) {
        listenings.add(other);
    }

    /** Completes when listening has ended, and all that was under way. */
    Mono<Void> run() {
        int concurrency = listenings.stream().mapToInt(Listening::concurrency).sum();
        Flux<Status> answered =
                first.communicator().answer(Codecs.bytes(), WRITTEN, first.tag(), concurrency, this::answer);
        return stopping.orAnswered(answered).then().onErrorResume(losses::ended);
    }

    private Mono<SendBuffer> answer(byte[] question, Status status) {
        Message message = Message.of(status, question);
        return listenings.stream()
                .filter(each -> each.source() == Mpi.ANY_SOURCE || each.source() == status.source())
                .findFirst()
                .map(listening -> answer(listening, message))
                .orElseGet(() -> Mono.error(new IllegalArgumentException(
                        first.method() + " takes no questions of rank " + status.source())));
    }

    private Mono<SendBuffer> answer(Listening listening, Message question) {
        Mono<SendBuffer> answer = listening.method().signature().gives() == Gives.NOTHING
                ? listening.callBlocking(question).then(Mono.empty())
                : Mono.defer(() -> Mono.<Object>from(listening.callPublishing(question)))
                        .map(value -> listening.replyCodec().encode(Objects.requireNonNull(value)));
        return listening
                .permits()
                .with(answer)
                .onErrorResume(error -> losses.report(question, error).then(Mono.error(error)))
                .contextCapture();
    }
}
