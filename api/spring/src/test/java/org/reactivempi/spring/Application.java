package org.reactivempi.spring;

import java.util.function.UnaryOperator;
import org.reactivempi.spring.autoconfigure.MpiAutoConfiguration;
import org.reactivempi.spring.autoconfigure.MpiSessionAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Applications of the tests: alone, or two of them that find each other by a list. */
final class Application {

    static final String SECRET = "0123456789abcdef0123456789abcdef";

    private Application() {}

    /** A world of one. */
    static ApplicationContextRunner alone() {
        return new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(MpiSessionAutoConfiguration.class, MpiAutoConfiguration.class));
    }

    /** Runs a test with a rank 0 that has nothing of its own, and a rank 1 that is made. */
    static void pair(UnaryOperator<ApplicationContextRunner> one, PairTest test) {
        Ports ports = Ports.free(2);
        rank(ports, 0).run(zero -> one.apply(rank(ports, 1)).run(other -> test.run(new Pair(zero, other))));
    }

    static ApplicationContextRunner rank(Ports ports, int rank) {
        return alone().withPropertyValues(
                        "reactivempi.peers=" + ports.peers(),
                        "reactivempi.rank=" + rank,
                        "reactivempi.secret=" + SECRET,
                        "reactivempi.reconnect-timeout=2s");
    }

    /** What is done with two applications. */
    @FunctionalInterface
    interface PairTest {

        void run(Pair pair) throws Throwable;
    }
}
