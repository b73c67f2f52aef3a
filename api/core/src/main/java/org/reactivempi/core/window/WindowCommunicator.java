package org.reactivempi.core.window;

import java.util.function.Function;
import org.reactivempi.Group;
import org.reactivempi.core.operation.RankMap;
import org.reactivempi.transport.engine.port.EngineCommunicator;
import org.reactivempi.transport.engine.port.MemberRanks;
import reactor.core.publisher.Mono;

/** The communicator that a window has for itself: of the same ranks as the one that it was made of. */
public interface WindowCommunicator {

    /** Makes them of the communicator that a user has. */
    interface Maker {

        /**
         * Makes one, by all ranks.
         *
         * @param call what the user has called
         * @param check throws what is wrong; asked at each subscription
         * @param finish what this rank does in it before its user gets anything; on the progress thread
         */
        <R> Mono<R> make(String call, Runnable check, Function<WindowCommunicator, Mono<R>> finish);

        /** The communicator that a user has: whom its ranks are, and what may be asked of it. */
        RankMap ranks();

        /** Throws if the user's communicator is freed or revoked. */
        void usable();

        /** Whether the user's communicator is revoked, also where it is freed. */
        boolean isRevoked();
    }

    /** As the engine has it. */
    EngineCommunicator state();

    /** The number of the communicator that it was made of. */
    int parent();

    /** Its ranks in the job. */
    MemberRanks members();

    /** Its ranks as users know them. */
    Group group();

    /** All ranks' numbers, those of rank 0 first; collective. */
    Mono<int[]> allGather(String call, int... own);

    /** Frees it; collective. */
    Mono<Void> free();

    /** It goes on this rank alone. */
    void abandon();
}
