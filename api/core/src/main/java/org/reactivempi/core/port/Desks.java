package org.reactivempi.core.port;

import org.jspecify.annotations.Nullable;
import org.reactivempi.MpiException;
import org.reactivempi.transport.channel.OnProgressThread;
import org.reactivempi.transport.engine.port.OtherJobs;
import org.reactivempi.transport.engine.port.Secret;

/** All that a rank has to do with processes of other jobs before they have a communicator in common; what they say goes to the one that it is for. */
@OnProgressThread
final class Desks implements OtherJobs.Listener {

    private final PortDesk ports;
    private final NameDesk names;
    private final Naming naming;

    /**
     * Nothing open, and nothing asked.
     *
     * @param rank the own one
     * @param secret lets processes of other jobs in; null for none
     * @param servesNames whether it keeps the names of all jobs that ask it
     * @param service whom it asks for names; null for rank 0 of the job
     */
    Desks(OtherJobs others, int rank, @Nullable Secret secret, boolean servesNames, Naming.@Nullable Service service) {
        this.ports = new PortDesk(others, rank, secret);
        this.names = new NameDesk(others, servesNames);
        this.naming = new Naming(others, rank, names, service);
    }

    PortDesk ports() {
        return ports;
    }

    NameDesk names() {
        return names;
    }

    Naming naming() {
        return naming;
    }

    /** Why this rank may go on by itself, as far as its other operations know: somebody may come, or answer. Null if it waits for nobody here. */
    @Nullable
    String unrest() {
        if (ports.isMeeting()) {
            return "it waits for a group at a port";
        }
        return naming.isAsking() ? "it waits for an answer to the question for a name" : null;
    }

    @Override
    public void onSaid(int number, byte[] said) {
        Words words = Words.of(said);
        switch (words.step()) {
            case PUBLISH, UNPUBLISH, LOOKUP -> names.onAsked(number, words);
            case NAMED, UNNAMED -> naming.onAnswer(number, words);
            default -> ports.onSaid(number, words);
        }
    }

    @Override
    public void onLost(int number, Throwable cause) {
        ports.onLost(number, cause);
        naming.onLost(number, cause);
        names.onLost(number);
    }

    /** The rank ends. */
    void end(MpiException why) {
        ports.end(why);
        naming.end(why);
    }
}
