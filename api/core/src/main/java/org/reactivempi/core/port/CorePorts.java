package org.reactivempi.core.port;

import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Port;
import org.reactivempi.Ports;
import org.reactivempi.core.operation.LocalMono;
import org.reactivempi.core.port.PortDesk.OpenPort;
import org.reactivempi.core.port.PortDesk.Reception;
import org.reactivempi.core.port.PortDesk.Visit;
import org.reactivempi.core.port.Words.Step;
import org.reactivempi.core.settings.PortSettings;
import org.reactivempi.core.settings.PortSettings.NameService;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.OtherJobs;
import org.reactivempi.transport.engine.port.Secret;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/** The ports of a rank, and the names of ports, as its program has them. */
public final class CorePorts implements Ports {

    private static final String NO_MORE = "the root accepts no more";

    private final Engine engine;
    private final int rank;
    private final PortSettings settings;
    private final Desks desks;
    private final PortDesk desk;

    /**
     * None yet.
     *
     * @param rank in the job
     */
    public CorePorts(Engine engine, int rank, PortSettings settings) {
        this.engine = engine;
        this.rank = rank;
        this.settings = settings;
        this.desks = new Desks(
                engine.otherJobs(), rank, settings.secret(), settings.servesNames(), service(engine, settings));
        this.desk = desks.ports();
    }

    private static Naming.@Nullable Service service(Engine engine, PortSettings settings) {
        NameService asked = settings.names();
        return asked == null || settings.secret() == null
                ? null
                : new Naming.Service(
                        asked.job(),
                        settings.secret(),
                        asked.addresses(engine.platform().worker()).publishOn(engine.scheduler()));
    }

    /** From now on processes of all jobs that know the secret may ask for names; on the progress thread. */
    public void serveNames() {
        engine.otherJobs().admit(Objects.requireNonNull(settings.secret()));
    }

    /** Hears what others say that connect, or are connected to, or ask for names. */
    public OtherJobs.Listener listener() {
        return desks;
    }

    /** Why this rank may go on though none of its job's ranks does anything, in words; null if it waits at no port. On the progress thread. */
    public @Nullable String unrest() {
        return desks.unrest();
    }

    /** The session ends: nobody meets here any more. */
    public void end() {
        try {
            engine.execute(() -> desks.end(new MpiException(ErrorClass.SESSION, "the session is closed")));
        } catch (RejectedExecutionException ended) {
            // And with it all that waits.
        }
    }

    @Override
    public Mono<Void> publish(String name, String portName) {
        return asked(Step.PUBLISH, name, () -> PortName.of(portName), port -> null);
    }

    @Override
    public Mono<Void> unpublish(String name) {
        return asked(Step.UNPUBLISH, name, () -> null, port -> null);
    }

    @Override
    public Mono<String> lookup(String name) {
        return asked(Step.LOOKUP, name, () -> null, port -> port);
    }

    private <T> Mono<T> asked(
            Step step, String name, Supplier<@Nullable PortName> port, Function<String, @Nullable T> given) {
        return new LocalMono<>(
                engine,
                () -> step.name().toLowerCase(Locale.ROOT) + " of \"" + name + "\"",
                () -> new Asking<>(step, NameWords.checked(name), port.get(), given));
    }

    /** A question of a name, from its subscription to its answer. */
    private final class Asking<T> implements LocalMono.Work<T> {

        private final Step step;
        private final String name;
        private final @Nullable PortName port;
        private final Function<String, @Nullable T> given;
        private Naming.@Nullable Question asked;

        Asking(Step step, String name, @Nullable PortName port, Function<String, @Nullable T> given) {
            this.step = step;
            this.name = name;
            this.port = port;
            this.given = given;
        }

        @Override
        public void start(Owner<T> owner) {
            if (port != null && desk.isClosed(port)) {
                throw new MpiException(ErrorClass.PORT, "the port " + port + " is closed");
            }
            asked = desks.naming().ask(step, new NameWords(name, port == null ? "" : port.text()), new Naming.Told() {
                @Override
                public void onNamed(String found) {
                    owner.complete(given.apply(found));
                }

                @Override
                public void onUnnamed(MpiException why) {
                    owner.fail(why);
                }
            });
        }

        @Override
        public boolean forget(Owner<T> owner) {
            Naming.Question waiting = asked;
            if (waiting == null) {
                return false;
            }
            waiting.cancel();
            return true;
        }
    }

    @Override
    public Mono<Port> open() {
        return new LocalMono<>(engine, () -> "open", () -> owner -> owner.complete(new Own(desk.open())));
    }

    /** One of this rank's. */
    private final class Own implements Port {

        private final OpenPort port;
        private final String name;

        Own(OpenPort port) {
            this.port = port;
            this.name = new PortName(port.number, rank, engine.otherJobs().ownJob(), engine.addresses()).text();
        }

