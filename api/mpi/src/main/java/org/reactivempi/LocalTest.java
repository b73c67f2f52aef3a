package org.reactivempi;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The tests of several requests, which never wait: consuming what they find, or only looking. */
enum LocalTest {
    TEST {
        @Override
        @Nullable
        Outcome at(Request request) {
            return request.consume();
        }
    },
    LOOK {
        @Override
        @Nullable
        Outcome at(Request request) {
            return request.look();
        }
    };

    /** How the request has ended; {@code null} if it is active. */
    abstract @Nullable Outcome at(Request request);

    /** One that is complete; the completion without index if none is active; nothing otherwise. */
    Optional<Completion> any(Request[] requests) {
        boolean isActive = false;
        for (int i = 0; i < requests.length; i++) {
            Outcome outcome = at(requests[i]);
            if (outcome == null) {
                isActive = true;
            } else if (outcome != Absent.INACTIVE) {
                return Optional.of(Completion.of(i, outcome));
            }
        }
        return isActive ? Optional.empty() : Optional.of(Completion.none());
    }

    /** All that are complete; nothing if none is complete and none active. */
    Optional<List<Completion>> some(Request[] requests) {
        boolean isActive = false;
        List<Completion> complete = new ArrayList<>();
        for (int i = 0; i < requests.length; i++) {
            Outcome outcome = at(requests[i]);
            if (outcome == null) {
                isActive = true;
            } else if (outcome != Absent.INACTIVE) {
                complete.add(Completion.of(i, outcome));
            }
        }
        return isActive || !complete.isEmpty() ? Optional.of(complete) : Optional.empty();
    }

    /** All statuses, if none is active. */
    Optional<List<Status>> all(Request[] requests) {
        for (Request request : requests) {
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
    List<Status> allEnded(Request[] requests) {
        List<Completion> completions = new ArrayList<>(requests.length);
        for (int i = 0; i < requests.length; i++) {
            Outcome outcome = at(requests[i]);
            completions.add(Completion.of(i, outcome == null ? Absent.INACTIVE : outcome));
        }
        return InStatusException.statusesOf(completions);
    }
}
