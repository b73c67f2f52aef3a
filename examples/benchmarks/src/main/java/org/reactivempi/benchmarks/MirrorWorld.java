package org.reactivempi.benchmarks;

import java.util.List;
import java.util.OptionalInt;
import org.reactivempi.Communicator;
import org.reactivempi.core.buffered.Attachment;
import org.reactivempi.core.communicator.CoreCommunicator;
import org.reactivempi.core.operation.ErrorListener;
import org.reactivempi.core.operation.TypeCheck;
import org.reactivempi.core.settings.CollectiveSettings;
import org.reactivempi.transport.engine.auth.Credentials;
import org.reactivempi.transport.engine.platform.Platform;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.EngineSettings;
import org.reactivempi.transport.engine.port.Job;
import org.reactivempi.transport.engine.port.PeerDirectory;
import org.reactivempi.transport.engine.port.Secret;
import reactor.core.publisher.Mono;

/** Rank 0 of a world of two, where rank 1 is a {@link MirrorChannel mirror}: what rank 0 sends there comes back from it. */
final class MirrorWorld {

    /** The rank that is a mirror. */
    static final int MIRROR = 1;

    private static final Job JOB = new Job("mirror", 0, 2, 1);
    private static final Secret SECRET = Secret.of("nobody has to know this");

    private final Engine engine;
    private final Communicator world;

    /** On the progress thread. */
    private MirrorWorld(Engine engine) {
        this.engine = engine;
        this.world = CoreCommunicator.world(
                engine,
                Attachment.ofSession(engine, ErrorListener.NONE),
                () -> {
                    throw new IllegalStateException("a mirror has no session");
                },
                JOB.id(),
                0,
                2,
                OptionalInt.empty(),
                null,
                TypeCheck.OFF,
                CollectiveSettings.DEFAULTS,
                () -> {
                    throw new IllegalStateException("a mirror has no ports");
                });
    }

    static MirrorWorld start() {
        return start(Watching.OFF);
    }

    static MirrorWorld start(Watching watching) {
        return Engine.start(
                        JOB,
                        SECRET,
                        EngineSettings.from(name -> null),
                        List.of(new MirrorChannel(new Credentials(
                                SECRET, JOB.hash(), MIRROR, Platform.system().random(MIRROR)))),
                        rank -> Mono.just(List.of(new PeerDirectory.Address(MirrorChannel.NAME, MirrorChannel.NAME))),
                        watching::listeners,
                        Platform.system(),
                        List.of())
                .map(MirrorWorld::new)
                .blockOptional()
                .orElseThrow();
    }

    Communicator world() {
        return world;
    }

    void close() {
        engine.abort("the benchmark is over").block();
    }
}
