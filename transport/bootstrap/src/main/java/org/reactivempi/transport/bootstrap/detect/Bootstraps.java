package org.reactivempi.transport.bootstrap.detect;

import java.security.SecureRandom;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.reactivempi.transport.bootstrap.Bootstrap;
import org.reactivempi.transport.bootstrap.RankExit;
import org.reactivempi.transport.bootstrap.RankThreadGroup;
import org.reactivempi.transport.bootstrap.pmi.PmiJoin;
import reactor.core.publisher.Mono;

/** Finds the job that the calling thread belongs to. */
public final class Bootstraps {

    private Bootstraps() {}

    /**
     * Joins the job that launched the calling thread or this process, or else a world of one.
     *
     * @return as {@link #detect(Map)} with the process's environment
     */
    public static Mono<Bootstrap> detect() {
        return detect(System.getenv());
    }

    /**
     * Joins the job that launched the calling thread or this process, or else a world of one.
     *
     * @param environment what to look at where the thread belongs to no rank in this JVM
     * @return cold; looks at the thread that subscribes. The rank once the launcher has answered, or a
     *     {@link org.reactivempi.transport.bootstrap.BootstrapException}
     */
    public static Mono<Bootstrap> detect(Map<String, String> environment) {
        return detect(environment, () -> false, () -> alone(environment, new SecureRandom()));
    }

    /**
     * Joins the job that launched the calling thread or this process, or else another one.
     *
     * @param environment as in {@link #detect(Map)}
     * @param alone whether the user wants this process to be in no job of a launcher that speaks a {@link LauncherProtocol}
     * @param otherwise the rank that a process is which nothing has launched
     * @return as {@link #detect(Map)}; fails with what {@code otherwise} throws
     */
    public static Mono<Bootstrap> detect(
            Map<String, String> environment, BooleanSupplier alone, Supplier<Bootstrap> otherwise) {
        return Mono.defer(() -> RankThreadGroup.of(Thread.currentThread())
                .map(group -> Mono.just(group.bootstrap()))
                .orElseGet(() -> ofProcess(environment, alone, otherwise)));
    }

    private static Mono<Bootstrap> ofProcess(
            Map<String, String> environment, BooleanSupplier alone, Supplier<Bootstrap> otherwise) {
        if (PmiJoin.launched(environment)) {
            return PmiJoin.join(environment);
        }
        return protocols()
                .filter(protocol -> protocol.launched(environment) && !alone.getAsBoolean())
                .findFirst()
                .map(protocol -> protocol.join(environment))
                .orElseGet(() -> Mono.fromSupplier(otherwise));
    }

    /** Of the class path or module path that this class comes from, whatever the thread's own class loader is. */
    private static Stream<LauncherProtocol> protocols() {
        return ServiceLoader.load(LauncherProtocol.class, Bootstraps.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get);
    }

    /**
     * A world of one, for a process that nothing has launched.
     *
     * @param environment the process's
     * @param random tells its job from others
     * @return rank 0 of a job of its own
     * @throws org.reactivempi.transport.bootstrap.BootstrapException where a launcher has started this process as one of several, and
     *     there is no way to find the others
     */
    public static Bootstrap alone(Map<String, String> environment, RandomGenerator random) {
        ForeignLauncher.of(environment).ifPresent(launcher -> {
            throw launcher.refusal();
        });
        return Bootstrap.alone(environment, random);
    }

    /**
     * Ends the calling thread's rank, whether it has joined or not: the process, or the rank's thread where several
     * ranks share one JVM. Does not return.
     *
     * @param code 0 to 255
     * @throws RankExit where several ranks share one JVM
     */
    public static void exit(int code) {
        if (RankThreadGroup.of(Thread.currentThread()).isPresent()) {
            throw new RankExit(code);
        }
        System.exit(code);
    }
}
