package org.reactivempi.conformance;

import org.reactivempi.Codecs;
import org.reactivempi.Mpi;
import reactor.core.publisher.Mono;

/** A rank of a list that answers each question with its process id, for ever. */
final class ListedProgram {

    static final int TAG = 5;

    private ListedProgram() {}

    public static void main(String[] args) {
        int pid = (int) ProcessHandle.current().pid();
        Mpi.run(args, world -> world.answer(Codecs.intValue(), Codecs.intValue(), TAG, any -> Mono.just(pid)));
    }
}
