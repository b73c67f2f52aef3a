package org.reactivempi.core.settings;

import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * What the class path has of a service. It is looked for once: that opens each jar there is, and many ranks of one JVM start
 * many sessions. Each session gets instances of its own.
 *
 * <p>Any number of threads may ask at once.
 */
final class Services<S> {

    private final Class<S> type;
    private volatile @Nullable List<ServiceLoader.Provider<S>> found;

    Services(Class<S> type) {
        this.type = type;
    }

    /** New instances of all that there are. A service that is wrongly declared is an error each time. */
    List<S> instances() {
        List<ServiceLoader.Provider<S>> known = found;
        if (known == null) {
            known = ServiceLoader.load(type, Services.class.getClassLoader()).stream()
                    .toList();
            found = known;
        }
        return known.stream().map(ServiceLoader.Provider::get).toList();
    }
}
