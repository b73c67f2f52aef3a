package org.reactivempi.transport.engine.diagnosis;

import java.util.ArrayList;
import java.util.List;
import org.reactivempi.transport.engine.diagnosis.PendingOperation.Kind;
import org.reactivempi.transport.engine.event.ContextId;

/** Finds messages that wait, and that a receive would get if only one thing were different. */
public final class NearMisses {

    private static final int MOST = 3;

    private NearMisses() {}

    /** Those of an operation among all that is pending, in words, a few at most; none for what is no receive. */
    public static List<String> of(PendingOperation receive, List<PendingOperation> pending) {
        List<String> found = new ArrayList<>();
        if (receive.kind() == Kind.RECEIVE || receive.kind() == Kind.PROBE) {
            for (PendingOperation message : pending) {
                if (message.kind() == Kind.UNEXPECTED && found.size() < MOST) {
                    add(receive, message, found);
                }
            }
        }
        return found;
    }

    private static void add(PendingOperation receive, PendingOperation message, List<String> found) {
        boolean sameContext = receive.context() == message.context();
        boolean sameSource = message.peer() == PendingOperation.NONE
                ? fits(receive.rank(), message.rank())
                : fits(receive.peer(), message.peer());
        boolean sameTag = fits(receive.tag(), message.tag());
        if (sameContext && sameSource && !sameTag) {
            found.add("an unexpected message from " + message.other() + " has tag " + message.tag());
        } else if (sameContext && !sameSource && sameTag) {
            found.add("an unexpected message with tag " + message.tag() + " is from " + message.other());
        } else if (!sameContext && sameSource && sameTag && isOfUsers(receive) && isOfUsers(message)) {
            found.add("an unexpected message from " + message.other() + " with tag " + message.tag() + " is in "
                    + (message.communicator() == 0 ? "the " : "") + message.communicatorName());
        }
    }

    private static boolean fits(int wanted, int actual) {
        return wanted == PendingOperation.ANY || wanted == actual;
    }

    private static boolean isOfUsers(PendingOperation operation) {
        return ContextId.purpose(operation.context()) == ContextId.Purpose.MESSAGES;
    }
}
