package org.reactivempi;

import java.util.ServiceLoader;
import org.reactivempi.spi.SessionProvider;

/** Finds the implementation on the class path. */
final class Providers {

    private Providers() {}

    static SessionProvider sessions() {
        return ServiceLoader.load(SessionProvider.class, SessionProvider.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new MpiException(
                        ErrorClass.SESSION,
                        "no implementation of reactive-mpi on the class path: add org.reactivempi:reactive-mpi-core"));
    }
}
