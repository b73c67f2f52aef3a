package mpi;

import org.reactivempi.Communicator;
import reactor.core.publisher.Mono;

/** A communicator with a topology, and one for the messages of its neighbors' operations. */
abstract class TopologyComm<T extends Topology> extends Intracomm {

    final T topology;
    private Communicator messages;

    /** A null handle. */
    TopologyComm(T topology) {
        super(null);
        this.topology = topology;
    }

    /** Makes it usable, if this rank has a place in it. */
    final void place(Communicator made, Comm parent) {
        if (made != null) {
            core = made;
            messages = made.dup().block();
            errhandler = parent.errhandler;
        }
    }

    @Override
    final int topology() {
        return topology.kind();
    }

    @Override
    final Neighbors neighbors() {
        int rank = live().rank();
        return new Neighbors(
                messages, topology.sources(rank), topology.destinations(rank), topology instanceof Topology.Grid);
    }

    @Override
    final Mono<Void> fill(CommHandle copy) {
        return super.fill(copy)
                .then(Mono.defer(() -> messages.dup().doOnNext(made -> ((TopologyComm<?>) copy).messages = made)))
                .then();
    }

    @Override
    final Mono<Void> freeParts() {
        return messages.free();
    }

    /** A call whose text names it. */
    interface Answer<R> {
        R get();
    }

    final <R> R answer(String call, Answer<R> answer, Object... arguments) {
        try {
            live();
            return answer.get();
        } catch (RuntimeException e) {
            throw failed(e, call, arguments);
        }
    }
}
