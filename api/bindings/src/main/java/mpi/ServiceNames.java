package mpi;

import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Ports;

/** The names of services, by which programs find ports. The core knows them all, so nothing is kept here. */
final class ServiceNames {

    private ServiceNames() {}

    static void publish(String service, String port) {
        ports(service).publish(service, port).block();
    }

    /** The core withdraws a name whatever its port is; MPI's call says which one it has to be. */
    static void unpublish(String service, String port) {
        Ports ports = ports(service);
        String published = published(ports, service);
        if (published != null && !published.equals(port)) {
            throw new MPIException(Codes.ERR_SERVICE, "the service is published with another port, " + published);
        }
        ports.unpublish(service).block();
    }

    /** The port that has the name; null where none has it, which the core refuses in its own words when the name is withdrawn. */
    private static String published(Ports ports, String service) {
        try {
            return ports.lookup(service).block();
        } catch (MpiException e) {
            if (e.errorClass() == ErrorClass.NAME) {
                return null;
            }
            throw e;
        }
    }

    static String lookup(String service) {
        return ports(service).lookup(service).block();
    }

    /** Those of this rank, to which a name is said. */
    private static Ports ports(String service) {
        Job.check();
        if (service == null) {
            throw new MPIException(Codes.ERR_SERVICE, "the service's name is null");
        }
        return Job.session().ports();
    }
}
