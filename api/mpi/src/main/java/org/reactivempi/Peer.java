package org.reactivempi;

import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Messages, streams and questions to and from one rank with one tag: {@code world.peer(1, TAG)}. Each operation is
 * that of the communicator with this rank and this tag, which has more to say about it.
 *
 * <p>Immutable, and thread-safe as the communicator is.
 *
 * @since 0.1
 */
public final class Peer {

    private final PointToPoint messages;
    private final Streams streams;
    private final Questions questions;
    private final int rank;
    private final int tag;

    Peer(PointToPoint messages, Streams streams, Questions questions, int rank, int tag) {
        this.messages = messages;
        this.streams = streams;
        this.questions = questions;
        this.rank = rank;
        this.tag = tag;
    }

    /**
     * Which rank it is.
     *
     * @return the destination of what is sent, and the source of what is received
     */
    public int rank() {
        return rank;
    }

    /**
     * The tag of all that is sent and received.
     *
     * @return as given
     */
    public int tag() {
        return tag;
    }

    /**
     * Sends in standard mode.
     *
     * @param data what to send
     * @return as {@link PointToPoint#isend}
     */
    public Mono<Status> isend(SendBuffer data) {
        return messages.isend(data, rank, tag);
    }

    /**
     * Sends in synchronous mode.
     *
     * @param data what to send
     * @return as {@link PointToPoint#issend}
     */
    public Mono<Status> issend(SendBuffer data) {
        return messages.issend(data, rank, tag);
    }

    /**
     * Receives into memory.
     *
     * @param room takes the message
     * @return as {@link PointToPoint#irecv}
     */
    public Mono<Status> irecv(Buffer room) {
        return messages.irecv(room, rank, tag);
    }

    /**
     * Receives a message of whatever length.
     *
     * @return as {@link PointToPoint#receive(int, int)}
     */
    public Mono<Message> receive() {
        return messages.receive(rank, tag);
    }

    /**
     * Waits for a message without receiving it.
     *
     * @return as {@link PointToPoint#probe}
     */
    public Mono<Status> probe() {
        return messages.probe(rank, tag);
    }

    /**
     * Sends a value.
     *
     * @param value what to send
     * @param codec how to write it
     * @param <T> the value's type
     * @return as {@link PointToPoint#send}
     */
    public <T> Mono<Status> send(T value, Codec<T> codec) {
        return messages.send(value, codec, rank, tag);
    }

    /**
     * Receives a value.
     *
     * @param codec how to read it
     * @param <T> the value's type
     * @return as {@link PointToPoint#receive(Codec, int, int)}
     */
    public <T> Mono<T> receive(Codec<T> codec) {
        return messages.receive(codec, rank, tag);
    }

    /**
     * Sends values as they come, as fast as the receiver asks for them.
     *
     * @param values what to send
     * @param codec how to write them
     * @param <T> the values' type
     * @return as {@link Streams#sendStream}
     */
    public <T> Mono<Void> sendStream(Publisher<? extends T> values, Codec<T> codec) {
        return streams.sendStream(values, codec, rank, tag);
    }

    /**
     * Receives values as they come.
     *
     * @param codec how to read them
     * @param <T> the values' type
     * @return as {@link Streams#receiveStream(Codec, int, int)}
     */
    public <T> Flux<T> receiveStream(Codec<T> codec) {
        return streams.receiveStream(codec, rank, tag);
    }

    /**
     * Asks.
     *
     * @param question what to ask
     * @param codec how to write the question
     * @param answerCodec how to read the answer
     * @param <T> the question's type
     * @param <R> the answer's type
     * @return as {@link Questions#ask}
     */
    public <T, R> Mono<R> ask(T question, Codec<T> codec, Codec<R> answerCodec) {
        return questions.ask(question, codec, answerCodec, rank, tag);
    }

    /**
     * Asks for a stream.
     *
     * @param question what to ask
     * @param codec how to write the question
     * @param answerCodec how to read an answer
     * @param <T> the question's type
     * @param <R> the answers' type
     * @return as {@link Questions#askStream(Object, Codec, Codec, int, int)}
     */
    public <T, R> Flux<R> askStream(T question, Codec<T> codec, Codec<R> answerCodec) {
        return questions.askStream(question, codec, answerCodec, rank, tag);
    }

    /**
     * Asks a stream for a stream.
     *
     * @param values what to ask
     * @param codec how to write a value of it
     * @param answerCodec how to read an answer
     * @param <T> the questions' type
     * @param <R> the answers' type
     * @return as {@link Questions#askStreams(Publisher, Codec, Codec, int, int)}
     */
    public <T, R> Flux<R> askStreams(Publisher<? extends T> values, Codec<T> codec, Codec<R> answerCodec) {
        return questions.askStreams(values, codec, answerCodec, rank, tag);
    }

    @Override
    public String toString() {
        return "Peer[rank=" + rank + ", tag=" + tag + "]";
    }
}
