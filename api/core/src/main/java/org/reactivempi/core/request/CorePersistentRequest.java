package org.reactivempi.core.request;

import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.PersistentRequest;
import org.reactivempi.Status;
import org.reactivempi.core.request.RequestOutcome.Absent;
import reactor.core.publisher.Mono;

/**
 * A request whose operation is started again and again: one object for all its runs. Unlike others, it tells the lists in
 * which it stands of each start and each end.
 */
public class CorePersistentRequest extends CoreRequest implements PersistentRequest {

    private final PersistentOperation.@Nullable Source source;
    private final PersistentOperation operation;
    private final Run run = new Run();

    /** Where the request stands in lists: told of every start and every end, until the place is given to another request. */
    private final CopyOnWriteArrayList<Standing> lists = new CopyOnWriteArrayList<>();

    private final Consumer<Standing> tellEnd = this::tellOne;

    CorePersistentRequest(PersistentOperation operation) {
        this(null, operation);
    }

    private CorePersistentRequest(PersistentOperation.@Nullable Source source, PersistentOperation operation) {
        super(Absent.INACTIVE);
        this.source = source;
        this.operation = operation;
    }

    @Override
    PersistentOperation.@Nullable Source operation() {
        return source;
    }

    /** One that is not started, for what {@code bound} starts. */
    protected CorePersistentRequest(PersistentOperation.Source bound) {
        this(bound, bound.persistent());
    }

    static CorePersistentRequest of(Mono<?> operation) {
        if (operation instanceof PersistentOperation.Source bound) {
            return new CorePersistentRequest(bound);
        }
        throw new IllegalArgumentException("a " + operation.getClass().getName()
                + " is no operation of the library, which alone can be persistent");
    }

    @Override
    public final void start() {
        String reason = reserve();
        if (reason != null) {
            throw new MpiException(ErrorClass.REQUEST, "cannot start a request that is " + reason);
        }
        startReserved();
    }

    @Override
    public final void cancel() {
        if (!hasEnded()) {
            operation.cancel();
        }
    }

    /** Makes an inactive request active, and returns {@code null}; otherwise says what it is, and changes nothing. */
    @Nullable
    String reserve() {
        while (!activate()) {
            Object outcome = outcome();
            if (outcome == null) {
                return "active";
            }
            if (outcome != Absent.INACTIVE) {
                return outcome == Absent.FREED ? "freed" : "complete and not yet waited for";
            }
        }
        return null;
    }

    /** Starts the operation of a request that was just made active. */
    void startReserved() {
        lists.forEach(Standing::onStart);
        operation.start(run);
    }

    /** Makes a request inactive again that was made active and not started. */
    void unreserve() {
        finish(Absent.INACTIVE);
    }

    @Override
    public void free() {
        super.free();
        lists.forEach(tellEnd);
    }

    @Override
    void attach(Standing place) {
        // Lists that nobody holds any more are forgotten here.
        lists.removeIf(Standing::isOver);
        lists.add(place);
        place.onAttached();
    }

    @Override
    void detach(Standing place) {
        lists.remove(place);
    }

    private void finish(Object outcome) {
        end(outcome);
        lists.forEach(tellEnd);
    }

    /** What the operation tells, for each start the same object. */
    private final class Run implements PersistentOperation.Owner {

        @Override
        public void onCompleted(Status status) {
            finish(status);
        }

        @Override
        public void onFailed(Throwable error) {
            finish(new RequestOutcome.Failure(error));
        }

        @Override
        public void onCancelled() {
            finish(Status.empty().asCancelled());
        }
    }
}
