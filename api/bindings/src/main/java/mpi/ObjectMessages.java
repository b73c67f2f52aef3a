package mpi;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.nio.ByteBuffer;
import java.util.Set;
import org.reactivempi.Message;
import reactor.core.publisher.Mono;

/**
 * Messages of {@link MPI#OBJECT}: how many there are, in 4 bytes, and the objects by Java's serialization. What a receiver reads is limited
 * by the setting {@code object-filter}, a pattern of {@link ObjectInputFilter.Config#createFilter}; arrays, boxes and {@code String} are
 * allowed always, and what neither allows is refused.
 */
final class ObjectMessages {

    /** Deeper graphs of objects would end the reading thread by their recursion. */
    private static final int MOST_DEPTH = 1000;

    private static final Set<Class<?>> ALWAYS = Set.of(
            String.class,
            Boolean.class,
            Byte.class,
            Character.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            Number.class,
            Object.class);

    private ObjectMessages() {}

    /** The message of a section of an array. */
    static byte[] encode(Object buf, int offset, int count, Datatype type) {
        Object[] array = array(buf, count);
        int[] indexes = type.indexes(array.length, offset, count);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeInt(indexes.length);
            for (int index : indexes) {
                out.writeObject(array[index]);
            }
        } catch (IOException | RuntimeException | StackOverflowError e) {
            // Of its writeObject, or too deep.
            throw new MPIException(Codes.ERR_CONVERSION, "an object can't be serialized: " + e, e);
        }
        return bytes.toByteArray();
    }

    private static Object[] array(Object buf, int count) {
        if (buf == null && count == 0) {
            return new Object[0];
        }
        if (buf instanceof Object[] array) {
            return array;
        }
        throw new MPIException(
                Codes.ERR_BUFFER,
                (buf == null ? "null" : "a " + buf.getClass().getTypeName())
                        + " holds no objects: it must be an Object[]");
    }

    /** Reads a message into a section of an array; returns how many objects there were. */
    static int decode(ByteBuffer payload, Object buf, int offset, int count, Datatype type) {
        return decode(payload, buf, offset, count, type, Job.objectFilter());
    }

    /** The same; {@code filter} allows classes besides the ones that are always allowed; null for none. */
    static int decode(ByteBuffer payload, Object buf, int offset, int count, Datatype type, ObjectInputFilter filter) {
        if (!payload.hasRemaining()) {
            return 0;
        }
        Object[] array = array(buf, count);
        int[] indexes = type.indexes(array.length, offset, count);
        byte[] bytes = new byte[payload.remaining()];
        payload.get(bytes);
        Judge judge = new Judge(bytes.length, filter);
        try (ObjectInputStream in = new Input(bytes)) {
            in.setObjectInputFilter(judge);
            int objects = in.readInt();
            if (objects < 0) {
                throw new MPIException(Codes.ERR_CONVERSION, "a message of " + objects + " objects, which is none");
            }
            if (objects > indexes.length) {
                throw new MPIException(
                        Codes.ERR_TRUNCATE,
                        "a message of " + objects + " objects is longer than the room for " + indexes.length);
            }
            for (int i = 0; i < objects; i++) {
                array[indexes[i]] = in.readObject();
            }
            return objects;
        } catch (IOException | ClassNotFoundException e) {
            throw judge.explained(e);
        } catch (ArrayStoreException e) {
            throw new MPIException(Codes.ERR_TYPE, "the array can't hold an object of " + e.getMessage(), e);
        }
    }

    /**
     * Decides by the setting, and by what the message as a whole can hold; remembers what it has refused, since the stream's own exception
     * doesn't name it.
     */
    private static final class Judge implements ObjectInputFilter {

        private final int messageBytes;
        private final ObjectInputFilter filter;
        /** Of all arrays so far, those inside collections among them. */
        private long elements;

        private String refused;
        private String excess;

        Judge(int messageBytes, ObjectInputFilter filter) {
            this.messageBytes = messageBytes;
            this.filter = filter;
        }

        @Override
        public Status checkInput(FilterInfo info) {
            elements += Math.max(0, info.arrayLength());
            // Each element of each array, and each object, takes a byte at least: more have been made up, to take this
            // rank's memory.
            if (elements > messageBytes || info.references() > messageBytes || info.depth() > MOST_DEPTH) {
                excess = "arrays of " + elements + " elements in all and " + info.references() + " objects in depth "
                        + info.depth() + ", allowed are " + messageBytes + ", its length in bytes, and " + MOST_DEPTH;
                return Status.REJECTED;
            }
            Class<?> type = info.serialClass();
            if (type == null) {
                return Status.UNDECIDED;
            }
            while (type.isArray()) {
                type = type.getComponentType();
            }
            if (type.isPrimitive() || ALWAYS.contains(type)) {
                return Status.ALLOWED;
            }
            if (filter != null && filter.checkInput(info) == Status.ALLOWED) {
                return Status.ALLOWED;
            }
            refused = type.getName();
            return Status.REJECTED;
        }

        /** What to throw for an error of the stream. */
        MPIException explained(Exception error) {
            if (excess != null) {
                return new MPIException(Codes.ERR_CONVERSION, "the message holds " + excess, error);
            }
            return new MPIException(
                    Codes.ERR_CONVERSION,
                    refused == null
                            ? "an object can't be read: " + error
                            : "the message holds an object of " + refused
                                    + ", which isn't allowed: name its class in the setting object-filter, as in"
                                    + " REACTIVEMPI_OBJECT_FILTER=" + refused,
                    error);
        }
    }

    /** Reads classes of the program, whichever loader has loaded this one. */
    private static final class Input extends ObjectInputStream {

        Input(byte[] bytes) throws IOException {
            super(new ByteArrayInputStream(bytes));
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass described) throws IOException, ClassNotFoundException {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            try {
                return Class.forName(described.getName(), false, loader);
            } catch (ClassNotFoundException elsewhere) {
                return super.resolveClass(described);
            }
        }
    }

    /** A message of objects that is awaited by a request: it comes to any thread, and is read by the one that waits for it. */
    static final class Arrival implements Request.Ending {

        private final Object buf;
        private final int offset;
        private final int count;
        private final Datatype type;
        private volatile Message message;

        Arrival(Object buf, int offset, int count, Datatype type) {
            this.buf = buf;
            this.offset = offset;
            this.count = count;
            this.type = type;
        }

        /** The operation for the request. */
        Mono<org.reactivempi.Status> of(Mono<Message> receive) {
            return receive.map(arrived -> {
                message = arrived;
                return arrived.status();
            });
        }

        @Override
        public Status end(org.reactivempi.Status status) {
            Message arrived = message;
            return arrived == null
                    ? new Status(status)
                    : new Status(status, decode(arrived.payload(), buf, offset, count, type));
        }
    }
}
