package org.reactivempi;

import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Supplier;

/** Finds the implementation on the class path. */
final class Providers {

    private static final Supplier<MpiException> MISSING = () -> new MpiException(
            ErrorClass.SESSION,
            "no implementation of reactive-mpi on the class path: add org.reactivempi:reactive-mpi-core");

    private Providers() {}

    static SessionProvider sessions() {
        return found().orElseThrow(MISSING);
    }

    static RequestProvider requests() {
        return Found.REQUESTS.orElseThrow(MISSING);
    }

    private static Optional<SessionProvider> found() {
        return ServiceLoader.load(SessionProvider.class, SessionProvider.class.getClassLoader())
                .findFirst();
    }

    /** Looked for once, since programs make requests in great number. */
    private static final class Found {

        private static final Optional<RequestProvider> REQUESTS = found().map(SessionProvider::requests);
    }
}
