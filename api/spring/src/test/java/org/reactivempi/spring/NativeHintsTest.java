package org.reactivempi.spring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.spring.autoconfigure.MpiAutoConfiguration;
import org.reactivempi.spring.autoconfigure.MpiSessionAutoConfiguration;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.javapoet.ClassName;

/** What a native image has to keep, after Spring's processing ahead of time. */
class NativeHintsTest {

    private static RuntimeHints hints() {
        try (GenericApplicationContext context = new AnnotationConfigApplicationContext()) {
            AnnotationConfigApplicationContext annotated = (AnnotationConfigApplicationContext) context;
            annotated.register(MpiSessionAutoConfiguration.class, MpiAutoConfiguration.class, Listeners.class);
            DefaultGenerationContext generation = new DefaultGenerationContext(
                    new ClassNameGenerator(ClassName.get(NativeHintsTest.class)), new InMemoryGeneratedFiles());
            new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
            return generation.getRuntimeHints();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.reactivempi.core.request.CoreRequests",
                "org.reactivempi.core.session.CoreSessionProvider",
                "org.reactivempi.transport.engine.EngineStarter",
                "org.reactivempi.transport.local.LocalChannelProvider",
                "org.reactivempi.transport.tcp.TcpChannelProvider",
                "org.reactivempi.transport.shm.ShmChannelProvider",
                "org.reactivempi.transport.rsocket.RSocketChannelProvider",
                "org.reactivempi.transport.observe.meters.MetersProvider",
                "org.reactivempi.transport.observe.context.ContextProvider",
            })
    @DisplayName("what ServiceLoader makes can be made")
    void providers(String provider) {
        assertThat(RuntimeHintsPredicates.reflection().onType(TypeReference.of(provider)))
                .accepts(hints());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "META-INF/services/org.reactivempi.RequestProvider",
                "META-INF/services/org.reactivempi.SessionProvider",
                "META-INF/services/org.reactivempi.transport.channel.ChannelProvider",
                "META-INF/services/org.reactivempi.transport.engine.event.EngineListenerProvider",
                "META-INF/services/org.reactivempi.transport.engine.port.Engine$Starter",
            })
    @DisplayName("what ServiceLoader reads is there")
    void services(String resource) {
        assertThat(RuntimeHintsPredicates.resource().forResource(resource)).accepts(hints());
    }

    @Test
    @DisplayName("listeners can be called, and properties bound")
    void listeners() throws ReflectiveOperationException {
        RuntimeHints hints = hints();

        assertThat(RuntimeHintsPredicates.reflection()
                        .onMethodInvocation(Listeners.class.getDeclaredMethod("hear", String.class)))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection()
                        .onType(TypeReference.of("org.reactivempi.spring.autoconfigure.MpiProperties")))
                .accepts(hints);
    }

    static class Listeners {

        @MpiListener(tag = 1)
        void hear(String text) {}
    }
}
