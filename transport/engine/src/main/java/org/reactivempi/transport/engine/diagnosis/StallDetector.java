package org.reactivempi.transport.engine.diagnosis;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.packet.StallAnswer;
import org.reactivempi.transport.engine.packet.StallQuestion;
import org.reactivempi.transport.engine.packet.StallQuestion.Step;

/**
 * Notices that this rank waits and nothing happens, and asks the others whether anything ever will.
 *
 * <pre>
 *  BUSY --some ticks without an event, operations wait--&gt; QUIET --now and then--&gt; an {@link Inquiry}
 *    ^                                                      |                         |
 *    +------------------ an event --------------------------+            proven: told, once
 *                                                           +--very long, nothing proven: told as suspected, once
 * </pre>
 * Ticks are counted, not time: a process that was stopped for a while has one tick behind it, and its threads get their
 * turn before the next. On the progress thread.
 */
public final class StallDetector implements Correspondence {

    /** How many ticks pass between two attempts at most. */
    private static final int LONGEST_PAUSE = 32;

    /** A rank that is just handling its mail looks again so often before it says that it is busy. */
    private static final int MOST_LOOKS = 3;

    private final int rank;
    private final int size;
    private final Evidence evidence;
    private final Program program;
    private final IntFunction<PeerLink> links;
    private final StallSettings settings;
    private final ScheduledExecutorService loop;
    private final IntSupplier tasks;
    private final Consumer<Stall> told;
    private int ownTasks;
    private long epoch = -1;
    private int quiet;
    private int pause;
    private int nextAttempt;
    /** By this rank or by another one. */
    private boolean proven;

    private long inquiries;
    private @Nullable Inquiry inquiry;
    /** Why nothing is proven; any thread reads it. */
    private volatile String doubt = "";

    /**
     * A detector that does not run.
     *
     * @param rank this rank
     * @param size how many ranks the job has
     * @param evidence what is known of its messages
     * @param program what is known of its threads
     * @param links to the peers
     * @param settings how patient it is
     * @param loop the progress loop
     * @param tasks how many tasks wait in the loop
     * @param told hears of stalls
     */
    public StallDetector(
            int rank,
            int size,
            Evidence evidence,
            Program program,
            IntFunction<PeerLink> links,
            StallSettings settings,
            ScheduledExecutorService loop,
            IntSupplier tasks,
            Consumer<Stall> told) {
        this.rank = rank;
        this.size = size;
        this.evidence = evidence;
        this.program = program;
        this.links = links;
        this.settings = settings;
        this.loop = loop;
        this.tasks = tasks;
        this.told = told;
    }

    /** Begins to look, until the loop ends. */
    public void start() {
        long nanos = settings.tick().toNanos();
        // With a delay, not at a rate: else those that were missed while the process was stopped came all at once.
        loop.scheduleWithFixedDelay(this::tick, nanos, nanos, TimeUnit.NANOSECONDS);
    }

    /** Why the last attempt has proven nothing, in words; empty if it has, or if there was none. Any thread. */
    public String doubt() {
        return doubt;
    }

    void tick() {
        evidence.onTick();
        long now = evidence.epoch();
        if (now != epoch) {
            epoch = now;
            becomeBusy();
            return;
        }
        quiet++;
        if (evidence.waits() && !proven) {
            attempt();
            suspect();
        }
    }

    private void becomeBusy() {
        quiet = 0;
        pause = 1;
        nextAttempt = settings.ticks(settings.stallAfter());
        proven = false;
        inquiry = null;
    }

    private void attempt() {
        if (!settings.stallAfter().isZero() && quiet >= nextAttempt) {
            nextAttempt = quiet + pause;
            pause = Math.min(LONGEST_PAUSE, 2 * pause);
            inquiries++;
            inquiry = new Inquiry(rank, size, this::ask, new Verdict());
            inquiry.begin();
        }
    }

    private void suspect() {
        if (!settings.suspectAfter().isZero() && quiet == settings.ticks(settings.suspectAfter())) {
            told.accept(new Stall(false, List.of(rank), suspicion()));
        }
    }

