package org.reactivempi.core.communicator;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.AnyCommunicator;
import org.reactivempi.AttributeKey;
import org.reactivempi.AttributeMap;
import org.reactivempi.Hints;
import org.reactivempi.Hints.Hint;
import org.reactivempi.Mpi;
import org.reactivempi.SessionView;
import org.reactivempi.core.ask.Asks;
import org.reactivempi.core.buffered.Attachment;
import org.reactivempi.core.collective.CollectiveContext;
import org.reactivempi.core.operation.BufferCheck;
import org.reactivempi.core.operation.OperationContext;
import org.reactivempi.core.operation.RankMap;
import org.reactivempi.core.operation.TypeCheck;
import org.reactivempi.core.partition.PartitionedOperations;
import org.reactivempi.core.port.CorePorts;
import org.reactivempi.core.settings.CollectiveSettings;
import org.reactivempi.core.stream.CommunicatorStreams;
import org.reactivempi.transport.channel.OnProgressThread;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.event.ContextId.Purpose;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.EngineCommunicator;

/**
 * What the parts of a communicator have in common.
 *
 * @param number its own: 0 for the world, and what the ranks have agreed on for any other
 * @param sides whose ranks they are
 * @param state how it stands: its name, and which of its ranks have failed
 */
record CommunicatorContext(OfSession session, int number, Sides sides, EngineCommunicator state, Arguments arguments) {

    /**
     * What all communicators of a session share.
     *
     * @param world all ranks
     * @param program the number of this rank's program among those of the job, where that is known
     * @param session what the program has of it
     * @param kinds make further communicators
     * @param numbers what this rank gives to communicators that it leads
     * @param bufferCheck looks at the buffers of sends, if anybody wants that
     * @param types whether messages say what their elements are
     * @param collectives how collective operations are done
     * @param texts where communicators of groups begin, in all sessions of this rank
     * @param ports of this rank
     * @param scope what its end has to end; null for the session that joined the job, which ends with its engine
     */
    record OfSession(
            Engine engine,
            Members world,
            OptionalInt program,
            Attachment buffers,
            Supplier<SessionView> session,
            Kinds kinds,
            ContextNumbers numbers,
            @Nullable BufferCheck bufferCheck,
            TypeCheck types,
            CollectiveSettings collectives,
            TextDesk texts,
            Supplier<CorePorts> ports,
            @Nullable SessionScope scope) {

        /** What tells it from other sessions of this rank: 0 for the one that joined the job. */
        int number() {
            return scope == null ? 0 : scope.number();
        }

        /** Another session of this rank. */
        OfSession opened(Attachment buffers, Supplier<SessionView> session, SessionScope scope) {
            return new OfSession(
                    engine,
                    world.inSession(scope.number()),
                    program,
                    buffers,
                    session,
                    kinds,
                    numbers,
                    bufferCheck,
                    types,
                    collectives,
                    texts,
                    ports,
                    scope);
        }

        /** The numbers that the first members of their jobs have given to a communicator; throws if one of them had none left. */
        Numbers used(Numbers given, Members members) {
            for (int member = 0; member < members.size(); member++) {
                if (members.firstOfJob(member) == member && given.at().applyAsInt(member) == ContextNumbers.NONE) {
                    throw numbers.noneLeft(members.worldRank(member));
                }
            }
            return given;
        }
    }

    /** A new one; reports know that it was made as {@code origin} says. On the progress thread. */
    static CommunicatorContext of(OfSession session, Numbers numbers, Sides sides, String origin) {
        EngineCommunicator state = session.engine()
                .add(numbers.own(), origin, sides.all().ranks(), sides.far().ranks(), numbers.at());
        return new CommunicatorContext(session, numbers.own(), sides, state, new Arguments(sides, state));
    }

    Engine engine() {
        return session.engine();
    }

    /** The context of its messages for a purpose. */
    int context(Purpose purpose) {
        return ContextId.of(number, purpose);
    }

    /** All members, of both groups where there are two. */
    Members members() {
        return sides.all();
    }

    /** Where the library's own messages for a purpose travel, which go on when the communicator is freed. */
    OperationContext endpoint(Purpose purpose) {
        return purpose.isTogether()
                ? endpoint(purpose, sides.all(), sides.together())
                : endpoint(purpose, sides.own(), sides.far());
    }

