package org.reactivempi.conformance.observe;

import org.reactivempi.Session;
import org.reactivempi.Settings;

/** A rank that is killed while it hands over what it has recorded. */
public final class KilledProgram {

    /** As the system has it for a process that was killed. */
    static final int CODE = 137;

    private KilledProgram() {}

    /** Meets the other rank, and ends. */
    public static void main(String[] args) {
        BadRecord bad = new BadRecord(BadRecord.Fault.STOPS);
        bad.reached()
                .subscribe(none -> {}, failed -> {}, () -> Runtime.getRuntime().halt(CODE));
        Session session =
                Session.start(Settings.create().attach(bad)).blockOptional().orElseThrow();
        session.world().barrier().block();
        session.close().block();
    }
}
