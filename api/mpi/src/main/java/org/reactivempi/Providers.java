package org.reactivempi;

import java.util.Optional;
import java.util.ServiceLoader;

/** Finds the implementation on the class path. */
final class Providers {

    private static final ClassValue<Optional<?>> SHARED = new ClassValue<>() {

        @Override
        protected Optional<?> computeValue(Class<?> type) {
            return find(type);
        }
    };

    private Providers() {}

    /** A new one at each call: ranks that share a JVM have nothing in common. */
    static <T> T create(Class<T> type) {
        return find(type).orElseThrow(Providers::missing);
    }

    /** The same at each call, since programs make requests in great number. */
    static <T> T shared(Class<T> type) {
        return SHARED.get(type).map(type::cast).orElseThrow(Providers::missing);
    }

    private static <T> Optional<T> find(Class<T> type) {
        return ServiceLoader.load(type, type.getClassLoader()).findFirst();
    }

    private static MpiException missing() {
        return new MpiException(
                ErrorClass.SESSION,
                "no implementation of reactive-mpi on the class path: add org.reactivempi:reactive-mpi-core");
    }
}
