package org.reactivempi.core.port;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.reactivempi.ErrorClass;
import org.reactivempi.Group;
import org.reactivempi.MpiException;
import org.reactivempi.core.settings.AddressText;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.port.PeerDirectory.Address;
import org.reactivempi.transport.engine.port.ProtocolException;

/**
 * A group of processes as it is told to those of other jobs: who its members are, where they can be reached, and what their jobs call the
 * communicator that is about to be made.
 *
 * <pre>
 *  jobs | name, number of each | members | job, rank, addresses of each
 * </pre>
 *
 * @param jobs of the members
 * @param members in the order of their ranks
 */
public record Party(List<OfJob> jobs, List<Guest> members) {

    private static final int MOST_TEXT_BYTES = 0xffff;
    private static final int LEAST_JOB_BYTES = Short.BYTES + Integer.BYTES;
    private static final int LEAST_MEMBER_BYTES = 2 * Integer.BYTES + Short.BYTES;
    /** In place of a number: a job has none left. */
    private static final int NO_NUMBER = -1;

    /**
     * A job.
     *
     * @param id its name
     * @param number what it calls the communicator
     */
    public record OfJob(String id, int number) {}

    /**
     * A member.
     *
     * @param process who it is
     * @param number what its job calls the communicator
     * @param addresses where it can be reached
     */
    public record Guest(Group.Process process, int number, List<Address> addresses) {}

    /** The party of some processes. */
    public static Party of(List<Guest> members) {
        return new Party(
                members.stream()
                        .map(member -> new OfJob(member.process.job(), member.number))
                        .distinct()
                        .toList(),
                members);
    }

    /**
     * As it travels.
     *
     * @throws MpiException where a text is longer than may travel
     */
    public byte[] encoded() {
        ByteBuf out = Unpooled.buffer();
        Map<String, Integer> places = new HashMap<>();
        out.writeInt(jobs.size());
        for (OfJob job : jobs) {
            places.put(job.id, places.size());
            write(out, job.id);
            out.writeInt(job.number);
        }
        out.writeInt(members.size());
        for (Guest member : members) {
            out.writeInt(Objects.requireNonNull(places.get(member.process.job())))
                    .writeInt(member.process.rank());
            write(out, AddressText.of(member.addresses, MOST_TEXT_BYTES));
        }
        return ByteBufUtil.getBytes(out);
    }

    private static void write(ByteBuf out, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > MOST_TEXT_BYTES) {
            throw new MpiException(
                    ErrorClass.PORT,
                    "a job or addresses of " + bytes.length + " bytes, allowed are " + MOST_TEXT_BYTES);
        }
        out.writeShort(bytes.length).writeBytes(bytes);
    }

    /**
     * The party that bytes are.
     *
     * @throws ProtocolException where they are none
     */
    public static Party of(byte[] encoded) {
        ByteBuf in = Unpooled.wrappedBuffer(encoded);
        List<OfJob> jobs = jobs(in);
        List<Guest> members = new ArrayList<>();
        Set<Long> seen = new HashSet<>();
        for (int left = count(in, LEAST_MEMBER_BYTES, "members"); left > 0; left--) {
            int index = integer(in);
            int rank = integer(in);
            if (index < 0 || index >= jobs.size() || rank < 0) {
                throw new ProtocolException("a member of job " + index + " of " + jobs.size() + " with rank " + rank);
            }
            OfJob job = jobs.get(index);
            // Not a set of processes: their hash codes are for the sender to choose.
            if (!seen.add((long) index << Integer.SIZE | rank)) {
                throw new ProtocolException("a group with rank " + rank + " of job " + index + " twice");
            }
            members.add(new Guest(
                    new Group.Process(job.id, rank),
                    job.number,
                    AddressText.parsed(
                            AddressText.entries(text(in)),
                            wrong -> new ProtocolException("a member with the address " + wrong))));
        }
        if (in.isReadable()) {
            throw new ProtocolException(in.readableBytes() + " bytes after a group");
        }
        return new Party(jobs, members);
    }

    private static List<OfJob> jobs(ByteBuf in) {
        List<OfJob> jobs = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (int left = count(in, LEAST_JOB_BYTES, "jobs"); left > 0; left--) {
            OfJob job = new OfJob(text(in), integer(in));
            if (!ids.add(job.id)) {
                throw new ProtocolException("a group with the job " + job.id + " twice");
            }
            if (job.number != NO_NUMBER && (job.number < 1 || job.number > ContextId.LARGEST_COMMUNICATOR)) {
                throw new ProtocolException("a job that calls a communicator " + job.number);
            }
            jobs.add(job);
        }
        return jobs;
    }

    private static int count(ByteBuf in, int leastBytes, String what) {
        int count = integer(in);
        if (count < 1 || (long) count * leastBytes > in.readableBytes()) {
            throw new ProtocolException(count + " " + what + " in " + in.readableBytes() + " bytes");
        }
        return count;
    }

    private static int integer(ByteBuf in) {
        if (in.readableBytes() < Integer.BYTES) {
            throw new ProtocolException("a group that is cut off");
        }
        return in.readInt();
    }

    private static String text(ByteBuf in) {
        int length = in.readableBytes() < Short.BYTES ? Integer.MAX_VALUE : in.readUnsignedShort();
        if (length > in.readableBytes()) {
            throw new ProtocolException("a group that is cut off");
        }
        try {
            // Other bytes would be others when they travel on.
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(in.readSlice(length).nioBuffer())
                    .toString();
        } catch (CharacterCodingException e) {
            throw new ProtocolException("a group with a text that is not UTF-8");
        }
    }
}