    private OperationContext endpoint(Purpose purpose, Members own, RankMap far) {
        return new OperationContext(engine(), far, context(purpose), own.rank(), types(purpose));
    }

    /** Where users' messages travel. */
    OperationContext messages() {
        return new OperationContext(
                engine(), arguments, context(Purpose.MESSAGES), sides.own().rank(), session.types());
    }

    /** Collective operations may move a user's elements as bytes. */
    private TypeCheck types(Purpose purpose) {
        boolean ofUsers = purpose == Purpose.MESSAGES || purpose == Purpose.COLLECTIVE;
        return !ofUsers || session.types() == TypeCheck.OFF ? TypeCheck.OFF : TypeCheck.ON;
    }

    /** The collective operations of all members. */
    CollectiveContext together() {
        return new CollectiveContext(
                endpoint(Purpose.COLLECTIVE), state, members().size(), arguments, session.collectives());
    }

    /** What is sent and received part by part. */
    PartitionedOperations partitions() {
        return new PartitionedOperations(arguments, endpoint(Purpose.PARTITIONED), endpoint(Purpose.PARTS));
    }

    /** Its streams. */
    CommunicatorStreams streams() {
        return new CommunicatorStreams(
                arguments, state, endpoint(Purpose.STREAM_ANNOUNCEMENTS), endpoint(Purpose.STREAM_ELEMENTS));
    }

    /** What is asked and answered; some of it in {@code streams}. */
    Asks questions(CommunicatorStreams streams) {
        return new Asks(arguments, state, endpoint(Purpose.QUESTIONS), endpoint(Purpose.ANSWERS), streams);
    }

    /** What its user says of receives and probes that start from now on. */
    void say(Hints hints) {
        Hints before = arguments.hints();
        arguments.hints(hints);
        if (before.equals(hints)) {
            return;
        }
        boolean anySource = !hints.has(Hint.NO_ANY_SOURCE);
        boolean anyTag = !hints.has(Hint.NO_ANY_TAG);
        try {
            engine().execute(() -> engine().messages().useWildcards(context(Purpose.MESSAGES), anySource, anyTag));
        } catch (RejectedExecutionException ended) {
            // There are no messages any more.
        }
    }

    /** The communicator, as its attributes know it. */
    AttributeMap.Owner owner() {
        return new AttributeMap.Owner() {
            @Override
            public void exists() {
                arguments.exists();
            }

            @Override
            public Optional<?> predefined(AttributeKey<?> key) {
                return CommunicatorContext.this.predefined(key);
            }
        };
    }

    private Optional<?> predefined(AttributeKey<?> key) {
        if (key == AttributeKey.APPNUM) {
            OptionalInt program = session.program();
            return program.isPresent() ? Optional.of(program.getAsInt()) : Optional.empty();
        }
        if (key == AttributeKey.WTIME_IS_GLOBAL) {
            return Optional.of(false);
        }
        if (key == AttributeKey.TAG_UPPER_BOUND) {
            return Optional.of(Arguments.TAG_UPPER_BOUND);
        }
        if (key == AttributeKey.UNIVERSE_SIZE) {
            return Optional.of(session.world().size());
        }
        return Optional.of(key == AttributeKey.HOST ? Mpi.PROC_NULL : Mpi.ANY_SOURCE);
    }

    /** Its messages need no places of their own any more. */
    @OnProgressThread
    void endHints() {
        if (!arguments.hints().equals(Hints.create())) {
            engine().messages().useWildcards(context(Purpose.MESSAGES), true, true);
        }
    }

    /** How alike it is to another one, which still exists. */
    AnyCommunicator.Comparison compare(CommunicatorContext other) {
        other.arguments.exists();
        if (session == other.session && number == other.number) {
            return AnyCommunicator.Comparison.IDENTICAL;
        }
        return sides.areTwo() == other.sides.areTwo() ? sides.compare(other.sides) : AnyCommunicator.Comparison.UNEQUAL;
    }

    boolean isWorld() {
        return number == ContextId.WORLD;
    }

    /**
     * Whether communicators are made of it by a call of all processes that are there: of the world, where ranks come and go, and
     * nobody can know what the others have been through.
     */
    boolean callsAll() {
        return isWorld() && engine().ranksComeAndGo();
    }
}
