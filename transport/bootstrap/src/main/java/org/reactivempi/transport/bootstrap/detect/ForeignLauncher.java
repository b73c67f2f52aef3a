package org.reactivempi.transport.bootstrap.detect;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.bootstrap.BootstrapException;
import org.reactivempi.transport.bootstrap.LostProvider;

/**
 * A launcher that has started this process as one of several, and whose protocol nothing on the class path speaks: without a word each of
 * its processes would be a world of one.
 *
 * @param name such as {@code Open MPI's mpirun}
 * @param sign the variable by which it is known, with its value
 */
record ForeignLauncher(String name, String sign) {

    /** How many processes a launcher has started, by the variable that says so. Of those of Slurm, the first is the nearer. */
    private static final List<Size> SIZES = List.of(
            new Size("OMPI_COMM_WORLD_SIZE", "Open MPI's mpirun"),
            new Size("SLURM_STEP_NUM_TASKS", "Slurm's srun"),
            new Size("SLURM_NTASKS", "Slurm"),
            new Size("PMI_SIZE", "a launcher that speaks PMI otherwise than we do"),
            new Size("WORLD_SIZE", "torchrun, or a launcher like it,"));

    private static final String PMIX_RANK = "PMIX_RANK";

    /** That of reactive-mpi-pmix. */
    private static final String PMIX = "org.reactivempi.transport.pmix.PmixProtocol";

    private record Size(String variable, String launcher) {}

    /**
     * Looks for one.
     *
     * @param environment the process's
     * @return the launcher, where it has started several processes, or may have; nothing where it says that this is the only one
     */
    static Optional<ForeignLauncher> of(Map<String, String> environment) {
        boolean alone = false;
        for (Size size : SIZES) {
            int processes = number(environment.get(size.variable()));
            boolean nearer = size.variable().equals("SLURM_NTASKS") && environment.containsKey("SLURM_STEP_NUM_TASKS");
            if (processes > 1 && !nearer) {
                return Optional.of(
                        new ForeignLauncher(size.launcher(), size.variable() + "=" + environment.get(size.variable())));
            }
            alone |= processes == 1;
        }
        // PMIx tells how many there are only to processes that ask.
        return environment.containsKey(PMIX_RANK) && !alone
                ? Optional.of(new ForeignLauncher(
                        "a launcher that speaks PMIx", PMIX_RANK + "=" + environment.get(PMIX_RANK)))
                : Optional.empty();
    }

    /** Why this process is in no job, and what to do. */
    BootstrapException refusal() {
        return refusal(provider -> !isFound(provider) && LostProvider.IS_THERE.test(provider));
    }

    /** The launcher may also have started its processes without the protocol that it could speak. */
    private static boolean isFound(String provider) {
        return ServiceLoader.load(LauncherProtocol.class, ForeignLauncher.class.getClassLoader()).stream()
                .anyMatch(protocol -> protocol.type().getName().equals(provider));
    }

    BootstrapException refusal(Predicate<String> isLost) {
        String pmix = isLost.test(PMIX)
                ? ": " + LostProvider.mend(LauncherProtocol.class, PMIX)
                : ", add reactive-mpi-pmix to the class path";
        return new BootstrapException(name + " has started this process as one of several (" + sign
                + "), in a protocol that nothing on the class path speaks, so it cannot find the others. If it speaks PMIx, as Open"
                + " MPI's mpirun and srun --mpi=pmix do" + pmix
                + ". Or start the ranks with reactive-mpi's own launcher, with MPICH's (mpiexec.hydra -n N java ...), with srun --mpi=pmi2, or"
                + " give each the settings peers and rank; if each process is to be a world of one, set"
                + " REACTIVEMPI_ALONE=true");
    }

    private static int number(@Nullable String text) {
        try {
            return text == null ? 0 : Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            // Somebody else's variable.
            return 0;
        }
    }
}
