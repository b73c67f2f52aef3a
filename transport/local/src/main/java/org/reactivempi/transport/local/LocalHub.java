package org.reactivempi.transport.local;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where the ranks in one JVM find each other, also those of different jobs. For any thread. */
final class LocalHub {

    /** All ranks of this JVM meet here: an address of another JVM means nobody. */
    static final LocalHub OF_JVM = new LocalHub();

    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

    private final LocalSegments segments = new LocalSegments();
    private final String prefix = Long.toUnsignedString(segments.domain().getLeastSignificantBits(), 36) + "-";
    private final AtomicInteger numbers = new AtomicInteger();
    private final ConcurrentMap<Integer, LocalEndpoint> endpoints = new ConcurrentHashMap<>();

    /** Memory of this JVM. */
    LocalSegments segments() {
        return segments;
    }

    /** A number that no other endpoint of this JVM has. */
    int nextNumber() {
        return numbers.incrementAndGet();
    }

    /** The address of the endpoint with a number. */
    String address(int number) {
        return prefix + number;
    }

    void add(LocalEndpoint endpoint) {
        endpoints.put(endpoint.number(), endpoint);
    }

    void remove(LocalEndpoint endpoint) {
        endpoints.remove(endpoint.number(), endpoint);
    }

    @Nullable
    LocalEndpoint find(String address) {
        if (!address.startsWith(prefix)) {
            return null;
        }
        String number = address.substring(prefix.length());
        return NUMBER.matcher(number).matches() ? endpoints.get(Integer.valueOf(number)) : null;
    }
}
