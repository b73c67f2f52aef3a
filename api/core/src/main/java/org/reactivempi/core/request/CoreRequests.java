package org.reactivempi.core.request;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Completion;
import org.reactivempi.ErrorClass;
import org.reactivempi.GeneralizedRequest;
import org.reactivempi.MpiException;
import org.reactivempi.PersistentRequest;
import org.reactivempi.Request;
import org.reactivempi.RequestList;
import org.reactivempi.RequestProvider;
import org.reactivempi.Status;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Makes requests and waits for them; each wait begins with a copy of the list, which must not have {@code null} in it. */
public final class CoreRequests implements RequestProvider {

    /** For {@code ServiceLoader}. */
    public CoreRequests() {}

    @Override
    public Request start(Mono<?> operation) {
        OperationRequest request = new OperationRequest(operation);
        operation.subscribe(request);
        return request;
    }

    @Override
    public PersistentRequest persistent(Mono<?> operation) {
        return CorePersistentRequest.of(operation);
    }

    @Override
    public GeneralizedRequest generalized(GeneralizedRequest.Callbacks callbacks) {
        return new CoreGeneralizedRequest(callbacks);
    }

    @Override
    public RequestList list(List<? extends Request> requests) {
        return new CoreRequestList(checked(requests));
    }

    @Override
    public Mono<Completion> waitAny(List<? extends Request> requests) {
        try {
            return new AnyWait(checked(requests));
        } catch (MpiException e) {
            return Mono.error(e);
        }
    }

    @Override
    public Flux<List<Completion>> waitSome(List<? extends Request> requests) {
        return wait(requests, ReadyRequests::takeAll);
    }

    @Override
    public Flux<Completion> completions(List<? extends Request> requests) {
        return wait(requests, ReadyRequests::take);
    }

    private static <T> Flux<T> wait(List<? extends Request> requests, ListWait.Taking<T> taking) {
        try {
            return ListWait.of(checked(requests), taking);
        } catch (MpiException e) {
            return Flux.error(e);
        }
    }

    @Override
    public Mono<List<Status>> waitAll(List<? extends Request> requests) {
        try {
            return new AllWait(checked(requests));
        } catch (MpiException e) {
            return Mono.error(e);
        }
    }

    @Override
    public Optional<Completion> testAny(List<? extends Request> requests, boolean takes) {
        return test(takes).any(lookedAt(requests));
    }

    @Override
    public Optional<List<Completion>> testSome(List<? extends Request> requests, boolean takes) {
        return test(takes).some(lookedAt(requests));
    }

    @Override
    public Optional<List<Status>> testAll(List<? extends Request> requests, boolean takes) {
        return test(takes).all(lookedAt(requests));
    }

    /** A copy as well, for which messages have been moved where a request is active. */
    private static CoreRequest[] lookedAt(List<? extends Request> requests) {
        CoreRequest[] checked = checked(requests);
        for (CoreRequest request : checked) {
            if (request.lookIfActive()) {
                break;
            }
        }
        return checked;
    }

    private static LocalTest test(boolean takes) {
        return takes ? LocalTest.TEST : LocalTest.LOOK;
    }

    @Override
    public void startAll(List<PersistentRequest> requests) {
        CorePersistentRequest[] all = new CorePersistentRequest[requests.size()];
        for (int i = 0; i < all.length; i++) {
            all[i] = (CorePersistentRequest) requests.get(i);
            String reason = all[i] == null ? "null" : all[i].reserve();
            if (reason != null) {
                unreserve(all, i);
                throw new MpiException(
                        ErrorClass.REQUEST, "cannot start request " + i + " of " + all.length + ": it is " + reason);
            }
        }
        for (CorePersistentRequest request : all) {
            request.startReserved();
        }
    }

    private static void unreserve(CorePersistentRequest[] all, int count) {
        for (int i = 0; i < count; i++) {
            all[i].unreserve();
        }
    }

    /** A copy, which stays as it is. */
    private static CoreRequest[] checked(List<? extends Request> requests) {
        Request[] all = requests.toArray(Request[]::new);
        CoreRequest[] checked = new CoreRequest[all.length];
        for (int i = 0; i < all.length; i++) {
            checked[i] = checked(all[i], i, all.length);
        }
        return checked;
    }

    static CoreRequest checked(@Nullable Request request, int index, int size) {
        if (request instanceof CoreRequest ours) {
            return ours;
        }
        String problem =
                request == null ? "null" : "a " + request.getClass().getName() + ", which this library did not make";
        throw new MpiException(ErrorClass.REQUEST, "request " + index + " of " + size + " is " + problem);
    }
}
