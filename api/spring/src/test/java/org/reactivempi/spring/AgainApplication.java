package org.reactivempi.spring;

import java.util.Map;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import reactor.core.publisher.Mono;

/** Runs, closes, and runs again in the same process, as Spring Cloud's endpoint {@code restart} has it. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class AgainApplication {

    static final int QUESTIONS = 1;
    static final int TIMES = 3;

    @MpiListener(tag = QUESTIONS)
    Mono<Integer> answer(int value) {
        return Mono.just(value + 1);
    }

    static ConfigurableApplicationContext run(Map<String, Object> properties) {
        SpringApplication application = new SpringApplication(AgainApplication.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setDefaultProperties(properties);
        return application.run();
    }

    static Mono<Integer> ask(Communicator world, int value, int rank) {
        return world.ask(value, Codecs.intValue(), Codecs.intValue(), rank, QUESTIONS);
    }

    public static void main(String[] arguments) {
        for (int time = 0; time < TIMES; time++) {
            try (ConfigurableApplicationContext context = run(Map.of())) {
                Communicator world = context.getBean(Communicator.class);
                Integer answer = ask(world, time, world.size() - 1 - world.rank())
                        .delayUntil(answered -> world.barrier())
                        .block();
                System.out.println("rank " + world.rank() + " of " + world.size() + " was answered " + answer);
            }
        }
    }
}
