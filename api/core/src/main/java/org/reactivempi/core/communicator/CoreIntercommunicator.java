package org.reactivempi.core.communicator;

import java.util.Objects;
import org.reactivempi.Communicator;
import org.reactivempi.Group;
import org.reactivempi.Hints;
import org.reactivempi.Intercommunicator;
import org.reactivempi.core.collective.CollectiveContext;
import org.reactivempi.core.collective.call.InterCollectiveCalls;
import org.reactivempi.transport.engine.event.ContextId.Purpose;
import reactor.core.publisher.Mono;

/** A communicator of two groups, on the engine: its collective operations are plans of all ranks of both. */
final class CoreIntercommunicator extends CoreAnyCommunicator implements Intercommunicator {

    private final Children children;
    private final CoreFailures<Intercommunicator> failures;

    /** This rank's end of one that was made as {@code origin} says. On the progress thread. */
    CoreIntercommunicator(CommunicatorContext.OfSession session, Numbers numbers, Sides sides, String origin) {
        this(CommunicatorContext.of(session, numbers, sides, origin));
    }

    private CoreIntercommunicator(CommunicatorContext of) {
        this(of, of.together());
    }

    private CoreIntercommunicator(CommunicatorContext of, CollectiveContext together) {
        super(
                of,
                together,
                new InterCollectiveCalls(
                        together,
                        of.arguments()::usable,
                        of.session().collectives(),
                        of.sides().ownFirst(),
                        of.sides().own().size()));
        this.children = new Children(of, together);
        this.failures = new CoreFailures<>(of, children, Children::shrunkTwo, null);
    }

    @Override
    public int remoteSize() {
        return of.sides().far().size();
    }

    @Override
    public Group remoteGroup() {
        return of.sides().far().group();
    }

    @Override
    public CoreFailures<Intercommunicator> failures() {
        return failures;
    }

    @Override
    public Mono<Intercommunicator> dup() {
        return dup(Hints.create());
    }

    @Override
    public Mono<Intercommunicator> dup(Hints hints) {
        Objects.requireNonNull(hints, "hints");
        return duplicate(
                children.dup((numbers, both, origin) -> alike(numbers, origin, hints)), Intercommunicator.class);
    }

    private CoreIntercommunicator alike(Numbers numbers, String origin, Hints hints) {
        CoreIntercommunicator made = new CoreIntercommunicator(of.session(), numbers, of.sides(), origin);
        made.of.say(hints);
        return made;
    }

    @Override
    public Mono<Intercommunicator> split(int color, int key) {
        return children.splitTwo(color, key);
    }

    @Override
    public Mono<Intercommunicator> create(Group group) {
        return children.createTwo(group);
    }

    @Override
    public Mono<Communicator> merge(boolean high) {
        return children.merge(high);
    }

    @Override
    public String toString() {
        return "Intercommunicator[" + of.state().label() + ", context=" + of.context(Purpose.MESSAGES) + ", rank="
                + rank() + " of " + size() + ", remote size=" + remoteSize() + "]";
    }
}
