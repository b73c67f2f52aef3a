package org.reactivempi.core.communicator;

import org.reactivempi.Communicator;
import reactor.core.publisher.Mono;

/** What can be done about failed ranks of one group. */
final class CoreFailures extends CoreAnyFailures<Communicator> {

    private final Children children;

    CoreFailures(CommunicatorContext of, Children children) {
        super(of);
        this.children = children;
    }

    @Override
    public Mono<Communicator> shrink() {
        return of.callsAll() ? children.present() : super.shrink();
    }

    @Override
    Communicator shrunk(int number, int[] left) {
        return children.shrunk(number, left);
    }
}
