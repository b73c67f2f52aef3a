package org.reactivempi.benchmarks.soak.side;

import java.io.IOException;
import java.time.Duration;
import org.reactivempi.ExitException;
import org.reactivempi.Mpi;
import reactor.core.publisher.Mono;

/** A rank of a job of {@link Kills}: works with the others, and kills itself if it is the one. */
public final class KilledRank {

    /** In front of how many values were right on a rank that is left. */
    static final String LEFT = "left ";

    private KilledRank() {}

    /**
     * Runs it.
     *
     * @param args the seed
     */
    public static void main(String[] args) {
        Mpi.run(args, world -> {
            long seed = Long.parseLong(Mpi.arguments(args)[0]);
            Mono<Long> work = new Survivors(world, seed).run();
            return Survivors.victim(seed, world.size()) == world.rank()
                    ? Mono.when(
                            work,
                            Mono.delay(Duration.ofMillis(Survivors.millis(seed)))
                                    .doOnNext(now -> kill()))
                    : work.doOnNext(values -> System.out.println(LEFT + values));
        });
    }

    private static void kill() {
        try {
            new ProcessBuilder(
                            "kill",
                            "-KILL",
                            Long.toString(ProcessHandle.current().pid()))
                    .start();
        } catch (IOException e) {
            throw new ExitException(1, "soak: lane kills: cannot kill a rank: " + e.getMessage());
        }
    }
}
