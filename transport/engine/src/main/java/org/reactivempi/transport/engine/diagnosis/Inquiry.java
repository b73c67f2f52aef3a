package org.reactivempi.transport.engine.diagnosis;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.reactivempi.transport.engine.packet.DiagnosisPackets.Step;

/**
 * One attempt of a rank to prove that it waits for ever.
 *
 * <pre>
 *  LOOKING --all are still, no packet is between them--&gt; WATCHING --some ticks--&gt; CONFIRMING --nothing has happened--&gt; DESCRIBING
 *     |  ^                                                                             |                              |
 *     |  +-- an answer names more ranks                                                |                              v
 *     +------------- some rank may go on ----------------------------------------------+--&gt; open                   proven
 * </pre>
 * It asks every rank that this rank waits for, and the ranks that they wait for, until none is left: the <em>knot</em>. With each
 * it asks the ranks of the same JVM, as witnesses: what they receive may run code that wakes a thread of the knot. All answers to
 * the first question are here before the second is asked, and between the two nothing has happened in any of the ranks: so at
 * some moment all of them were still at once, and what they had sent each other had arrived. No rank outside is waited for. So
 * none of them will ever do anything again. The report is of the knot alone.
 *
 * <p>Between the two questions some ticks pass. At each of them every rank looks at its threads: a thread that had been
 * woken, and looked asleep, has had its turn by then.
 */
final class Inquiry {

    /** Asks a rank, this one among others; false if it is lost. */
    interface Post {
        boolean ask(int rank, Step step);
    }

    /** How it ends, once. */
    interface Outcome {

        /** They wait for ever. */
        void proven(Map<Integer, Finding> members, Map<Integer, String> descriptions);

        /** They may not; in words. */
        void open(String why);
    }

    private final int rank;
    private final int size;
    private final Post post;
    private final Outcome outcome;
    /** The knot and its witnesses, as far as they are known. */
    private final Set<Integer> members = new TreeSet<>();
    /** The knot as far as it is known. */
    private final Set<Integer> knot = new TreeSet<>();

    private final Map<Integer, Finding> findings = new TreeMap<>();
    private final Set<Integer> confirmed = new TreeSet<>();
    private final Map<Integer, String> descriptions = new TreeMap<>();
    private Step step = Step.LOOK;
    /** How many ticks are left of those between the two questions; 0 before and after. */
    private int ticksToConfirm;

    private boolean over;

    Inquiry(int rank, int size, Post post, Outcome outcome) {
        this.rank = rank;
        this.size = size;
        this.post = post;
        this.outcome = outcome;
    }

    void begin() {
        knot.add(rank);
        add(rank);
    }

    boolean isOver() {
        return over;
    }

    /** A tick of this rank, on which nothing has happened. */
    void onTick() {
        if (ticksToConfirm > 0 && --ticksToConfirm == 0) {
            ask(members, Step.CONFIRM);
        }
    }

    /** A rank has answered. */
    void onAnswer(int from, Step answered, byte[] payload) {
        if (over || answered != step || !members.contains(from)) {
            return;
        }
        switch (answered) {
            case LOOK -> onFinding(from, Finding.decode(payload, size));
            case CONFIRM -> onConfirmed(from, Finding.decode(payload, size));
            case DESCRIBE -> onDescription(from, new String(payload, StandardCharsets.UTF_8));
        }
    }

    private void onFinding(int from, Finding finding) {
        if (findings.putIfAbsent(from, finding) != null) {
            return;
        }
        if (!finding.isStill()) {
            open("rank " + from + ": " + finding.unrest());
            return;
        }
        if (knot.contains(from)) {
            tie(finding);
        }
        leaveToLower();
        finding.awaited().stream().forEach(this::add);
        finding.sharers().stream().forEach(this::add);
        if (!over && findings.size() == members.size()) {
            watch();
        }
    }

    /** The ranks that a rank of the knot waits for are part of it; some of them may have answered as witnesses. */
    private void tie(Finding finding) {
        finding.awaited().stream().filter(knot::add).forEach(awaited -> {
            Finding known = findings.get(awaited);
            if (known != null) {
                tie(known);
            }
        });
    }

    /** A lower rank of the knot waits for fewer ranks, or the same: what can be proven here it proves as well. */
    private void leaveToLower() {
        for (int member : knot) {
            Finding finding = findings.get(member);
            if (member < rank && finding != null && finding.waits()) {
                open("rank " + member + " waits, too, and asks by itself");
            }
        }
    }

    private void add(int member) {
        if (!over && members.add(member)) {
            ask(member);
        }
    }

    private void ask(int member) {
        if (!over && !post.ask(member, step)) {
            open("rank " + member + " is lost, ends, or has not come");
        }
    }

    private void watch() {
        findings.forEach((from, theirs) -> findings.forEach((to, finding) -> {
            if (!from.equals(to) && theirs.link(to).told() != finding.link(from).heard()) {
                open("a packet is under way from rank " + from + " to rank " + to);
            }
        }));
        ticksToConfirm = StallSettings.QUIET_TICKS;
    }

    private void onConfirmed(int from, Finding again) {
        Finding before = findings.get(from);
        if (before == null || !again.isStill() || again.epoch() != before.epoch()) {
            open("rank " + from + " has gone on");
        } else if (confirmed.add(from) && confirmed.size() == members.size()) {
            ask(knot, Step.DESCRIBE);
        }
    }

    private void onDescription(int from, String description) {
        descriptions.put(from, description);
        if (descriptions.size() == knot.size()) {
            over = true;
            findings.keySet().retainAll(knot);
            outcome.proven(findings, descriptions);
        }
    }

    private void ask(Set<Integer> ranks, Step next) {
        if (!over) {
            step = next;
            List.copyOf(ranks).forEach(this::ask);
        }
    }

    private void open(String why) {
        if (!over) {
            over = true;
            outcome.open(why);
        }
    }
}