        private PortDesk desk() {
            return desk;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Mono<Void> close() {
            return new LocalMono<>(engine, () -> "close of a port", () -> owner -> {
                desk.close(port);
                desks.naming().withdraw(name);
                owner.complete(null);
            });
        }

        @Override
        public String toString() {
            return "Port[" + name + "]";
        }
    }

    /** Another group that was met. */
    public interface Rendezvous {

        /** Finds it; fails where that comes to nothing. */
        Mono<Met> meet(Party own);

        /** All of the own group may be reached; completes when all of the other one may. */
        Mono<Void> begin();

        /** Nothing comes of it here. */
        void fail(String why);

        /** The user waits no more: it fails, if nobody has come yet. */
        void cancel();
    }

    /**
     * Another group.
     *
     * @param other who they are
     * @param secret what only the jobs of the two roots know; what those of other members know follows from it
     * @param job that of the other root
     */
    public record Met(Party other, Secret secret, long job) {}

    /** What a call tells that waits at a port. */
    private static PortDesk.Told told(MonoSink<Met> sink) {
        return new PortDesk.Told() {
            @Override
            public void onMet(Met other) {
                sink.success(other);
            }

            @Override
            public void onFailed(MpiException why) {
                sink.error(why);
            }
        };
    }

    /** The way of the next one that connects to a port; one that isn't this rank's fails. */
    public Rendezvous accept(@Nullable Port port) {
        return new Accepting(port);
    }

    /** A call at a port; the user may cancel it before the other ranks of the group have come, when nobody waits at the port yet. */
    private abstract static class Call implements Rendezvous {

        private @Nullable MonoSink<Met> waits;
        private boolean cancelled;

        /** Begins to wait; throws what is wrong with that. */
        abstract void start(Party own, PortDesk.Told told);

        /** Nobody waits for it any more; false where somebody has come. */
        abstract boolean takeBack();

        abstract MpiException takenBack();

        @Override
        public final Mono<Met> meet(Party own) {
            return Mono.create(sink -> {
                if (cancelled) {
                    sink.error(takenBack());
                    return;
                }
                waits = sink;
                try {
                    start(own, told(sink));
                } catch (MpiException wrong) {
                    sink.error(wrong);
                }
            });
        }

        @Override
        public final void cancel() {
            cancelled = true;
            MonoSink<Met> told = waits;
            if (told != null && takeBack()) {
                told.error(takenBack());
            }
        }
    }

    private final class Accepting extends Call {

        private final @Nullable Port port;
        private @Nullable Reception reception;

        Accepting(@Nullable Port port) {
            this.port = port;
        }

        @Override
        void start(Party own, PortDesk.Told told) {
            if (!(port instanceof Own known) || known.desk() != desk) {
                throw new MpiException(
                        ErrorClass.PORT, (port == null ? "null" : port.toString()) + " is no port of this rank");
            }
            reception = desk.accept(known.port, own, told);
        }

        @Override
        boolean takeBack() {
            Reception waiting = reception;
            return waiting != null && waiting.cancel();
        }

        @Override
        MpiException takenBack() {
            return new PortClosedException(NO_MORE);
        }

        @Override
        public Mono<Void> begin() {
            return Mono.fromRunnable(() -> {
                Reception met = reception;
                if (met != null) {
                    met.begin();
                }
            });
        }

        @Override
        public void fail(String why) {
            Reception met = reception;
            if (met != null) {
                met.fail(why);
            }
        }
    }

    /**
     * A group whose leader has a communicator in common with this one's; on the progress thread.
     *
     * @param leader the number of the other one's leader, as a peer
     */
    public Met met(Party other, int leader) {
        return desk.met(other, leader);
    }

    /** Those that wait at a port of this rank are not taken; on the progress thread. */
    public void refuseWaiting(@Nullable Port port) {
        if (port instanceof Own known && known.desk() == desk) {
            desk.refuseWaiting(known.port, NO_MORE);
        }
    }

    /** The way to a port; a name that is none fails. */
    public Rendezvous connect(@Nullable String portName) {
        return new Connecting(portName);
    }

    private final class Connecting extends Call {

        private final @Nullable String portName;
        private @Nullable Visit visit;

        Connecting(@Nullable String portName) {
            this.portName = portName;
        }

        @Override
        void start(Party own, PortDesk.Told told) {
            visit = desk.connect(PortName.of(portName), own, told);
        }

        @Override
        boolean takeBack() {
            Visit waiting = visit;
            if (waiting == null || !waiting.isWaiting()) {
                return false;
            }
            waiting.withdraw();
            return true;
        }

        @Override
        MpiException takenBack() {
            return new MpiException(ErrorClass.PORT, "the root has given up");
        }

        @Override
        public Mono<Void> begin() {
            return Mono.create(sink -> {
                Visit met = visit;
                if (met == null) {
                    sink.error(new MpiException(ErrorClass.INTERN, "nobody was met"));
                } else {
                    met.ready(sink::success, sink::error);
                }
            });
        }

        @Override
        public void fail(String why) {
            Visit met = visit;
            if (met != null) {
                met.withdraw();
            }
        }
    }
}
