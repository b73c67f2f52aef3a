package org.reactivempi.spring;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import reactor.core.publisher.Mono;

/** Rank 0 greets rank 1, which answers; then both end. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class GreetingApplication {

    private static final int GREETINGS = 1;
    private static final int ANSWERS = 2;
    private static final long LIMIT_SECONDS = 30;

    private final CountDownLatch greeted = new CountDownLatch(1);

    public static void main(String[] arguments) {
        SpringApplication application = new SpringApplication(GreetingApplication.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.run(arguments).close();
    }

    @MpiListener(source = 0, tag = GREETINGS, replyTag = ANSWERS)
    Mono<String> greet(String greeting) {
        System.out.println("rank 1 of 2 was greeted: " + greeting);
        return Mono.just("hello").doFinally(end -> greeted.countDown());
    }

    @Bean
    CommandLineRunner greeter(Communicator world) {
        return arguments -> {
            if (world.rank() == 1) {
                if (!greeted.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("nobody greets");
                }
            } else {
                world.isend(Codecs.string().encode("hello from rank 0"), 1, GREETINGS)
                        .then(world.receive(1, ANSWERS))
                        .block(java.time.Duration.ofSeconds(LIMIT_SECONDS));
            }
        };
    }
}