    private String suspicion() {
        String after = Description.seconds(settings.tick().multipliedBy(quiet));
        return "suspected stall: nothing has happened on rank " + rank + " for " + after
                + (doubt.isEmpty() ? "" : "; no deadlock is proven, since " + doubt)
                + ("\n" + description()).replace("\n", "\n  ");
    }

    private String description() {
        return Description.of(rank, evidence.pending(), program.places());
    }

    private boolean ask(int member, Step step) {
        long number = inquiries;
        if (member == rank) {
            later(() -> answer(step, MOST_LOOKS, payload -> onAnswer(rank, number, step, payload)));
            return true;
        }
        PeerLink link = links.apply(member);
        if (link.loss() != null) {
            return false;
        }
        StallQuestion.encode(link.room(StallQuestion.LENGTH_BYTES), link.nextAside(), number, step);
        return true;
    }

    /** Who waits for this rank may know more by now: it need not wait for the next attempt long. */
    @Override
    public void onQuestion(int from, long inquiry, Step step) {
        if (step == Step.LOOK && from > rank && pause > 2) {
            pause = 1;
            nextAttempt = Math.min(nextAttempt, quiet + 1);
        }
        later(() -> answer(step, MOST_LOOKS, payload -> send(from, inquiry, step, payload)));
    }

    private void send(int to, long inquiry, Step step, byte[] payload) {
        PeerLink link = links.apply(to);
        if (link.loss() == null && payload.length <= StallAnswer.MOST_PAYLOAD_BYTES) {
            ByteBuf packet = link.room(StallAnswer.LENGTH_BYTES + payload.length);
            StallAnswer.encode(packet, link.nextAside(), inquiry, step, payload.length);
            packet.writeBytes(payload);
        }
    }

    @Override
    public void onAnswer(int from, long number, Step step, byte[] payload) {
        Inquiry running = inquiry;
        if (running != null && number == inquiries) {
            running.onAnswer(from, step, payload);
        }
    }

    private void answer(Step step, int looksLeft, Consumer<byte[]> to) {
        if (step == Step.DESCRIBE) {
            // Nobody asks that before it has the proof, and tells it.
            proven = true;
            to.accept(description().getBytes(StandardCharsets.UTF_8));
            return;
        }
        Finding finding = look();
        if (finding.isStill() || looksLeft <= 1) {
            to.accept(finding.encode());
        } else {
            later(() -> answer(step, looksLeft - 1, to));
        }
    }

    /** What waits in the mailbox beside this is a rank's activity. */
    private void later(Runnable work) {
        ownTasks++;
        loop.execute(() -> {
            ownTasks--;
            work.run();
        });
    }

    /** Only a rank that has been quiet for some time is still: its threads have had time to wake up. */
    private Finding look() {
        Map<Integer, Finding.Counts> counts = new TreeMap<>();
        evidence.forEachLink((peer, sent, heard) -> counts.put(peer, new Finding.Counts(sent, heard)));
        // Whatever the program does between two looks has to show: what one rank's code has just handed on to another
        // rank of
        // its JVM, which has answered before, is in neither answer.
        long epoch = evidence.epoch() + program.acts();
        return new Finding(evidence.waits(), unrest(), epoch, evidence.awaited(), program.ranksHere(), counts);
    }

    private String unrest() {
        if (quiet < StallSettings.QUIET_TICKS || evidence.epoch() != epoch) {
            return "something has happened a moment ago";
        }
        String unrest = evidence.unrest();
        String actor = unrest == null ? program.whoMayAct() : unrest;
        if (actor == null && tasks.getAsInt() > ownTasks) {
            return "its progress thread has work to do";
        }
        return actor == null ? "" : actor;
    }

    private final class Verdict implements Inquiry.Outcome {

        @Override
        public void proven(Map<Integer, Finding> members, Map<Integer, String> descriptions) {
            proven = true;
            doubt = "";
            told.accept(new Knot(members, descriptions).stall());
        }

        @Override
        public void open(String why) {
            doubt = why;
        }
    }
}
