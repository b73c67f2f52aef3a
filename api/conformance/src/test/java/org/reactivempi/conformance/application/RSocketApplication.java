package org.reactivempi.conformance.application;

import org.reactivempi.spring.autoconfigure.MpiAutoConfiguration;
import org.reactivempi.spring.autoconfigure.MpiSessionAutoConfiguration;
import org.reactivempi.transport.rsocket.RSocketGate;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.rsocket.context.RSocketServerInitializedEvent;
import org.springframework.boot.rsocket.server.RSocketServerCustomizer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;
import org.springframework.messaging.handler.annotation.MessageMapping;
import org.springframework.stereotype.Controller;

/** An application with an RSocket server: a route of its own, and a gate for ranks. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration(exclude = {MpiSessionAutoConfiguration.class, MpiAutoConfiguration.class})
class RSocketApplication {

    private int port;

    static ConfigurableApplicationContext start(String transport) {
        SpringApplication application = new SpringApplication(RSocketApplication.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setRegisterShutdownHook(false);
        application.setLogStartupInfo(false);
        return application.run(
                "--spring.main.banner-mode=off",
                "--spring.rsocket.server.port=0",
                "--spring.rsocket.server.address=127.0.0.1",
                "--spring.rsocket.server.transport=" + transport);
    }

    @Bean
    RSocketGate gate() {
        return RSocketGate.create();
    }

    @Bean
    RSocketServerCustomizer ranks(RSocketGate gate) {
        return server -> server.interceptors(registry -> registry.forSocketAcceptor(gate));
    }

    @EventListener
    void onServer(RSocketServerInitializedEvent event) {
        port = event.getServer().address().getPort();
    }

    int port() {
        return port;
    }

    /** What the application is there for. */
    @Controller
    static class Echo {

        @MessageMapping("echo")
        String echo(String text) {
            return "echo of " + text;
        }
    }
}
