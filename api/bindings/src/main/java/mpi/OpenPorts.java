package mpi;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Port;
import reactor.core.publisher.Mono;

/** The ports that this rank has opened, by their names: programs know nothing else of them. */
final class OpenPorts {

    private static final Map<String, Port> OPEN = new ConcurrentHashMap<>();

    private OpenPorts() {}

    static String open() {
        Job.check();
        Port port = Job.session().ports().open().block();
        OPEN.put(port.name(), port);
        return port.name();
    }

    static void close(String name) {
        Job.check();
        Port closed = name == null ? null : OPEN.remove(name);
        if (closed == null) {
            throw new MPIException(Codes.ERR_PORT, "this rank has no open port of that name");
        }
        closed.close().block();
    }

    /** That of a name; where this rank has none, one that the core refuses. */
    static Port named(String name) {
        Port known = name == null ? null : OPEN.get(name);
        return known == null ? new Unknown(name) : known;
    }

    /** Stands for a port that this rank doesn't have: all ranks of a group that is to accept there hear from the core that it is none. */
    private record Unknown(String name) implements Port {

        @Override
        public Mono<Void> close() {
            return Mono.error(new MpiException(ErrorClass.PORT, this + " is no port of this rank"));
        }

        @Override
        public String toString() {
            return name == null ? "null" : '"' + name + '"';
        }
    }
}
