package mpi;

import java.util.OptionalLong;

/** What is known of a message that was received, or of an operation that has ended. */
public final class Status {

    /** The message's sender. */
    public final int source;

    /** The message's tag. */
    public final int tag;

    /** Which of several requests this belongs to. */
    public final int index;

    private final int error;
    /** For a message of objects, how many there are; otherwise negative. */
    private final int objects;

    private org.reactivempi.Status core;

    /** An empty status. */
    public Status() {
        this(org.reactivempi.Status.empty());
    }

    Status(org.reactivempi.Status core) {
        this(core, Codes.UNDEFINED, -1, Codes.SUCCESS);
    }

    /** Of a message of objects, whose bytes say nothing of their number. */
    Status(org.reactivempi.Status core, int objects) {
        this(core, Codes.UNDEFINED, objects, Codes.SUCCESS);
    }

    private Status(org.reactivempi.Status core, int index, int objects, int error) {
        this.core = core;
        this.source = core.source();
        this.tag = core.tag();
        this.index = index;
        this.objects = objects;
        this.error = error;
    }

    /** The same for the request at a place of an array. */
    Status at(int place) {
        return new Status(core, place, objects, error);
    }

    /** An empty status that says why a request has failed. */
    static Status failed(int place, int error) {
        return new Status(org.reactivempi.Status.empty(), place, -1, error);
    }

    /** How many whole elements of {@code type} there are, or {@link MPI#UNDEFINED} if their number is no whole one. */
    public int getCount(Datatype type) {
        if (type.isObject()) {
            int known = objects();
            return known < 0 || type.getSize() == 0 || known % type.getSize() != 0
                    ? Codes.UNDEFINED
                    : known / type.getSize();
        }
        return orUndefined(core.count(type.core()));
    }

    /** How many objects have been received; a probe doesn't know. */
    private int objects() {
        if (objects >= 0) {
            return objects;
        }
        return core.lengthBytes() == 0 ? 0 : Codes.UNDEFINED;
    }

    /** mpiJava 1.2 form of {@link #getCount}. */
    public int Get_count(Datatype type) {
        return getCount(type);
    }

    /** How many elements of basic types there are, or {@link MPI#UNDEFINED}. */
    public int getElements(Datatype type) {
        return type.isObject() ? objects() : orUndefined(core.elements(type.core()));
    }

    /** mpiJava 1.2 form of {@link #getElements}. */
    public int Get_elements(Datatype type) {
        return getElements(type);
    }

    /** As {@link #getElements}, for more than an {@code int} holds. */
    public Count getElementsX(Datatype type) {
        return new Count(
                type.isObject() ? objects() : core.elements(type.core()).orElse(Codes.UNDEFINED));
    }

    /** Sets how many elements of basic types there are. */
    public void setElements(Datatype type, int count) {
        setLength(lengthOf(type.core(), count));
    }

    /** As {@link #setElements}, for more than an {@code int} holds. */
    public void setElementsX(Datatype type, Count count) {
        setLength(lengthOf(type.core(), count.getCount()));
    }

    /** The fewest bytes that hold so many elements: those of whole types, and of the first elements of one more. */
    private static long lengthOf(org.reactivempi.Datatype type, long count) {
        if (count < 0) {
            throw new MPIException(Codes.ERR_COUNT, "count " + count + " is negative");
        }
        long size = type.sizeBytes();
        long each = size == 0
                ? 0
                : org.reactivempi.Status.of(0, 0, size).elements(type).orElse(0);
        if (each == 0) {
            return 0;
        }
        long bytes = Math.multiplyExact(count / each, size);
        while (org.reactivempi.Status.of(0, 0, bytes).elements(type).orElse(-1) < count) {
            bytes++;
        }
        return bytes;
    }

    private void setLength(long bytes) {
        org.reactivempi.Status changed = org.reactivempi.Status.of(core.source(), core.tag(), bytes);
        core = core.isCancelled() ? changed.asCancelled() : changed;
    }

    /** Sets whether the operation was cancelled. */
    public void setCancelled(boolean cancelled) {
        org.reactivempi.Status changed = org.reactivempi.Status.of(core.source(), core.tag(), core.lengthBytes());
        core = cancelled ? changed.asCancelled() : changed;
    }

    private static int orUndefined(OptionalLong count) {
        return count.isPresent() && count.getAsLong() <= Integer.MAX_VALUE ? (int) count.getAsLong() : Codes.UNDEFINED;
    }

    /** Whether the operation was cancelled. */
    public boolean isCancelled() {
        return core.isCancelled();
    }

    /** mpiJava 1.2 form of {@link #isCancelled}. */
    public boolean Test_cancelled() {
        return isCancelled();
    }

    /** The message's sender. */
    public int getSource() {
        return source;
    }

    /** The message's tag. */
    public int getTag() {
        return tag;
    }

    /** The class of the error of this request, where several were waited for together. */
    public int getError() {
        return error;
    }

    /** Which of several requests this belongs to, or {@link MPI#UNDEFINED}. */
    public int getIndex() {
        return index;
    }

    /** Does nothing: a status has nothing to free. */
    public void free() {}

    /** Source, tag and length, for a message to a reader. */
    @Override
    public String toString() {
        return core.toString();
    }
}
