package org.reactivempi.core.communicator;

import java.util.Optional;
import java.util.function.Supplier;
import org.reactivempi.BlockingCommunicator;
import org.reactivempi.Buffer;
import org.reactivempi.Codec;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Group;
import org.reactivempi.MatchedMessage;
import org.reactivempi.Message;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.PersistentRequest;
import org.reactivempi.Status;
import org.reactivempi.core.operation.BufferCopy;
import org.reactivempi.core.operation.Check;
import org.reactivempi.core.operation.MessageMono;
import org.reactivempi.core.operation.NullProcess;
import org.reactivempi.core.operation.ReceiveMono;
import org.reactivempi.core.operation.SendMono;
import org.reactivempi.core.operation.SendReceiveMono;
import org.reactivempi.transport.engine.Engine;
import org.reactivempi.transport.engine.protocol.SendMode;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** A communicator on the engine, with four {@link Contexts}. */
public final class CoreCommunicator implements Communicator {

    private static final int TAG_UPPER_BOUND = Integer.MAX_VALUE;

    private final Engine engine;
    private final Contexts contexts;
    private final int rank;
    private final int size;
    private final Check check = new Ranks();
    private final BlockingCommunicator blocking = new BlockingCalls(this);

    private CoreCommunicator(Engine engine, Contexts contexts, int rank, int size) {
        this.engine = engine;
        this.contexts = contexts;
        this.rank = rank;
        this.size = size;
    }

