package org.reactivempi.core.collective.call;

import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Blocks;
import org.reactivempi.Buffer;
import org.reactivempi.Datatype;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.Payload;
import org.reactivempi.SendBuffer;
import org.reactivempi.core.collective.Call;
import org.reactivempi.core.collective.CollectiveMono.Part;
import org.reactivempi.core.collective.Edges;
import org.reactivempi.core.collective.plan.Memory;
import org.reactivempi.core.collective.plan.Plan;

/** What users give to collective operations: all that can be wrong with it whichever the operation is. */
final class Given {

    /** What all operations of users are called. */
    private static final String OF_USERS = "user";

    private Given() {}

    static Part part(Supplier<Call> call, Plan plan, SendBuffer send, SendBuffer receive) {
        return part(call, plan, send, receive, null);
    }

    static Part part(
            Supplier<Call> call, Plan plan, SendBuffer send, SendBuffer receive, Op.@Nullable Reducer reducer) {
        return part(call, plan, send, receive, reducer, null);
    }

    static Part part(
            Supplier<Call> call,
            Plan plan,
            SendBuffer send,
            SendBuffer receive,
            Op.@Nullable Reducer reducer,
            @Nullable Edges edges) {
        Payload sent = Payload.of(send);
        Payload received = Payload.of(receive);
        if (sent.overlaps(received)) {
            throw new MpiException(
                    ErrorClass.BUFFER,
                    "what is sent and what is received have memory in common; Buffer.inPlace() says that this is meant");
        }
        return new Part(call, plan, new Memory(sent, received), reducer, edges);
    }

    /** Operations of users' own may reduce any elements that are equally long, each rank its own. */
    static Call reducing(Call call, Op op, Buffer elements) {
        return call.reducing(
                op.toString(),
                op.toString().equals(OF_USERS) ? "" : elements.datatype().toString());
    }

    static Payload buffer(@Nullable SendBuffer buffer, String what) {
        if (buffer == null) {
            throw new MpiException(ErrorClass.BUFFER, "the " + what + " buffer is null");
        }
        return Payload.of(buffer);
    }

    static Op op(@Nullable Op op) {
        if (op == null) {
            throw new MpiException(ErrorClass.OP, "the operation is null");
        }
        return op;
    }

    /** The type of the elements that are reduced, which those of the result have as well. */
    static Datatype type(SendBuffer send, Buffer receive, boolean inPlace) {
        SendBuffer typed = inPlace ? receive : send;
        if (!typed.datatype().equals(receive.datatype())) {
            throw new MpiException(
                    ErrorClass.TYPE,
                    "elements of " + send.datatype() + " are sent, and " + receive.datatype() + " received");
        }
        return typed.datatype();
    }

    /** Whether what is sent stands in the receive buffer; if not, it has to be as long as the room for it. */
    static boolean inPlace(@Nullable SendBuffer send, long bytes) {
        return inPlace(send, bytes, false);
    }

    static boolean inPlace(@Nullable SendBuffer other, long bytes, boolean forReceive) {
        Payload buffer = buffer(other, forReceive ? "receive" : "send");
        if (buffer == Buffer.inPlace()) {
            return true;
        }
        buffer.check(forReceive);
        if (buffer.lengthBytes() != bytes) {
            throw forReceive ? lengths(bytes, buffer.lengthBytes()) : lengths(buffer.lengthBytes(), bytes);
        }
        return false;
    }

    static MpiException lengths(long sent, long room) {
        return new MpiException(
                sent > room ? ErrorClass.TRUNCATE : ErrorClass.COUNT,
                "this rank gives itself " + sent + " bytes, and has room for " + room);
    }

    /** How long each of so many equal blocks is. */
    static long block(Buffer all, String what, int blocks) {
        long bytes = all.lengthBytes();
        long element = Math.max(1, all.datatype().sizeBytes());
        if (blocks == 0 ? bytes != 0 : bytes % (blocks * element) != 0) {
            throw new MpiException(
                    ErrorClass.COUNT,
                    "the " + what + " buffer has " + all.count() + " elements, which is no multiple of " + blocks
                            + " ranks");
        }
        return blocks == 0 ? 0 : bytes / blocks;
    }

    /** So many blocks that are equally long. */
    static long[] equal(int blocks, long lengthBytes) {
        long[] lengths = new long[blocks];
        Arrays.fill(lengths, lengthBytes);
        return lengths;
    }

    /** How long each of so many blocks is. */
    static long[] blocks(@Nullable Blocks blocks, String what, boolean forReceive, int needed) {
        if (blocks == null) {
            throw new MpiException(ErrorClass.BUFFER, "the " + what + " blocks are null");
        }
        if (blocks.size() != needed) {
            throw new MpiException(
                    ErrorClass.COUNT, blocks.size() + " blocks were given for a communicator of " + needed + " ranks");
        }
        Payload.of(blocks.asBuffer()).check(forReceive);
        return IntStream.range(0, needed)
                .mapToLong(i -> blocks.get(i).lengthBytes())
                .toArray();
    }

    /** How long the block of each of so many ranks is, which has so many elements. */
    static long[] blocks(int[] counts, long elementBytes, int needed) {
        if (counts.length != needed) {
            throw new MpiException(
                    ErrorClass.COUNT, counts.length + " counts were given for a communicator of " + needed + " ranks");
        }
        long[] blocks = new long[needed];
        for (int rank = 0; rank < needed; rank++) {
            if (counts[rank] < 0) {
                throw new MpiException(ErrorClass.COUNT, "count " + counts[rank] + " of rank " + rank + " is negative");
            }
            blocks[rank] = Math.multiplyExact(counts[rank], elementBytes);
        }
        return blocks;
    }
}
