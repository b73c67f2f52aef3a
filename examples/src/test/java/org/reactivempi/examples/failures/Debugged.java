package org.reactivempi.examples.failures;

import static org.reactivempi.Buffers.ints;

import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Session;

/** A program of two ranks: rank 1 comes to a place where a debugger stops it, between two messages to rank 0. */
final class Debugged {

    static final String PLACE = "place";

    private static final int TAG = 0;

    private Debugged() {}

    /** Rank 0 tells what becomes of rank 1. */
    public static void main(String[] args) {
        Session session = Session.start().block();
        Communicator world = session.world();
        if (world.rank() == 1) {
            world.issend(ints(1), 0, TAG).block();
            place();
            world.issend(ints(2), 0, TAG).block();
        } else {
            session.members()
                    .filter(member -> member.rank() == 1)
                    .subscribe(member -> System.out.println("rank 1 is " + member.state()));
            for (int number = 1; number <= 2; number++) {
                int heard = world.receive(1, TAG).block().as(Codecs.intValue());
                System.out.println("rank 1 has sent " + heard);
            }
        }
        session.close().block();
    }

    private static void place() {}
}
