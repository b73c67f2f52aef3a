package org.reactivempi.spring.session;

import java.util.Map;
import java.util.Optional;
import org.reactivempi.transport.bootstrap.RankThreadGroup;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;

/**
 * Keeps the web server to one rank, {@code reactivempi.session.web-rank}, where it is set: others are applications without one,
 * and stay until they are told to end. Which rank this is must be known before there is a session: the launcher's environment
 * says it, or the list of peers.
 */
public final class WebRank implements EnvironmentPostProcessor, Ordered {

    /** The property. */
    public static final String PROPERTY = "reactivempi.session.web-rank";

    private static final String[] VARIABLES = {"PMI_ID", "PMI_RANK"};

    /** For Spring Boot. */
    public WebRank() {}

    /**
     * Checks the property once it is known how many ranks there are: with a rank that isn't there, no rank would have a web server.
     *
     * @param environment the application's
     * @param size how many ranks there are
     * @throws PropertyException if it names none of them
     */
    public static void check(Environment environment, int size) {
        String web = environment.getProperty(PROPERTY, "").strip();
        if (!web.isEmpty() && number(web) >= size) {
            throw PropertyException.outside(PROPERTY, web, size == 1 ? "0" : "0 to " + (size - 1));
        }
    }

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        String web = environment.getProperty(PROPERTY, "").strip();
        if (!web.isEmpty() && number(web) != rank(environment)) {
            environment
                    .getPropertySources()
                    .addFirst(new MapPropertySource(
                            PROPERTY,
                            Map.of("spring.main.web-application-type", "none", "spring.main.keep-alive", "true")));
        }
    }

    private static int number(String text) {
        if (!text.matches("\\d{1,7}")) {
            throw PropertyException.outside(PROPERTY, text, "the number of a rank");
        }
        return Integer.parseInt(text);
    }

    private static int rank(ConfigurableEnvironment environment) {
        Optional<Integer> inJvm = RankThreadGroup.of(Thread.currentThread())
                .map(group -> group.bootstrap().place().rank());
        return inJvm.orElseGet(() -> ofProcess(environment));
    }

    private static int ofProcess(ConfigurableEnvironment environment) {
        for (String variable : VARIABLES) {
            String value = System.getenv(variable);
            if (value != null && value.matches("\\d{1,9}")) {
                return Integer.parseInt(value);
            }
        }
        String listed = environment.getProperty("reactivempi.rank", "");
        return listed.matches("\\d{1,7}") ? Integer.parseInt(listed) : 0;
    }

    /** After all sources of properties have been read. */
    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }
}
