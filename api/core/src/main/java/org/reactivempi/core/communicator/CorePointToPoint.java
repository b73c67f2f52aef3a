package org.reactivempi.core.communicator;

import java.util.Objects;
import java.util.function.Supplier;
import org.reactivempi.Buffer;
import org.reactivempi.Codec;
import org.reactivempi.MatchedMessage;
import org.reactivempi.Message;
import org.reactivempi.Mpi;
import org.reactivempi.Payload;
import org.reactivempi.PointToPoint;
import org.reactivempi.SendBuffer;
import org.reactivempi.Status;
import org.reactivempi.core.buffered.Attachment;
import org.reactivempi.core.buffered.BufferedSend;
import org.reactivempi.core.operation.BufferCheck;
import org.reactivempi.core.operation.Coded;
import org.reactivempi.core.operation.HeapMemory;
import org.reactivempi.core.operation.HeldMono;
import org.reactivempi.core.operation.NullProcess;
import org.reactivempi.core.operation.OperationContext;
import org.reactivempi.core.operation.OperationMono;
import org.reactivempi.core.operation.ProbeMono;
import org.reactivempi.core.operation.ReceiveMono;
import org.reactivempi.core.operation.SendMono;
import org.reactivempi.core.operation.SendReceiveMono;
import org.reactivempi.transport.engine.port.SendMode;
import reactor.core.publisher.Mono;

/** MPI's chapter 3 on a communicator: turns its users' arguments into operations. */
final class CorePointToPoint implements PointToPoint {

    private final CommunicatorContext of;
    private final Attachment buffers;
    private final OperationContext at;

    /** The messages of a communicator, and where its buffered sends copy them. */
    CorePointToPoint(CommunicatorContext of, Attachment buffers) {
        this.of = of;
        this.buffers = buffers;
        this.at = of.messages();
    }

    @Override
    public Mono<Status> isend(SendBuffer data, int destination, int tag) {
        return send(data, destination, tag, SendMode.STANDARD);
    }

    @Override
    public Mono<Status> issend(SendBuffer data, int destination, int tag) {
        return send(data, destination, tag, SendMode.SYNCHRONOUS);
    }

    @Override
    public Mono<Status> ibsend(SendBuffer data, int destination, int tag) {
        if (destination == Mpi.PROC_NULL) {
            return sendNothing(data, tag);
        }
        return HeldMono.of(BufferedSend.mono(at.here(), buffers, Payload.of(data), destination, tag), data);
    }

    @Override
    public Mono<Status> irsend(SendBuffer data, int destination, int tag) {
        return send(data, destination, tag, SendMode.READY);
    }

    private Mono<Status> send(SendBuffer data, int destination, int tag, SendMode mode) {
        return send(at.here(), data, destination, tag, mode);
    }

    private Mono<Status> send(OperationContext here, SendBuffer data, int destination, int tag, SendMode mode) {
        return destination == Mpi.PROC_NULL
                ? sendNothing(data, tag)
                : HeldMono.of(sending(here, data, destination, tag, mode), data);
    }

    private OperationMono<Status> sending(
            OperationContext here, SendBuffer data, int destination, int tag, SendMode mode) {
        BufferCheck check = of.session().bufferCheck();
        return check == null
                ? new SendMono(here, data, destination, tag, mode)
                : check.send(here, Payload.of(data), destination, tag, mode);
    }

    private Mono<Status> sendNothing(SendBuffer data, int tag) {
        return NullProcess.operation(
                of.engine(),
                of.arguments(),
                Status.noProcess(),
                () -> of.arguments().send(data, Mpi.PROC_NULL, tag));
    }

    /** What a receive or a probe without a buffer gets from the null process. */
    private <T> Mono<T> fromNobody(T nothing, int tag) {
        return NullProcess.operation(
                of.engine(), of.arguments(), nothing, () -> of.arguments().noProcess(tag, true));
    }

    @Override
    public Mono<Status> irecv(Buffer room, int source, int tag) {
        return source == Mpi.PROC_NULL
                ? receiveNothing(room, tag)
                : HeldMono.of(ReceiveMono.into(at.here(), room, source, tag), room);
    }

