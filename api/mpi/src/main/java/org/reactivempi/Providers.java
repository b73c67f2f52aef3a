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

    /** A file that is in the jar of the implementation, whatever a tool has made of the service files. */
    private static final String OF_IMPLEMENTATION = "META-INF/reactive-mpi/channels";

    private Providers() {}

    /** A new one at each call: ranks that share a JVM have nothing in common. */
    static <T> T create(Class<T> type) {
        return find(type).orElseThrow(() -> missing(type));
    }

    /** The same at each call, since programs make requests in great number. */
    static <T> T shared(Class<T> type) {
        return SHARED.get(type).map(type::cast).orElseThrow(() -> missing(type));
    }

    private static <T> Optional<T> find(Class<T> type) {
        return ServiceLoader.load(type, type.getClassLoader()).findFirst();
    }

    private static MpiException missing(Class<?> type) {
        boolean isLost = type.getClassLoader().getResource(OF_IMPLEMENTATION) != null;
        return new MpiException(
                ErrorClass.SESSION,
                isLost
                        ? "the implementation of reactive-mpi is on the class path, but no service file names it: its jars were put"
                                + " into one without META-INF/services/" + type.getName()
                                + " (see 'One jar' in the guide's Launching)"
                        : "no implementation of reactive-mpi on the class path: add org.reactivempi:reactive-mpi-core");
    }
}
