package org.reactivempi.core.communicator;

import org.jspecify.annotations.Nullable;
import org.reactivempi.Intercommunicator;

/** What can be done about failed ranks of two groups. */
final class CoreInterFailures extends CoreAnyFailures<Intercommunicator> {

    private final Children children;

    CoreInterFailures(CommunicatorContext of, Children children) {
        super(of);
        this.children = children;
    }

    @Override
    @Nullable
    Intercommunicator shrunk(int number, int[] left) {
        return children.shrunkTwo(number, left);
    }
}
