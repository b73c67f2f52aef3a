package org.reactivempi.core.collective;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.core.collective.algorithm.Member;
import org.reactivempi.core.collective.plan.Plan;
import org.reactivempi.core.operation.ErrorListener;
import org.reactivempi.core.operation.LocalMono;
import org.reactivempi.core.operation.OperationContext;
import org.reactivempi.core.operation.OperationMono;
import org.reactivempi.core.operation.ProgramFrames;
import org.reactivempi.core.operation.RankMap;
import org.reactivempi.core.settings.CollectiveSettings;
import org.reactivempi.transport.engine.port.EngineCommunicator;
import reactor.core.publisher.Mono;

/** The collective operations of one communicator, as this rank takes part in them: their numbers, and how many run. */
public final class CollectiveContext {

    final OperationContext at;
    final EngineCommunicator state;
    final int size;
    private final RankMap users;
    private final CollectiveSettings settings;

    /** How many persistent operations there are, whose numbers are from the other end. */
    private final AtomicInteger persistent = new AtomicInteger();

    private @Nullable Plan agreement;
    private int started;
    private int running;
    private boolean unfinished;

    /**
     * No operations yet.
     *
     * @param at the communicator's context for them
     * @param users what its users may ask of it, and who hears of their errors
     */
    public CollectiveContext(
            OperationContext at, EngineCommunicator state, int size, RankMap users, CollectiveSettings settings) {
        this.users = users;
        this.at = at;
        this.state = state;
        this.size = size;
        this.settings = settings;
    }

    /**
     * An operation that is not subscribed.
     *
     * @param name what the operation is called in descriptions of what runs
     * @param check throws what is wrong with its arguments; asked at each subscription
     * @param body what this rank does; called and subscribed on the progress thread
     * @return cold; on the progress scheduler
     */
    public <T> Mono<T> operation(String name, Runnable check, Function<Collective, Mono<T>> body) {
        Call call = Call.of(name).at(placeHere());
        return new LocalMono<>(at.engine(), users, () -> inWords(name), () -> {
            check.run();
            return new Running<>(this, call, body);
        });
    }

    /** Hears of the errors of users' operations. */
    public ErrorListener users() {
        return users;
    }

    /** An operation as people know it. */
    public String inWords(String name) {
        return name + "(" + state.inWords() + ")";
    }

    /**
     * Whether an operation runs here alone, and all others have ended well; for the progress thread. Then no message of
     * another operation is here, or will be.
     *
     * @return false if another one runs, also where nobody waits for it any more, or has failed
     */
    public boolean isLastOfAll() {
        return running == 1 && !unfinished;
    }

    /** Whether an operation runs here alone; for the progress thread. Messages of others that have failed may be here, or come. */
    public boolean isAlone() {
        return running == 1;
    }

    /** Whether no operation runs here; for the progress thread. */
    public boolean isIdle() {
        return running == 0;
    }

    /** The number of an operation that starts. */
    int nextNumber() {
        return started++;
    }

    /**
     * The number of a persistent operation, which has it for all its starts. On any thread: all ranks make them in the same order.
     */
    int persistentNumber() {
        return -1 - persistent.getAndIncrement();
    }

    /** Whether ranks compare what they do. */
    boolean isChecked() {
        return settings.checked() && size > 1;
    }

    /**
     * An operation that consists of others, which are made for each subscription.
     *
     * @param name what the operation is called in descriptions of what runs
     * @param made gives it; called at each subscription
     * @return cold; on the progress scheduler
     */
    public <R> Mono<R> composed(String name, Supplier<Mono<R>> made) {
        String place = placeHere();
        return OperationMono.of(
                at.engine(), users, inWords(name), Mono.defer(() -> ProgramFrames.calledAt(place, made)));
    }

    /** Where the calling thread's program calls an operation, if ranks compare what they do, and it is known. */
    @Nullable
    String placeHere() {
        return isChecked() ? ProgramFrames.here() : null;
    }

    /** The plan by which ranks compare what they do; made once. */
    Plan agreement(Function<Member, Plan> made) {
        Plan known = agreement;
        if (known == null) {
            known = made.apply(member());
            agreement = known;
        }
        return known;
    }

    /** This rank, for plans among all. */
    Member member() {
        return new Member(at.rank(), size);
    }

    /** A number as errors say it. */
    String numberInWords(int number) {
        return shortNumber(number) + " of " + state.inWords();
    }

    /** The same, where the communicator is named already. */
    static String shortNumber(int number) {
        return number < 0 ? "persistent operation " + (-1 - number) : "operation " + number;
    }

    /** An operation runs now. */
    void begun() {
        running++;
    }

    /** The tag of a stream that starts, and has it alone; on the progress thread. */
    public int beginStream() {
        begun();
        return Collective.tag(nextNumber());
    }

    /** A stream has ended, well or not; on the progress thread. */
    public void endStream(boolean well) {
        ended(well);
    }

    /** Whether the communicator is revoked; on the progress thread. */
    public boolean isRevoked() {
        return state.isRevoked();
    }

    /** This rank, where collective operations travel. */
    public OperationContext endpoint() {
        return at;
    }

    /**
     * How many ranks the communicator has.
     *
     * @return 1 or more
     */
    public int size() {
        return size;
    }

    /** An operation has ended, well or not. */
    void ended(boolean well) {
        running--;
        unfinished |= !well;
    }

    /**
     * One subscription of a collective operation: runs its body, and tells its owner of the end. It takes its number as it
     * starts; what one thread starts comes here in its order.
     */
    private static final class Running<T> extends Participation<T> {

        private final Call call;
        private final Function<Collective, Mono<T>> body;
        private @Nullable Collective operation;
        private @Nullable T value;

        Running(CollectiveContext communicator, Call call, Function<Collective, Mono<T>> body) {
            super(communicator);
            this.call = call;
            this.body = body;
        }

        @Override
        public void start(Owner<T> owner) {
            begin(owner);
            int number = communicator.nextNumber();
            Collective begun = new Collective(communicator, call.name(), number);
            operation = begun;
            new Agreement(communicator, number, call, null, null)
                    .reached()
                    .then(Mono.defer(() -> body.apply(begun)))
                    .subscribe(given -> value = given, this::failed, this::completed);
        }

        /** Itself, the operation whose work it is, and what it has posted. */
        @Override
        public int idleOperations() {
            Collective begun = operation;
            return begun != null && begun.rests() && listens() ? operations() + begun.restingReceives() : 0;
        }

        private void completed() {
            Owner<T> told = takeOwner();
            end(true);
            if (told != null) {
                told.complete(value);
            }
        }

        private void failed(Throwable error) {
            Owner<T> told = takeOwner();
            end(false);
            if (told != null) {
                told.fail(error);
            }
        }

        @Override
        public String toString() {
            return communicator.inWords(call.name()) + waited();
        }
    }
}
