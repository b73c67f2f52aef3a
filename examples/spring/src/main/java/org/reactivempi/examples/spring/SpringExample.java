package org.reactivempi.examples.spring;

import java.util.Arrays;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Many ranks estimate pi by throwing darts, for the reader of the page, and no faster than the browser reads. */
@SpringBootApplication(proxyBeanMethods = false)
public class SpringExample {

    private static final String HELP = """
            Usage: examples/run spring [launcher options] [--server.port=PORT] [--PROPERTY=VALUE...]

            A Spring Boot application on all ranks. Rank 0 opens a web port, 8080 unless set, and has
              /         a page with the ranks, who sends how much to whom, and the rates
              /stream   the batches that the other ranks compute, as server-sent events: curl -N http://localhost:8080/stream
              /state    what all ranks have done so far, twice a second
            A browser that reads slowly makes the ranks compute slowly. Without the launcher, with a list of peers, a worker
            that is killed and started again goes on where it was.
            """;

    /**
     * Runs this as a rank of the job that launched it, or alone.
     *
     * @param arguments properties of Spring Boot and of this library, as {@code --NAME=VALUE}
     */
    public static void main(String[] arguments) {
        if (Arrays.asList(arguments).contains("--help")) {
            System.out.print(HELP);
            return;
        }
        SpringApplication application = new SpringApplication(SpringExample.class);
        application.setBannerMode(Banner.Mode.OFF);
        application.run(arguments);
    }
}
