package org.reactivempi.core.communicator;

import org.reactivempi.AnyCommunicator;
import org.reactivempi.ErrorHandler;

/** A communicator that has just been made of another one. */
interface Heir {

    /** Begins with the handler of the other one, as long as no user knows it. */
    void inherit(ErrorHandler<? super AnyCommunicator> handler);
}
