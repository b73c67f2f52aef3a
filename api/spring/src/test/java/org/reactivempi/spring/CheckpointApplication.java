package org.reactivempi.spring;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.crac.CheckpointException;
import org.crac.Core;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

/** Takes a checkpoint of itself when it runs, and sends itself a message after it, if it is a rank. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class CheckpointApplication {

    private static final int TAG = 1;
    private static final long LIMIT_SECONDS = 30;

    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

    @MpiListener(tag = TAG)
    void hear(String text) {
        heard.add(text);
    }

    private void speak(Communicator world) {
        world.isend(Codecs.string().encode("hello"), 0, TAG).block();
        try {
            System.out.println("heard after it: " + heard.poll(LIMIT_SECONDS, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] arguments) throws Exception {
        SpringApplication application = new SpringApplication(CheckpointApplication.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        try (ConfigurableApplicationContext context = application.run(arguments)) {
            System.out.println("it runs");
            try {
                Core.checkpointRestore();
                System.out.println("restored");
            } catch (CheckpointException e) {
                System.out.println("refused: " + e.getSuppressed()[0].getMessage());
            }
            ObjectProvider<Communicator> world = context.getBeanProvider(Communicator.class);
            world.ifAvailable(context.getBean(CheckpointApplication.class)::speak);
        }
    }
}