    /**
     * The communicator of all ranks.
     *
     * @param engine this rank's
     * @param rank this rank
     * @param size how many there are
     * @return a new object
     */
    public static CoreCommunicator world(Engine engine, int rank, int size) {
        return new CoreCommunicator(engine, Contexts.WORLD, rank, size);
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public int tagUpperBound() {
        return TAG_UPPER_BOUND;
    }

    @Override
    public String channel(int rank) {
        checkRank(rank, "rank");
        return rank == this.rank ? "self" : engine.channel();
    }

    @Override
    public Mono<Status> isend(Buffer data, int destination, int tag) {
        return send(data, destination, tag, SendMode.STANDARD);
    }

    @Override
    public Mono<Status> issend(Buffer data, int destination, int tag) {
        return send(data, destination, tag, SendMode.SYNCHRONOUS);
    }

    @Override
    public Mono<Status> ibsend(Buffer data, int destination, int tag) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Mono<Status> irsend(Buffer data, int destination, int tag) {
        throw new UnsupportedOperationException();
    }

    private Mono<Status> send(Buffer data, int destination, int tag, SendMode mode) {
        if (destination == Mpi.PROC_NULL) {
            return NullProcess.operation(engine, Status.noProcess(), () -> checkSend(data, destination, tag));
        }
        return new SendMono(engine, check, data, contexts.messages(), rank, destination, tag, mode);
    }

    @Override
    public Mono<Status> irecv(Buffer room, int source, int tag) {
        if (source == Mpi.PROC_NULL) {
            return NullProcess.operation(engine, Status.noProcess(), () -> checkReceive(room, source, tag));
        }
        return new ReceiveMono(engine, check, room, contexts.messages(), source, tag);
    }

    @Override
    public Mono<Message> receive(int source, int tag) {
        if (source == Mpi.PROC_NULL) {
            return NullProcess.operation(
                    engine, Message.of(Status.noProcess(), new byte[0]), () -> checkTag(tag, true));
        }
        return new MessageMono(engine, check, contexts.messages(), source, tag);
    }

    @Override
    public Mono<Status> probe(int source, int tag) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<Status> iprobe(int source, int tag) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Mono<MatchedMessage> mprobe(int source, int tag) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<MatchedMessage> improbe(int source, int tag) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Mono<Status> isendrecv(Buffer data, int destination, int sendTag, Buffer room, int source, int receiveTag) {
        Runnable check = () -> {
            checkReceive(room, source, receiveTag);
            checkSend(data, destination, sendTag);
        };
        Mono<Status> send = isend(data, destination, sendTag);
        return new SendReceiveMono(engine, check, irecv(room, source, receiveTag), () -> send);
    }

    @Override
    public Mono<Status> isendrecvReplace(Buffer buffer, int destination, int sendTag, int source, int receiveTag) {
        Runnable check = () -> {
            checkReceive(buffer, source, receiveTag);
            checkSend(buffer, destination, sendTag);
        };
        Supplier<Mono<Status>> send = () -> isend(BufferCopy.of(buffer), destination, sendTag);
        return new SendReceiveMono(engine, check, irecv(buffer, source, receiveTag), send);
    }

    @Override
    public PersistentRequest sendInit(Buffer data, int destination, int tag) {
        throw new UnsupportedOperationException();
    }

    @Override
    public PersistentRequest bsendInit(Buffer data, int destination, int tag) {
        throw new UnsupportedOperationException();
    }

    @Override
    public PersistentRequest ssendInit(Buffer data, int destination, int tag) {
        throw new UnsupportedOperationException();
    }

    @Override
    public PersistentRequest rsendInit(Buffer data, int destination, int tag) {
        throw new UnsupportedOperationException();
    }

    @Override
    public PersistentRequest recvInit(Buffer room, int source, int tag) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> Mono<Void> sendStream(Publisher<? extends T> values, Codec<T> codec, int destination, int tag) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> Flux<T> receiveStream(Codec<T> codec, int source, int tag, int prefetch) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Mono<Void> attachBuffer(int sizeBytes) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Mono<Void> attachAutomaticBuffer() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Mono<Void> flushBuffer() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Mono<Integer> detachBuffer() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Mono<Void> barrier() {
        return Barrier.of(this);
    }

    @Override
    public Group group() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Mono<Communicator> dup() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Mono<Communicator> split(int color, int key) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Mono<Void> free() {
        throw new UnsupportedOperationException();
    }

    @Override
    public BlockingCommunicator blocking() {
        return blocking;
    }

    @Override
    public Scheduler scheduler() {
        return engine.scheduler();
    }

    @Override
    public String toString() {
        return "Communicator[context=" + contexts.messages() + ", rank=" + rank + ", size=" + size + "]";
    }

    /** A send of a collective operation. */
    Mono<Status> collectiveSend(Buffer data, int destination, int tag) {
        return new SendMono(engine, check, data, contexts.collective(), rank, destination, tag, SendMode.STANDARD);
    }

    /** A receive of a collective operation. */
    Mono<Status> collectiveReceive(Buffer room, int source, int tag) {
        return new ReceiveMono(engine, check, room, contexts.collective(), source, tag);
    }

    private void checkSend(Buffer data, int destination, int tag) {
        if (destination == Mpi.PROC_NULL) {
            checkTag(tag, false);
        } else {
            check.destination(destination, tag);
        }
        data.check(false);
    }

    private void checkReceive(Buffer room, int source, int tag) {
        if (source == Mpi.PROC_NULL) {
            checkTag(tag, true);
        } else {
            check.source(source, tag);
        }
        room.check(true);
    }

    private static void checkTag(int tag, boolean wildcards) {
        if (tag < 0 && !(wildcards && tag == Mpi.ANY_TAG)) {
            throw new MpiException(
                    ErrorClass.TAG,
                    "tag " + tag + " is outside 0.." + TAG_UPPER_BOUND + (wildcards ? " and not ANY_TAG" : ""));
        }
    }

    private void checkRank(int value, String what) {
        if (value < 0 || value >= size) {
            throw new MpiException(ErrorClass.RANK, what + " " + value + " is outside 0.." + (size - 1));
        }
    }

    private final class Ranks implements Check {

        @Override
        public int destination(int destination, int tag) {
            checkRank(destination, "destination");
            checkTag(tag, false);
            return destination;
        }

        @Override
        public int source(int source, int tag) {
            if (source != Mpi.ANY_SOURCE) {
                checkRank(source, "source");
            }
            checkTag(tag, true);
            return source;
        }
    }
}
