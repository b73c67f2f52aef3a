package org.reactivempi.core.communicator;

import org.reactivempi.Communicator;
import org.reactivempi.Intercommunicator;

/**
 * Makes this rank's ends of communicators, on the progress thread: so that the code that finds out the members need not know what a
 * communicator is.
 */
interface Kinds {

    Communicator ofOneGroup(CommunicatorContext.OfSession session, Numbers numbers, Members members, String origin);

    Intercommunicator ofTwoGroups(CommunicatorContext.OfSession session, Numbers numbers, Sides sides, String origin);
}
