package org.reactivempi.core.request;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Completion;
import org.reactivempi.InStatusException;
import org.reactivempi.Status;

/** The tests of several requests, which never wait: consuming what they find, or only looking. */
enum LocalTest {
    TEST {
        @Override
        @Nullable
        Object at(CoreRequest request) {
            return request.consume();
        }
    },
    LOOK {
        @Override
        @Nullable
        Object at(CoreRequest request) {
            return request.look();
        }
    };

    private static final int ACTIVE = -1;
    private static final int NONE = -2;

    /** How the request has ended; {@code null} if it is active. */
    abstract @Nullable Object at(CoreRequest request);

    /** The one that ended first; the completion without index if none is active; nothing otherwise. */
    Optional<Completion> any(CoreRequest[] requests) {
        int first = firstEnded(requests);
        while (first >= 0) {
            Object outcome = at(requests[first]);
            if (outcome != null && outcome != RequestOutcome.Absent.INACTIVE) {
                return Optional.of(RequestOutcome.completion(first, outcome));
            }
            // Another wait was faster.
            first = firstEnded(requests);
        }
        return first == ACTIVE ? Optional.empty() : Optional.of(RequestOutcome.noCompletion());
    }

    /** The index of the one that ended first, {@link #ACTIVE} if none has, {@link #NONE} if none is active either. */
    private static int firstEnded(CoreRequest[] requests) {
        int first = NONE;
        long firstNumber = 0;
        for (int i = 0; i < requests.length; i++) {
            Object outcome = requests[i].outcome();
            if (outcome == null) {
                first = Math.max(first, ACTIVE);
            } else if (outcome != RequestOutcome.Absent.INACTIVE) {
                long number = requests[i].endNumber();
                if (first < 0 || number < firstNumber) {
                    first = i;
                    firstNumber = number;
                }
            }
        }
        return first;
    }

    /** All that are complete; nothing if none is complete and none active. */
    Optional<List<Completion>> some(CoreRequest[] requests) {
        boolean isActive = false;
        List<Completion> complete = new ArrayList<>();
        for (int i = 0; i < requests.length; i++) {
            Object outcome = at(requests[i]);
            if (outcome == null) {
                isActive = true;
            } else if (outcome != RequestOutcome.Absent.INACTIVE) {
                complete.add(RequestOutcome.completion(i, outcome));
            }
        }
        return isActive || !complete.isEmpty() ? Optional.of(complete) : Optional.empty();
    }

    /** All statuses, if none is active. */
    Optional<List<Status>> all(CoreRequest[] requests) {
        for (CoreRequest request : requests) {
            if (request.outcome() == null) {
                return Optional.empty();
            }
        }
        return Optional.of(allEnded(requests));
    }

    /**
     * The statuses of requests that have all been seen to have ended. One that runs again since then, after another wait
     * has consumed the end that was seen, is inactive for this test: so nothing has to be given back.
     */
    List<Status> allEnded(CoreRequest[] requests) {
        Object[] outcomes = new Object[requests.length];
        Status[] statuses = new Status[requests.length];
        int failed = NONE;
        for (int i = 0; i < requests.length; i++) {
            Object outcome = at(requests[i]);
            outcomes[i] = outcome == null ? RequestOutcome.Absent.INACTIVE : outcome;
            statuses[i] = RequestOutcome.status(outcomes[i]);
            if (failed == NONE && RequestOutcome.isFailure(outcomes[i])) {
                failed = i;
            }
        }
        if (failed != NONE) {
            throw failed(outcomes, failed);
        }
        return List.of(statuses);
    }

    private static InStatusException failed(Object[] outcomes, int first) {
        List<Completion> completions = IntStream.range(0, outcomes.length)
                .mapToObj(i -> RequestOutcome.completion(i, outcomes[i]))
                .toList();
        return new InStatusException(completions, completions.get(first));
    }
}
