package mpi;

import java.nio.ByteBuffer;
import org.reactivempi.AnyCommunicator;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Packing;
import org.reactivempi.PersistentRequest;
import reactor.core.publisher.Mono;

/**
 * What calls with messages do, whatever they are called: {@link Comm} has them in all spellings, by its table {@code src/main/calls/mpi/Comm.xml}.
 * {@code strict} is mpiJava's, which refuses arrays of other elements than the datatype's.
 */
final class MessageCalls {

    enum Mode {
        STANDARD,
        SYNCHRONOUS,
        BUFFERED;

        Mono<org.reactivempi.Status> send(AnyCommunicator core, Buffer data, int dest, int tag) {
            return switch (this) {
                case STANDARD -> core.isend(data, dest, tag);
                case SYNCHRONOUS -> core.issend(data, dest, tag);
                case BUFFERED -> core.ibsend(data, dest, tag);
            };
        }
    }

    private MessageCalls() {}

    private static boolean isOfObjects(Datatype type) {
        return type != null && type.isObject();
    }

    /** What a send gives to the core: memory, or serialized objects. */
    private static Buffer outgoing(Object buf, int offset, int count, Datatype type, boolean strict) {
        return isOfObjects(type)
                ? Buffers.of(ObjectMessages.encode(buf, offset, count, type))
                : UserMemory.of(buf, offset, count, type, strict);
    }

    private static Status decoded(
            CommHandle comm, org.reactivempi.Message message, Object buf, int offset, int count, Datatype type) {
        return new Status(message.status(), ObjectMessages.decode(message.payload(), buf, offset, count, type));
    }

    /** A send that has not begun. */
    static Mono<?> send(
            CommHandle comm,
            Mode mode,
            Object buf,
            int offset,
            int count,
            Datatype type,
            int dest,
            int tag,
            boolean strict) {
        AnyCommunicator core = comm.live();
        return mode.send(core, outgoing(buf, offset, count, type, strict), dest, tag);
    }

    static Prequest sendInit(
            CommHandle comm,
            Mode mode,
            Object buf,
            int offset,
            int count,
            Datatype type,
            int dest,
            int tag,
            boolean strict) {
        if (!isOfObjects(type)) {
            return new Prequest(
                    comm, PersistentRequest.of(send(comm, mode, buf, offset, count, type, dest, tag, strict)));
        }
        AnyCommunicator core = comm.live();
        return new Prequest(
                comm,
                () -> org.reactivempi.Request.start(
                        mode.send(core, outgoing(buf, offset, count, type, strict), dest, tag)),
                null);
    }

    static Status receive(
            CommHandle comm, Object buf, int offset, int count, Datatype type, int source, int tag, boolean strict) {
        AnyCommunicator core = comm.live();
        if (isOfObjects(type)) {
            return decoded(comm, core.receive(source, tag).block(), buf, offset, count, type);
        }
        return new Status(core.irecv(UserMemory.of(buf, offset, count, type, strict), source, tag)
                .block());
    }

    static Request receiveStart(
            CommHandle comm, Object buf, int offset, int count, Datatype type, int source, int tag, boolean strict) {
        AnyCommunicator core = comm.live();
        if (isOfObjects(type)) {
            ObjectMessages.Arrival arrival = new ObjectMessages.Arrival(buf, offset, count, type);
            return Request.start(comm, arrival.of(core.receive(source, tag)), arrival);
        }
        return Request.start(comm, core.irecv(UserMemory.of(buf, offset, count, type, strict), source, tag));
    }

    static Prequest receiveInit(
            CommHandle comm, Object buf, int offset, int count, Datatype type, int source, int tag, boolean strict) {
        AnyCommunicator core = comm.live();
        if (isOfObjects(type)) {
            ObjectMessages.Arrival arrival = new ObjectMessages.Arrival(buf, offset, count, type);
            return new Prequest(
                    comm, () -> org.reactivempi.Request.start(arrival.of(core.receive(source, tag))), arrival);
        }
        return new Prequest(comm, core.recvInit(UserMemory.of(buf, offset, count, type, strict), source, tag));
    }

    static Status sendReceive(
            CommHandle comm,
            Object sendBuf,
            int sendOffset,
            int sendCount,
            Datatype sendType,
            int dest,
            int sendTag,
            Object recvBuf,
            int recvOffset,
            int recvCount,
            Datatype recvType,
            int source,
            int recvTag,
            boolean strict) {
        Buffer data = outgoing(sendBuf, sendOffset, sendCount, sendType, strict);
        AnyCommunicator core = comm.live();
        if (!isOfObjects(recvType)) {
            return new Status(core.isendrecv(
                            data,
                            dest,
                            sendTag,
                            UserMemory.of(recvBuf, recvOffset, recvCount, recvType, strict),
                            source,
                            recvTag)
                    .block());
        }
        org.reactivempi.Request sending = org.reactivempi.Request.start(core.isend(data, dest, sendTag));
        if (sending.isComplete()) {
            // One that can't begin has failed already: then what is awaited may never come.
            sending.completion().block();
        }
        org.reactivempi.Message message = core.receive(source, recvTag).block();
        Status received = decoded(comm, message, recvBuf, recvOffset, recvCount, recvType);
        sending.completion().block();
        return received;
    }

    static Status replace(
            CommHandle comm,
            Object buf,
            int offset,
            int count,
            Datatype type,
            int dest,
            int sendTag,
            int source,
            int recvTag,
            boolean strict) {
        if (isOfObjects(type)) {
            return sendReceive(
                    comm, buf, offset, count, type, dest, sendTag, buf, offset, count, type, source, recvTag, strict);
        }
        AnyCommunicator core = comm.live();
        Buffer data = UserMemory.of(buf, offset, count, type, strict);
        return new Status(
                core.isendrecvReplace(data, dest, sendTag, source, recvTag).block());
    }

    /** The status of a message that a probe has found; null where it has found none. */
    static Status found(CommHandle comm, Mono<org.reactivempi.Status> probing) {
        org.reactivempi.Status status = probing.block();
        return status == null ? null : new Status(status);
    }

    static int pack(
            CommHandle comm,
            Object inBuf,
            int offset,
            int count,
            Datatype type,
            byte[] out,
            int position,
            boolean strict) {
        comm.live();
        Buffer data = outgoing(inBuf, offset, count, type, strict);
        ByteBuffer target = ByteBuffer.wrap(out).position(position);
        if (type.isObject()) {
            target.putInt(Math.toIntExact(data.lengthBytes()));
        }
        UserMemory.use(data, () -> Packing.pack(data, target));
        return target.position();
    }

    static int unpack(
            CommHandle comm,
            byte[] in,
            int position,
            Object outBuf,
            int offset,
            int count,
            Datatype type,
            boolean strict) {
        comm.live();
        ByteBuffer source = ByteBuffer.wrap(in).position(position);
        if (isOfObjects(type)) {
            int length = source.getInt();
            ObjectMessages.decode(source.slice(source.position(), length), outBuf, offset, count, type);
            return source.position() + length;
        }
        Buffer room = UserMemory.of(outBuf, offset, count, type, strict);
        UserMemory.use(room, () -> Packing.unpack(source, room));
        return source.position();
    }

    static int packSize(CommHandle comm, int count, Datatype type) {
        comm.live();
        if (isOfObjects(type)) {
            throw new MPIException(Codes.ERR_TYPE, "nobody knows the length of objects before they are packed");
        }
        return Math.toIntExact(Packing.sizeBytes(type.core(), count));
    }
}
