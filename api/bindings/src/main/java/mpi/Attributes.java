package mpi;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The attributes of one object. Open MPI's keys have no callbacks: a duplicate has all of them. */
final class Attributes {

    private static final int FIRST_KEY = 100;
    private static final AtomicInteger NEXT = new AtomicInteger(FIRST_KEY);
    private static final Set<Integer> KEYS = ConcurrentHashMap.newKeySet();

    private final Map<Integer, Object> values = new ConcurrentHashMap<>();

    static int createKeyval() {
        int key = NEXT.getAndIncrement();
        KEYS.add(key);
        return key;
    }

    static void freeKeyval(int key) {
        check(key);
        KEYS.remove(key);
    }

    private static void check(int key) {
        if (!KEYS.contains(key)) {
            throw new MPIException(
                    Codes.ERR_KEYVAL,
                    "attribute key " + key + " is none: createKeyval has not made it, or it was freed");
        }
    }

    void set(int key, Object value) {
        check(key);
        if (value == null) {
            values.remove(key);
        } else {
            values.put(key, value);
        }
    }

    Object get(int key) {
        check(key);
        return values.get(key);
    }

    void delete(int key) {
        check(key);
        if (values.remove(key) == null) {
            throw new MPIException(Codes.ERR_ARG, "there is no attribute of key " + key);
        }
    }

    Attributes copy() {
        Attributes copy = new Attributes();
        copy.values.putAll(values);
        return copy;
    }
}
