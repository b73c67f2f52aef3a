package org.reactivempi.core.session;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Session;
import org.reactivempi.SessionProvider;
import org.reactivempi.Settings;
import org.reactivempi.core.operation.BufferCheck;
import org.reactivempi.core.operation.TypeCheck;
import org.reactivempi.core.record.RecordGathering;
import org.reactivempi.core.settings.ChannelChoice;
import org.reactivempi.core.settings.CollectiveSettings;
import org.reactivempi.core.settings.DeadlockPolicy;
import org.reactivempi.core.settings.Debugging;
import org.reactivempi.core.settings.JobSecrets;
import org.reactivempi.core.settings.JobSettings;
import org.reactivempi.core.settings.KnownSettings;
import org.reactivempi.core.settings.PeerList;
import org.reactivempi.core.settings.PortSettings;
import org.reactivempi.core.settings.ProcessSets;
import org.reactivempi.core.settings.RankHosts;
import org.reactivempi.core.settings.SessionSettings;
import org.reactivempi.core.settings.Watchers;
import org.reactivempi.transport.bootstrap.Bootstrap;
import org.reactivempi.transport.bootstrap.Exchange;
import org.reactivempi.transport.bootstrap.JobPlace;
import org.reactivempi.transport.bootstrap.OpenFiles;
import org.reactivempi.transport.bootstrap.detect.Bootstraps;
import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.channel.settings.SettingException;
import org.reactivempi.transport.channel.settings.SettingSource;
import org.reactivempi.transport.engine.event.Records;
import org.reactivempi.transport.engine.platform.Platform;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.EngineSettings;
import org.reactivempi.transport.engine.port.Job;
import org.reactivempi.transport.engine.port.PacketFamily;
import org.reactivempi.transport.engine.port.StartStep;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/** Starts sessions: joins the job, starts the engine, tells the others where it is, and waits until all have. */
public final class CoreSessionProvider implements SessionProvider {

    private static final String NOT_STARTED = "the session has not started";

    /** The job that this provider's last session joined: an exit is told to its launcher. */
    private volatile @Nullable Bootstrap joined;

    /** For {@code ServiceLoader}. */
    public CoreSessionProvider() {}

    @Override
    public Mono<Session> start(Settings settings) {
        return StartStep.of(() -> join(settings))
                .doOnNext(bootstrap -> joined = bootstrap)
                .flatMap(bootstrap -> start(bootstrap, settings))
                .cast(Session.class)
                .onErrorMap(CoreSessionProvider::inWordsOfTheContract);
    }

    private static Mono<Bootstrap> join(Settings settings) {
        Map<String, String> environment = System.getenv();
        SettingSource source = new SessionSettings(settings, environment);
        return Bootstraps.detect(
                environment,
                () -> PeerList.isAlone(source),
                () -> PeerList.in(source).bootstrap(environment, platform(settings)));
    }

    private static Platform platform(Settings settings) {
        return settings.attached(Platform.class).orElseGet(Platform::system);
    }

    /**
     * Starts the session of a rank that has joined its job.
     *
     * @return cold; the session, on its progress scheduler
     */
    public static Mono<CoreSession> start(Bootstrap bootstrap, Settings settings) {
        return StartStep.of(() -> {
            AtomicBoolean over = new AtomicBoolean();
            return engine(bootstrap, settings)
                    .flatMap(engine -> orEnd(engine, session(engine, bootstrap, settings)))
                    .filterWhen(session -> over.compareAndSet(false, true) ? Mono.just(true) : tooLate(session))
                    .onErrorResume(error -> StartStep.of(
                            () -> bootstrap.life().finish(Mono.error(error)).cast(CoreSession.class)))
                    .doOnCancel(() -> {
                        if (over.compareAndSet(false, true)) {
                            bootstrap.exchange().ifPresent(Exchange::leave);
                        }
                    });
        });
    }

    private static Mono<CoreSession> session(Engine engine, Bootstrap bootstrap, Settings settings) {
        return StartStep.of(() -> meet(engine, bootstrap, JobSettings.in(own(bootstrap, settings))))
                .then(StartStep.of(() -> collectives(bootstrap, settings)))
                .flatMap(collectives -> StartStep.of(() -> StartStep.of(() -> Mono.just(new CoreSession(
                                engine,
                                bootstrap,
                                new CoreSession.Ways(
                                        DeadlockPolicy.SETTING.in(own(bootstrap, settings)),
                                        settings.attached(BufferCheck.class).orElse(null),
                                        TypeCheck.SETTING.in(own(bootstrap, settings)),
                                        collectives,
                                        ProcessSets.SETTING.in(own(bootstrap, settings)),
                                        ports(bootstrap, settings)),
                                gathering(engine, bootstrap, own(bootstrap, settings)))))
                        .subscribeOn(engine.scheduler())));
    }

    private static PortSettings ports(Bootstrap bootstrap, Settings settings) {
        return PortSettings.in(bootstrap, settings, own(bootstrap, settings), ChannelChoice.providers(settings));
    }

