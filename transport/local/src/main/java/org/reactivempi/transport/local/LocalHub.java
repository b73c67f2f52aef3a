package org.reactivempi.transport.local;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** Where the ranks of a job in one JVM find each other. For any thread. */
final class LocalHub {

    private final ConcurrentMap<String, LocalEndpoint> endpoints = new ConcurrentHashMap<>();
    private final LocalSegments segments = new LocalSegments();

    /** Memory of this JVM. */
    LocalSegments segments() {
        return segments;
    }

    void add(LocalEndpoint endpoint) {
        endpoints.put(endpoint.address(), endpoint);
    }

    void remove(LocalEndpoint endpoint) {
        endpoints.remove(endpoint.address(), endpoint);
    }

    @Nullable
    LocalEndpoint find(String address) {
        return endpoints.get(address);
    }
}
