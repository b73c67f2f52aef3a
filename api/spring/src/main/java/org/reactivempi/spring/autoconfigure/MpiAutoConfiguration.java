package org.reactivempi.spring.autoconfigure;

import org.reactivempi.Communicator;
import org.reactivempi.Session;
import org.reactivempi.spring.DeadLetterHandler;
import org.reactivempi.spring.ListenerErrorHandler;
import org.reactivempi.spring.codec.MpiCodecs;
import org.reactivempi.spring.codec.SpringCodecs;
import org.reactivempi.spring.listener.ListenerContainer;
import org.reactivempi.spring.listener.ListenerFactory;
import org.reactivempi.spring.listener.ListenerScan;
import org.reactivempi.spring.listener.LoggingErrorHandler;
import org.reactivempi.spring.session.SessionLifecycle;
import org.reactivempi.spring.session.StartingSession;
import org.reactivempi.spring.session.WebRank;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.thread.Threading;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.Primary;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.core.task.VirtualThreadTaskExecutor;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Makes the application a rank: a {@link Session}, its world as a {@link Communicator}, and the listeners.
 *
 * @since 0.1
 */
@AutoConfiguration(after = MpiSessionAutoConfiguration.class)
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@ConditionalOnBooleanProperty(name = "reactivempi.session.enabled", matchIfMissing = true)
@EnableConfigurationProperties(MpiProperties.class)
@ImportRuntimeHints(MpiRuntimeHints.class)
@Import({WebCodecsConfiguration.Customized.class, WebCodecsConfiguration.Plain.class})
public final class MpiAutoConfiguration {

    /** For Spring. */
    public MpiAutoConfiguration() {}

    @Bean(destroyMethod = "")
    @Primary
    @ConditionalOnMissingBean(name = "world")
    Communicator world(Session session) {
        return session.world();
    }

    @Bean
    @ConditionalOnMissingBean
    MpiCodecs mpiCodecs(BeanFactory beans, ObjectProvider<SpringCodecs> spring, MpiProperties properties) {
        return new MpiCodecs(beans, spring, properties.codec().mimeType());
    }

    @Bean
    static ListenerScan mpiListenerScan() {
        return new ListenerScan();
    }

    @Bean
    ListenerContainer mpiListenerContainer(
            ListenerScan scan,
            BeanFactory beans,
            MpiCodecs codecs,
            ObjectProvider<ListenerErrorHandler> errors,
            ObjectProvider<DeadLetterHandler> letters,
            MpiProperties properties,
            Environment environment) {
        MpiProperties.ListenerProperties listener = properties.listener();
        return new ListenerContainer(
                scan,
                new ListenerFactory(
                        beans,
                        codecs,
                        errors.getIfAvailable(LoggingErrorHandler::new),
                        letters.getIfUnique(),
                        listener.concurrency(),
                        listener.prefetch(),
                        blocking(environment)));
    }

    /** Where listeners may block. */
    private static Scheduler blocking(Environment environment) {
        return Threading.VIRTUAL.isActive(environment)
                ? Schedulers.fromExecutor(new VirtualThreadTaskExecutor("reactive-mpi-listener-"))
                : Schedulers.boundedElastic();
    }

    /** Where the application has no session of its own. A bean that needs the session waits here until it has started. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBean(StartingSession.class)
    static final class OwnSession {

        @Bean(destroyMethod = "")
        Session mpiSession(StartingSession starting, Environment environment) {
            Session session = starting.await();
            WebRank.check(environment, session.world().size());
            return session;
        }

        @Bean
        SessionLifecycle mpiSessionLifecycle(StartingSession starting) {
            return new SessionLifecycle(starting);
        }
    }
}
