package org.reactivempi.spring.listener;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Buffers;
import org.reactivempi.Codec;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Message;
import org.reactivempi.Mpi;
import org.reactivempi.SendBuffer;
import org.reactivempi.Status;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Has the questions with one tag answered, by the listener for their rank: what its method returns is the answer, one value or a stream.
 * An error goes to the {@link org.reactivempi.spring.ListenerErrorHandler}, and to the asker.
 *
 * <pre>
 *  question --&gt; the listener for its source --&gt; its permits --&gt; call --value, end, error--&gt; answer
 *  question for a stream --&gt; the listener for its source -----&gt; call --values, end, error--&gt; answers
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
    private final List<Listening> listenings;

    /** For listeners of one communicator and tag, of different sources. */
    AskLoop(List<Listening> listenings, Stopping stopping) {
        this.first = listenings.get(0);
        this.stopping = stopping;
        this.losses = new Losses(first, stopping);
        this.listenings = listenings;
    }

    /** Completes when listening has ended, and all that was under way. */
    Mono<Void> run() {
        return stopping.orAnswered(answered()).then().onErrorResume(losses::ended);
    }

    private Flux<Status> answered() {
        Communicator communicator = first.communicator();
        int tag = first.tag();
        int most = listenings.stream().mapToInt(Listening::answersAtOnce).sum();
        return switch (first.method().answers()) {
            case VALUE -> communicator.answer(Codecs.bytes(), WRITTEN, tag, most, this::answer);
            case STREAM -> communicator.answerStream(Codecs.bytes(), WRITTEN, tag, most, this::answerStream);
            case STREAMS -> communicator.answerStreams(Codecs.bytes(), WRITTEN, tag, most, this::answerStreams);
            case NOTHING -> Flux.empty();
        };
    }

    private Mono<SendBuffer> answer(byte[] question, Status status) {
        return listening(status)
                .flatMap(listening -> answer(listening, Message.of(status, question)))
                .contextCapture();
    }

    private Flux<SendBuffer> answerStream(byte[] question, Status status) {
        Message message = Message.of(status, question);
        return listening(status)
                .flatMapMany(listening -> answers(listening, message, () -> listening.callPublishing(message)))
                .contextCapture();
    }

    private Flux<SendBuffer> answerStreams(Flux<byte[]> questions, Status status) {
        return listening(status)
                .flatMapMany(listening -> answers(
                        listening,
                        null,
                        () -> listening.callStreaming(
                                questions.map(value -> listening.read(Message.of(status, value))))))
                .contextCapture();
    }

    /** Who answers a question of a rank. */
    private Mono<Listening> listening(Status status) {
        return Mono.justOrEmpty(listenings.stream()
                        .filter(each -> each.source() == Mpi.ANY_SOURCE || each.source() == status.source())
                        .findFirst())
                .switchIfEmpty(Mono.error(() -> new IllegalArgumentException(
                        first.method() + " takes no questions of rank " + status.source())));
    }

    private Mono<SendBuffer> answer(Listening listening, Message question) {
        Mono<SendBuffer> answer = listening.method().signature().gives() == Gives.NOTHING
                ? listening.callBlocking(question).then(Mono.empty())
                : Mono.defer(() -> Mono.<Object>fromDirect(listening.callPublishing(question)))
                        .map(listening::written);
        return listening
                .permits()
                .with(listening.tried(answer, stopping))
                .onErrorResume(error -> listening.reports().of(question, error).then(Mono.error(error)))
                .onErrorMap(JvmError::opened);
    }

    private Flux<SendBuffer> answers(Listening listening, @Nullable Message question, Supplier<Flux<?>> call) {
        return Flux.defer(() -> Flux.<Object>from(call.get()))
                .map(listening::written)
                .onErrorResume(error -> listening.reports().of(question, error).thenMany(Flux.error(error)))
                .onErrorMap(JvmError::opened);
    }
}
