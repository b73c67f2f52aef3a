package org.reactivempi.core.operation;

import java.util.concurrent.RejectedExecutionException;
import org.reactivempi.Buffer;
import org.reactivempi.MatchedMessage;
import org.reactivempi.Message;
import org.reactivempi.Status;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Operations with the null process: complete at once, without effect, as long as the session is open. */
public final class NullProcess {

    private NullProcess() {}

    /**
     * An operation that is not subscribed.
     *
     * @param errors hears of its errors first
     * @param check throws what is wrong with its arguments; asked at each subscription
     * @return cold; on the progress scheduler
     */
    public static <T> Mono<T> operation(Engine engine, ErrorListener errors, T result, Runnable check) {
        return new LocalMono<>(engine, errors, () -> "operation with no process", () -> {
            check.run();
            return owner -> owner.complete(result);
        });
    }

    /**
     * A stream to the null process, which takes all at once.
     *
     * @param values subscribed if the session is open, with unbounded demand
     * @param errors hears of its errors first
     * @param check throws what is wrong with its arguments; asked at each subscription
     * @return cold; completes after the last value, on the progress scheduler
     */
    public static Mono<Void> stream(Engine engine, ErrorListener errors, Publisher<?> values, Runnable check) {
        return OperationMono.of(
                engine,
                errors,
                "sendStream to no process",
                operation(engine, errors, true, check)
                        .flatMap(open -> Flux.from(values)
                                .then()
                                .publishOn(engine.scheduler())
                                .onErrorMap(RejectedExecutionException.class, ContractFailures::of)));
    }

    /** The message of the null process ({@code MPI_MESSAGE_NO_PROC}): nothing, as often as it is received. */
    public static MatchedMessage message(Engine engine, ErrorListener errors) {
        return new NoMessage(engine, errors);
    }

    private record NoMessage(Engine engine, ErrorListener errors) implements MatchedMessage {

        @Override
        public Status status() {
            return Status.noProcess();
        }

        @Override
        public Mono<Status> receive(Buffer room) {
            return operation(engine, errors, Status.noProcess(), () -> OperationContext.check(room, true));
        }

        @Override
        public Mono<Message> receive() {
            return operation(engine, errors, Message.of(Status.noProcess(), new byte[0]), () -> {});
        }

        @Override
        public String toString() {
            return "MatchedMessage[" + status() + "]";
        }
    }
}