    /** What ranks have recorded goes to rank 0 at the end, where they don't share a host. */
    private static Optional<Mono<Void>> gathering(Engine engine, Bootstrap bootstrap, SettingSource source) {
        JobPlace place = bootstrap.place();
        return RecordGathering.of(
                engine,
                place.rank(),
                place.size(),
                Watchers.haveSeveralHosts(place, source),
                Records.WAIT.in(source),
                rank -> Addresses.records(bootstrap, rank));
    }

    /** With the hosts of all ranks: as the user has it, or the launcher. */
    private static Mono<CollectiveSettings> collectives(Bootstrap bootstrap, Settings settings) {
        CollectiveSettings set = CollectiveSettings.in(own(bootstrap, settings));
        JobPlace place = bootstrap.place();
        boolean asks = !set.hosts().areKnown() && place.ranksOnHost() < place.size();
        return Mono.justOrEmpty(bootstrap.exchange().filter(exchange -> asks))
                .flatMap(Exchange::hosts)
                .map(hosts -> set.with(RankHosts.of(hosts)))
                .defaultIfEmpty(set);
    }

    /** An engine whose session never comes to be ends, and its thread with it. */
    private static <T> Mono<T> orEnd(Engine engine, Mono<T> start) {
        return start.onErrorResume(error -> engine.abort(NOT_STARTED).then(Mono.error(error)))
                .doOnCancel(() -> engine.abort(NOT_STARTED));
    }

    private static SettingSource own(Bootstrap bootstrap, Settings settings) {
        return Debugging.in(
                new SessionSettings(settings, bootstrap.place().jvm().environment()));
    }

    private static Mono<Engine> engine(Bootstrap bootstrap, Settings settings) {
        return StartStep.of(() -> {
            List<ChannelProvider> providers = ChannelChoice.providers(settings);
            SettingSource source = settings(bootstrap, settings, providers);
            checkNames(KnownSettings.of(providers), bootstrap, settings);
            DeadlockPolicy.SETTING.in(source);
            TypeCheck.SETTING.in(source);
            CollectiveSettings.in(source);
            ProcessSets.in(source, bootstrap.place().size());
            EngineSettings engineSettings = EngineSettings.from(source);
            Watchers.check(source);
            List<Channel> channels = ChannelChoice.choose(providers, bootstrap, settings, source);
            PeerList peers = PeerList.of(bootstrap, source);
            JobPlace place = bootstrap.place();
            Platform platform = platform(settings);
            Job job = new Job(place.jobId(), place.rank(), place.size(), place.ranksOnHost());
            return JobSecrets.of(bootstrap, settings, source, platform)
                    .flatMap(secret -> Engine.start(
                            job,
                            secret,
                            engineSettings,
                            channels,
                            new Addresses(
                                    bootstrap,
                                    peers,
                                    peers.addresses().isEmpty()
                                            ? channels.get(0).name()
                                            : peers.listener(source, providers).name(),
                                    platform.worker()),
                            () -> Watchers.of(place, settings, source, platform),
                            platform,
                            settings.attached(PacketFamily.class).stream().toList()));
        });
    }

    private static SettingSource settings(Bootstrap bootstrap, Settings settings, List<ChannelProvider> providers) {
        SettingSource source = own(bootstrap, settings);
        return PeerList.of(bootstrap, source).listening(source, providers);
    }

    /** The subscriber has given the session up at this moment, and the launcher knows. */
    private static Mono<Boolean> tooLate(CoreSession session) {
        return session.abort(NOT_STARTED).thenReturn(false);
    }

    /** Tells the others, and waits for them. */
    private static Mono<Void> meet(Engine engine, Bootstrap bootstrap, JobSettings settings) {
        return Addresses.publish(
                bootstrap, engine.addresses(), settings, !engine.records().isEmpty());
    }

    /** The environment is the same for all ranks as a rule: one warning is enough. */
    private static void checkNames(KnownSettings names, Bootstrap bootstrap, Settings settings) {
        names.check(settings.asMap().keySet().stream());
        names.check(KnownSettings.among(System.getProperties()));
        if (bootstrap.place().rank() == 0) {
            names.warnOf(bootstrap.place().jvm().environment());
        }
    }

    private static Throwable inWordsOfTheContract(Throwable error) {
        if (error instanceof MpiException) {
            return error;
        }
        ErrorClass errorClass = error instanceof SettingException ? ErrorClass.ARG : ErrorClass.SESSION;
        return new MpiException(errorClass, OpenFiles.explained(error.getMessage()), error);
    }

    @Override
    public void run(String[] args, Settings settings, Function<Communicator, Publisher<?>> program) {
        new ProgramRunner(this::start, this::exit, System.err).run(args, settings, program);
    }

    private void exit(int code) {
        Bootstrap bootstrap = joined;
        if (bootstrap == null) {
            Bootstraps.exit(code);
        } else {
            bootstrap.life().exit(code);
        }
    }
}
