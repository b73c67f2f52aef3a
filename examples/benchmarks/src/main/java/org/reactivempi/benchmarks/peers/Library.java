package org.reactivempi.benchmarks.peers;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An MPI library in C, as Debian packages it, and how it is made to use one transport only.
 *
 * <p>A pair is bound to a core each, as these libraries like it, since they poll all the time; a ring, of more ranks than cores,
 * is not.
 */
enum Library {
    MPICH("mpich", "MPICH", "mpicc.mpich", "mpiexec.mpich", "mpich libmpich-dev") {
        @Override
        List<String> launchOptions(Transport transport, int ranks, boolean bound, int major) {
            return List.of("-bind-to", bound ? "core" : "none", "-n", Integer.toString(ranks));
        }

        /** It polls without ever yielding, and a step over TCP then takes so long that no ring ends in a minute. */
        @Override
        boolean isStuckIn(Transport transport, boolean crowded) {
            return crowded && transport == Transport.TCP;
        }

        /** Without NOLOCAL it would use shared memory; UCX or libfabric, whichever it is built on, are kept to TCP. */
        @Override
        Map<String, String> environment(Transport transport) {
            return transport == Transport.SHM
                    ? Map.of()
                    : Map.of(
                            "MPIR_CVAR_NOLOCAL", "1",
                            "UCX_TLS", "tcp,self",
                            "UCX_NET_DEVICES", "lo",
                            "FI_PROVIDER", "tcp;ofi_rxm",
                            "FI_TCP_IFACE", "lo");
        }
    },

    OPEN_MPI("openmpi", "Open MPI", "mpicc.openmpi", "mpirun.openmpi", "openmpi-bin libopenmpi-dev") {
        @Override
        List<String> launchOptions(Transport transport, int ranks, boolean bound, int major) {
            List<String> command = new ArrayList<>(List.of("--oversubscribe"));
            command.addAll(
                    List.of("--bind-to", bound ? "core:overload-allowed" : "none", "-n", Integer.toString(ranks)));
            command.addAll(List.of("--mca", "pml", "ob1", "--mca", "btl", "self," + btl(transport, major)));
            command.addAll(List.of("--mca", "btl_tcp_if_include", "lo"));
            return command;
        }

        @Override
        boolean isStuckIn(Transport transport, boolean crowded) {
            return false;
        }

        /**
         * Of its parts for windows, one sends messages, up to version 4, and one shares memory. Another one shares memory as well, whatever it is
         * told, and version 4.1.4 of that ends by a signal in compare and swap.
         */
        @Override
        List<String> windowOptions(Transport transport) {
            return List.of("--mca", "osc", transport == Transport.TCP ? "pt2pt" : "sm");
        }

        @Override
        boolean hasWindowsOver(Transport transport, int major) {
            return transport != Transport.TCP || major < 5;
        }

        /** Shared memory had another name before version 5. */
        private String btl(Transport transport, int major) {
            return transport == Transport.TCP ? "tcp" : major < 5 ? "vader" : "sm";
        }

        /** In containers, root runs everything. */
        @Override
        Map<String, String> environment(Transport transport) {
            return Map.of("OMPI_ALLOW_RUN_AS_ROOT", "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        }
    };

    private final String implementation;
    private final String title;
    private final String compiler;
    private final String launcher;
    private final String packages;

    Library(String implementation, String title, String compiler, String launcher, String packages) {
        this.implementation = implementation;
        this.title = title;
        this.compiler = compiler;
        this.launcher = launcher;
        this.packages = packages;
    }

    /** How rows call it. */
    String implementation() {
        return implementation;
    }

    String title() {
        return title;
    }

    String compiler() {
        return compiler;
    }

    String launcher() {
        return launcher;
    }

    /** What Debian's packages are called. */
    String packages() {
        return packages;
    }

    /** The launcher's options; the program and its arguments come after them. */
    abstract List<String> launchOptions(Transport transport, int ranks, boolean bound, int major);

    /**
     * Whether a ring over this transport is not worth a try.
     *
     * @param crowded whether there are more ranks than cores
     */
    abstract boolean isStuckIn(Transport transport, boolean crowded);

    /** More of the launcher's options, which keep windows to a transport. */
    List<String> windowOptions(Transport transport) {
        return List.of();
    }

    /** Whether windows can be kept to a transport. */
    boolean hasWindowsOver(Transport transport, int major) {
        return true;
    }

    /** Whether its ranks can be told to let others run while they wait. */
    boolean yields() {
        return this == OPEN_MPI;
    }

    /**
     * What the launcher has in its environment.
     *
     * @param crowded whether there are more ranks than cores, which then let each other run as far as they can be told to
     */
    final Map<String, String> environment(Transport transport, boolean crowded) {
        Map<String, String> all = new HashMap<>(environment(transport));
        if (crowded && yields()) {
            all.put("OMPI_MCA_mpi_yield_when_idle", "1");
        }
        return all;
    }

    abstract Map<String, String> environment(Transport transport);
}
