package org.reactivempi.spring;

import java.util.function.UnaryOperator;
import org.reactivempi.Communicator;
import org.reactivempi.spring.autoconfigure.MpiAutoConfiguration;
import org.reactivempi.spring.autoconfigure.MpiSessionAutoConfiguration;
import org.reactivempi.transport.fixtures.FreePorts;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.NestedExceptionUtils;

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
        String peers = FreePorts.peers(2);
        rank(peers, 0).run(zero -> one.apply(rank(peers, 1)).run(other -> test.run(new Pair(zero, other))));
    }

    static ApplicationContextRunner rank(String peers, int rank) {
        return alone().withPropertyValues(
                        "reactivempi.peers=" + peers,
                        "reactivempi.rank=" + rank,
                        "reactivempi.secret=" + SECRET,
                        "reactivempi.reconnect-timeout=2s");
    }

    /** Of an application that has started; otherwise the failure says why it hasn't. */
    static Communicator world(AssertableApplicationContext context) {
        Throwable failure = context.getStartupFailure();
        if (failure != null) {
            throw new AssertionError(
                    "the application has not started: " + NestedExceptionUtils.getMostSpecificCause(failure), failure);
        }
        return context.getBean(Communicator.class);
    }

    /** What is done with two applications. */
    @FunctionalInterface
    interface PairTest {

        void run(Pair pair) throws Throwable;
    }
}
