package mpi;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.reactivempi.AttributeKey;

/** Attributes by Open MPI's keys, which are numbers and have no callbacks: a duplicate has all of them. */
final class Attributes {

    private static final int FIRST_KEY = 100;
    private static final AtomicInteger NEXT = new AtomicInteger(FIRST_KEY);
    private static final Map<Integer, AttributeKey<Object>> KEYS = new ConcurrentHashMap<>();

    private Attributes() {}

    static int createKeyval() {
        int key = NEXT.getAndIncrement();
        KEYS.put(key, AttributeKey.of("keyval " + key).copy(Optional::of));
        return key;
    }

    static void freeKeyval(int key) {
        key(key);
        KEYS.remove(key);
    }

    private static AttributeKey<Object> key(int key) {
        AttributeKey<Object> known = KEYS.get(key);
        if (known == null) {
            throw new MPIException(
                    Codes.ERR_KEYVAL,
                    "attribute key " + key + " is none: createKeyval has not made it, or it was freed");
        }
        return known;
    }

    static void set(org.reactivempi.Attributes of, int key, Object value) {
        if (value == null) {
            of.delete(key(key));
        } else {
            of.set(key(key), value);
        }
    }

    static Object get(org.reactivempi.Attributes of, int key) {
        return of.get(key(key)).orElse(null);
    }

    static void delete(org.reactivempi.Attributes of, int key) {
        checkFound(key, of.delete(key(key)));
    }

    private static void checkFound(int key, boolean found) {
        if (!found) {
            throw new MPIException(Codes.ERR_ARG, "there is no attribute of key " + key);
        }
    }
}