    private Mono<Status> receiveNothing(Buffer room, int tag) {
        return NullProcess.operation(
                of.engine(),
                of.arguments(),
                Status.noProcess(),
                () -> of.arguments().receive(room, Mpi.PROC_NULL, tag));
    }

    @Override
    public Mono<Message> receive(int source, int tag) {
        if (source == Mpi.PROC_NULL) {
            return fromNobody(Message.of(Status.noProcess(), new byte[0]), tag);
        }
        return ReceiveMono.whole(at, source, tag);
    }

    @Override
    public <T> Mono<Status> send(T value, Codec<T> codec, int destination, int tag) {
        Objects.requireNonNull(value, "value");
        Objects.requireNonNull(codec, "codec");
        return OperationMono.of(
                of.engine(),
                of.arguments(),
                of.arguments().inWords("send", "destination", destination, tag),
                Mono.defer(() -> isend(Coded.encode(value, codec), destination, tag)));
    }

    @Override
    public <T> Mono<T> receive(Codec<T> codec, int source, int tag) {
        Objects.requireNonNull(codec, "codec");
        Mono<T> received = source == Mpi.PROC_NULL
                ? fromNobody(0, tag).then(Mono.empty())
                : receive(source, tag).map(message -> Coded.decode(message, codec, of.arguments()));
        return OperationMono.of(
                of.engine(), of.arguments(), of.arguments().inWords("receive", "source", source, tag), received);
    }

    @Override
    public Mono<Status> probe(int source, int tag) {
        return probe(source, tag, true);
    }

    @Override
    public Mono<Status> iprobe(int source, int tag) {
        return probe(source, tag, false);
    }

    private Mono<Status> probe(int source, int tag, boolean waits) {
        if (source == Mpi.PROC_NULL) {
            return fromNobody(Status.noProcess(), tag);
        }
        return ProbeMono.leaving(at, source, tag, waits);
    }

    @Override
    public Mono<MatchedMessage> mprobe(int source, int tag) {
        return mprobe(source, tag, true);
    }

    @Override
    public Mono<MatchedMessage> improbe(int source, int tag) {
        return mprobe(source, tag, false);
    }

    private Mono<MatchedMessage> mprobe(int source, int tag, boolean waits) {
        if (source == Mpi.PROC_NULL) {
            return fromNobody(NullProcess.message(of.engine(), of.arguments()), tag);
        }
        return ProbeMono.taking(at, source, tag, waits);
    }

    @Override
    public Mono<Status> isendrecv(
            SendBuffer data, int destination, int sendTag, Buffer room, int source, int receiveTag) {
        Runnable check = () -> {
            of.arguments().receive(room, source, receiveTag);
            of.arguments().send(data, destination, sendTag);
        };
        Mono<Status> send = destination == Mpi.PROC_NULL
                ? sendNothing(data, sendTag)
                : sending(at.here(), data, destination, sendTag, SendMode.STANDARD);
        return HeldMono.of(
                new SendReceiveMono(
                        of.engine(), of.arguments(), check, receiving(room, source, receiveTag), () -> send),
                data,
                room);
    }

    @Override
    public Mono<Status> isendrecvReplace(Buffer buffer, int destination, int sendTag, int source, int receiveTag) {
        Runnable check = () -> {
            of.arguments().receive(buffer, source, receiveTag);
            of.arguments().send(buffer, destination, sendTag);
        };
        OperationContext here = at.here();
        Supplier<Mono<Status>> send =
                () -> send(here, HeapMemory.copyOf(Payload.of(buffer)), destination, sendTag, SendMode.STANDARD);
        return HeldMono.of(
                new SendReceiveMono(of.engine(), of.arguments(), check, receiving(buffer, source, receiveTag), send),
                buffer);
    }

    /** A half of an operation, which holds the memory. */
    private Mono<Status> receiving(Buffer room, int source, int tag) {
        return source == Mpi.PROC_NULL ? receiveNothing(room, tag) : ReceiveMono.into(at.here(), room, source, tag);
    }
}
