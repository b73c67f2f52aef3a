package org.reactivempi.core.stream;

import org.reactivempi.core.operation.FreeNumbers;
import org.reactivempi.core.operation.OperationContext;
import org.reactivempi.core.operation.RankMap;
import org.reactivempi.transport.engine.port.EngineCommunicator;

/**
 * What the streams of a communicator have in common.
 *
 * @param check says what is wrong with a user's arguments
 * @param state the communicator as reports see it
 * @param announcements where streams are announced; knows the communicator's ranks, also when it is freed
 * @param elements where everything else of them travels
 * @param numbers of all ends whose elements travel there
 */
record StreamContext(
        RankMap check,
        EngineCommunicator state,
        OperationContext announcements,
        OperationContext elements,
        FreeNumbers numbers) {

    /** Which ranks of the job the members are. */
    RankMap ranks() {
        return announcements.ranks();
    }

    /** The same, but that they are announced elsewhere, with tags that users don't know. */
    StreamContext announcedIn(OperationContext context) {
        return new StreamContext(context.ranks(), state, context, elements, numbers);
    }

    /** A rank that users name, for people. */
    String inWords(int rank) {
        return state.inWords(announcements.context(), rank);
    }
}
