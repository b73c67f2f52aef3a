package org.reactivempi.spring.client;

import org.reactivempi.Codec;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.Status;
import org.reactivempi.spring.codec.MpiCodecs;
import org.reactivestreams.Publisher;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.ResolvableType;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Sends, asks and receives values of an application's types, with the codecs that its listeners use: see {@link MpiCodecs}.
 *
 * <pre>{@code
 * Mono<Quote> quote = template.ask("ACME", Quote.class, 1, Tags.of("quotes"));
 * }</pre>
 *
 * <p>Each operation is cold, as that of the {@link Communicator} that it is named for, with the same errors. A type without a codec
 * fails with {@link org.reactivempi.spring.codec.NoCodecException} where the method is called. Streams that are asked for may be quiet for
 * long: they are marked as {@link Mpi#LISTENING}. Thread-safe.
 *
 * @since 0.1
 */
public final class MpiTemplate {

    private final Communicator communicator;
    private final MpiCodecs codecs;

    /**
     * The values of an application, on a communicator.
     *
     * @param communicator where they go
     * @param codecs how they are written and read
     */
    public MpiTemplate(Communicator communicator, MpiCodecs codecs) {
        this.communicator = communicator;
        this.codecs = codecs;
    }

    /**
     * The communicator that it works on.
     *
     * @return the one that it was made with
     */
    public Communicator communicator() {
        return communicator;
    }

    /**
     * Sends a value as a message.
     *
     * @param value what to send; its class says which codec
     * @param rank as in {@link Communicator#send}
     * @param tag as in {@link Communicator#send}
     * @return as {@link Communicator#send}
     */
    public Mono<Status> send(Object value, int rank, int tag) {
        return communicator.send(value, codecOf(value), rank, tag);
    }

    /**
     * Receives a message as a value.
     *
     * @param type what it is
     * @param source as in {@link Communicator#receive(Codec, int, int)}
     * @param tag as in {@link Communicator#receive(Codec, int, int)}
     * @param <T> what it is
     * @return as {@link Communicator#receive(Codec, int, int)}
     */
    public <T> Mono<T> receive(Class<T> type, int source, int tag) {
        return communicator.receive(codecs.of(type), source, tag);
    }

    /**
     * Asks a rank; an {@link org.reactivempi.spring.MpiListener} or a handler there answers.
     *
     * @param question what to ask; its class says which codec
     * @param answer what the answer is
     * @param rank as in {@link Communicator#ask}
     * @param tag as in {@link Communicator#ask}
     * @param <R> what the answer is
     * @return as {@link Communicator#ask}
     */
    public <R> Mono<R> ask(Object question, Class<R> answer, int rank, int tag) {
        return communicator.ask(question, codecOf(question), codecs.of(answer), rank, tag);
    }

    /**
     * The same for an answer of a generic type.
     *
     * @param question as in {@link #ask(Object, Class, int, int)}
     * @param answer what the answer is
     * @param rank as in {@link Communicator#ask}
     * @param tag as in {@link Communicator#ask}
     * @param <R> what the answer is
     * @return as {@link Communicator#ask}
     */
    public <R> Mono<R> ask(Object question, ParameterizedTypeReference<R> answer, int rank, int tag) {
        return communicator.ask(question, codecOf(question), codecs.of(answer), rank, tag);
    }

    /**
     * Asks a rank for a stream; an {@link org.reactivempi.spring.MpiListener} that returns a {@code Flux}, or a handler there, answers.
     *
     * @param question what to ask; its class says which codec
     * @param answer what the answers are
     * @param rank as in {@link Communicator#askStream(Object, Codec, Codec, int, int)}
     * @param tag as in {@link Communicator#askStream(Object, Codec, Codec, int, int)}
     * @param <R> what the answers are
     * @return as {@link Communicator#askStream(Object, Codec, Codec, int, int)}
     */
    public <R> Flux<R> askStream(Object question, Class<R> answer, int rank, int tag) {
        return listening(communicator.askStream(question, codecOf(question), codecs.of(answer), rank, tag));
    }

    /**
     * The same for answers of a generic type.
     *
     * @param question as in {@link #askStream(Object, Class, int, int)}
     * @param answer what the answers are
     * @param rank as in {@link Communicator#askStream(Object, Codec, Codec, int, int)}
     * @param tag as in {@link Communicator#askStream(Object, Codec, Codec, int, int)}
     * @param <R> what the answers are
     * @return as {@link Communicator#askStream(Object, Codec, Codec, int, int)}
     */
    public <R> Flux<R> askStream(Object question, ParameterizedTypeReference<R> answer, int rank, int tag) {
        return listening(communicator.askStream(question, codecOf(question), codecs.of(answer), rank, tag));
    }

    /**
     * Asks a rank a stream for a stream; an {@link org.reactivempi.spring.MpiListener} that takes and returns a {@code Flux}, or a handler
     * there, answers.
     *
     * @param values what to ask
     * @param type what they are
     * @param answer what the answers are
     * @param rank as in {@link Communicator#askStreams(Publisher, Codec, Codec, int, int)}
     * @param tag as in {@link Communicator#askStreams(Publisher, Codec, Codec, int, int)}
     * @param <T> what the values are
     * @param <R> what the answers are
     * @return as {@link Communicator#askStreams(Publisher, Codec, Codec, int, int)}
     */
    public <T, R> Flux<R> askStreams(Publisher<? extends T> values, Class<T> type, Class<R> answer, int rank, int tag) {
        return listening(communicator.askStreams(values, codecs.of(type), codecs.of(answer), rank, tag));
    }

    /**
     * Sends a stream of values.
     *
     * @param values as in {@link Communicator#sendStream}
     * @param type what they are
     * @param rank as in {@link Communicator#sendStream}
     * @param tag as in {@link Communicator#sendStream}
     * @param <T> what they are
     * @return as {@link Communicator#sendStream}
     */
    public <T> Mono<Void> sendStream(Publisher<? extends T> values, Class<T> type, int rank, int tag) {
        return communicator.sendStream(values, codecs.of(type), rank, tag);
    }

    /**
     * Receives a stream of values.
     *
     * @param type what they are
     * @param source as in {@link Communicator#receiveStream(Codec, int, int)}
     * @param tag as in {@link Communicator#receiveStream(Codec, int, int)}
     * @param <T> what they are
     * @return as {@link Communicator#receiveStream(Codec, int, int)}
     */
    public <T> Flux<T> receiveStream(Class<T> type, int source, int tag) {
        return communicator.receiveStream(codecs.of(type), source, tag);
    }

    /** A reader that waits for the next value is no stall. */
    static <R> Flux<R> listening(Flux<R> asked) {
        return asked.contextWrite(Mpi.LISTENING);
    }

    private Codec<Object> codecOf(Object value) {
        return codecOf(ResolvableType.forClass(value.getClass()));
    }

    @SuppressWarnings("unchecked")
    Codec<Object> codecOf(ResolvableType type) {
        return (Codec<Object>) codecs.of(type);
    }
}
