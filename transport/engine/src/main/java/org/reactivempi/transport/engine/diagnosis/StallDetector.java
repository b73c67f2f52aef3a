package org.reactivempi.transport.engine.diagnosis;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.OnProgressThread;
import org.reactivempi.transport.engine.event.DiagnosedStall;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.link.PeerListener;
import org.reactivempi.transport.engine.packet.DiagnosisPackets;
import org.reactivempi.transport.engine.packet.DiagnosisPackets.StallAnswer;
import org.reactivempi.transport.engine.packet.DiagnosisPackets.StallQuestion;
import org.reactivempi.transport.engine.packet.DiagnosisPackets.Step;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.WholePayload;
import org.reactivempi.transport.engine.platform.Program;
import org.reactivempi.transport.engine.port.PayloadSink;
import org.reactivempi.transport.engine.port.ProtocolException;

/**
 * Notices that this rank waits and nothing happens, and asks the others whether anything ever will.
 *
 * <pre>
 *  BUSY --some ticks without an event, operations wait--&gt; QUIET --now and then--&gt; an {@link Inquiry}
 *    ^                                                      |                         |
 *    +------------------ an event --------------------------+            proven: told, once
 *                                                           +--long, nothing proven: told as suspected, once
 * </pre>
 * Ticks are counted, not time: however long a process was stopped, that counts as one tick, and its threads get their
 * turn before the next.
 */
@OnProgressThread
public final class StallDetector {

    /** How many ticks pass between two attempts at most. */
    private static final int LONGEST_PAUSE = 32;

    /** After so many ticks without an end, an attempt is given up for a new one. */
    private static final int LONGEST_INQUIRY = 4 * StallSettings.QUIET_TICKS;

    /** For so many ticks a rank that was still when another one asked goes on to look at its threads. */
    private static final int LONGEST_WATCH = LONGEST_INQUIRY;

    /** A rank that is just handling its packets looks again so often before it says that it is busy. */
    private static final int MOST_LOOKS = 3;

    private final Evidence evidence;
    private final Program program;
    private final IntFunction<@Nullable PeerLink> links;
    private final StallSettings settings;
    private final ScheduledExecutorService loop;
    private final Listener listener;
    private final int rank;
    private int ownTasks;
    private long epoch = -1;
    private int quiet;
    private int pause;
    private int nextAttempt;
    /** For how many ticks a rank has to be quiet before it says so: twice as long each time, since some programs are slow. */
    private long suspectTicks;
    /** By this rank or by another one. */
    private boolean proven;

    private long inquiries;
    private int inquiryTick;
    private @Nullable Inquiry inquiry;
    /** How many ticks are left in which this rank looks at its threads for others. */
    private int watch;
    /** How often it has found a thread that may act meanwhile. */
    private long restless;
    /** Whether it has found one since it was still the last time. */
    private boolean wasRestless;
    /** Why nothing is proven; any thread reads it. */
    private volatile String doubt = "";

    /** Hears of what a detector finds. */
    public interface Listener {

        /** A stall, once. */
        void stalled(DiagnosedStall stall);

        /** The loop runs; at each tick. */
        default void ticked() {}
    }

    /**
     * A detector that does not run.
     *
     * @param evidence what is known of this rank's messages
     * @param program what is known of its threads
     * @param links to the peers; null to ranks that are not to be asked
     * @param settings how patient it is
     * @param loop the progress loop
     * @param listener hears of stalls, and that the loop runs
     */
    public StallDetector(
            Evidence evidence,
            Program program,
            IntFunction<@Nullable PeerLink> links,
            StallSettings settings,
            ScheduledExecutorService loop,
            Listener listener) {
        this.listener = listener;
        this.evidence = evidence;
        this.program = program;
        this.links = links;
        this.settings = settings;
        this.loop = loop;
        this.rank = evidence.rank();
        this.suspectTicks = settings.ticks(settings.suspectAfter());
    }

    /** The handler of what the detector of a peer asks and answers. */
    public PeerListener handler(PeerLink link) {
        int peer = link.rank();
        if (peer >= evidence.size()) {
            return (kind, packet, payloadBytes) -> {
                throw new ProtocolException(kind + " of a process of another job");
            };
        }
        return (kind, packet, payloadBytes) -> onPacket(peer, kind, packet, payloadBytes);
    }

    private PayloadSink onPacket(int peer, PacketKind kind, ByteBuf packet, long payloadBytes) {
        long inquiry = DiagnosisPackets.inquiry(packet);
        Step step = DiagnosisPackets.step(packet);
        return switch (kind) {
            case STALL_QUESTION -> {
                onQuestion(peer, inquiry, step);
                yield PayloadSink.NOWHERE;
            }
            case STALL_ANSWER -> new WholePayload(payloadBytes, answer -> onAnswer(peer, inquiry, step, answer));
            default -> throw new IllegalStateException(kind + " says nothing of stalls");
        };
    }

    /** Begins to look, until the loop ends. */
    public void start() {
        long nanos = settings.tick().toNanos();
        // With a delay, not at a rate: else the ticks that were missed while the process was stopped came all at once.
        loop.scheduleWithFixedDelay(this::tick, nanos, nanos, TimeUnit.NANOSECONDS);
    }

    /** Why the last attempt has proven nothing, in words; empty if it has, or if there was none. Any thread. */
    public String doubt() {
        return doubt;
    }

    void tick() {
        listener.ticked();
        evidence.onTick();
        long now = evidence.epoch();
        if (now != epoch) {
            epoch = now;
            becomeBusy();
            return;
        }
        quiet++;
        watchThreads();
        if (inquiry != null) {
            inquiry.onTick();
        }
        if (evidence.waits() && !proven) {
            attempt();
            suspect();
        }
    }

    /**
     * A rank that was still takes several looks at its threads before it is asked again. A look stops all threads of the JVM for a
     * moment, so it takes none after the end of an inquiry of its own, nor once it has found that it may go on.
     */
    private void watchThreads() {
        boolean watches = watch > 0 || inquiry != null && !inquiry.isOver();
        watch = Math.max(0, watch - 1);
        if (watches && !wasRestless && (evidence.unrest() != null || program.whoMayAct() != null)) {
            wasRestless = true;
            restless++;
        }
    }

    private void becomeBusy() {
        quiet = 0;
        watch = 0;
        pause = 1;
        nextAttempt = settings.ticks(settings.stallAfter());
        proven = false;
        inquiry = null;
    }

    private void attempt() {
        if (!settings.stallAfter().isZero() && quiet >= nextAttempt && !isAsking()) {
            nextAttempt = quiet + pause;
            pause = Math.min(LONGEST_PAUSE, 2 * pause);
            inquiries++;
            inquiryTick = quiet;
            inquiry = new Inquiry(rank, evidence.size(), this::ask, new Verdict());
            inquiry.begin();
        }
    }

    private boolean isAsking() {
        return inquiry != null && !inquiry.isOver() && quiet - inquiryTick < LONGEST_INQUIRY;
    }

    private void suspect() {
        if (!settings.suspectAfter().isZero() && quiet == suspectTicks) {
            suspectTicks = 2 * suspectTicks;
            listener.stalled(new DiagnosedStall(false, List.of(rank), suspicion()));
        }
    }

    private String suspicion() {
        String after = Description.seconds(settings.tick().multipliedBy(quiet));
        return "suspected stall: nothing has happened on rank " + rank + " for " + after
                + (doubt.isEmpty() ? "" : "; no deadlock is proven, since " + doubt)
                + ("\n" + description()).replace("\n", "\n  ");
    }

    private String description() {
        return Description.of(rank, evidence.isClosing(), evidence.pending(), evidence.absences(), program.places());
    }

    private boolean ask(int member, Step step) {
        long number = inquiries;
        if (member == rank) {
            later(() -> answer(rank, number, step, MOST_LOOKS));
            return true;
        }
        PeerLink link = links.apply(member);
        if (link == null || link.loss() != null) {
            return false;
        }
        StallQuestion.encode(link.room(StallQuestion.LENGTH_BYTES), link.nextAside(), number, step);
        return true;
    }

    /** A rank that waits for this one may know more by now: this rank need not wait for its next attempt long. */
    private void onQuestion(int from, long inquiry, Step step) {
        if (step == Step.LOOK && from > rank && pause > 2) {
            pause = 1;
            nextAttempt = Math.min(nextAttempt, quiet + 1);
        }
        later(() -> answer(from, inquiry, step, MOST_LOOKS));
    }

    private void reply(int to, long inquiry, Step step, byte[] payload) {
        if (to == rank) {
            onAnswer(rank, inquiry, step, payload);
            return;
        }
        PeerLink link = links.apply(to);
        if (link != null && link.loss() == null && payload.length <= StallAnswer.MOST_PAYLOAD_BYTES) {
            ByteBuf packet = link.room(StallAnswer.LENGTH_BYTES + payload.length);
            StallAnswer.encode(packet, link.nextAside(), inquiry, step, payload.length);
            packet.writeBytes(payload);
        }
    }

    /** A rank has answered. */
    private void onAnswer(int from, long number, Step step, byte[] payload) {
        Inquiry running = inquiry;
        if (running != null && number == inquiries) {
            running.onAnswer(from, step, payload);
        }
    }

    private void answer(int from, long number, Step step, int looksLeft) {
        if (step == Step.DESCRIBE) {
            // No rank asks that before it has the proof, and tells it.
            proven = true;
            reply(from, number, step, description().getBytes(StandardCharsets.UTF_8));
            return;
        }
        Finding finding = look();
        if (finding.isStill()) {
            wasRestless = false;
            // An inquiry of its own tells by itself how long it goes on.
            watch = from == rank ? watch : LONGEST_WATCH;
        } else if (looksLeft > 1) {
            later(() -> answer(from, number, step, looksLeft - 1));
            return;
        }
        reply(from, number, step, finding.encode());
    }

    /** Does some work of the detector's own; all other tasks that wait are the rank's activity. */
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
        // All that the program does between two looks has to show: what one rank's code has just handed on to another
        // rank of
        // its JVM, which has answered before, is in neither answer.
        long all = evidence.epoch() + program.acts() + restless;
        return new Finding(evidence.waits(), unrest(), all, evidence.awaited(), program.ranksHere(), counts);
    }

    private String unrest() {
        if (quiet < StallSettings.QUIET_TICKS || evidence.epoch() != epoch) {
            return "something has happened a moment ago";
        }
        String unrest = evidence.unrest();
        String actor = unrest == null ? program.whoMayAct() : unrest;
        if (actor == null && program.tasks() > ownTasks) {
            return "its progress thread has work to do";
        }
        return actor == null ? "" : actor;
    }

    private final class Verdict implements Inquiry.Outcome {

        @Override
        public void proven(Map<Integer, Finding> members, Map<Integer, String> descriptions) {
            proven = true;
            doubt = "";
            listener.stalled(Deadlock.of(members, descriptions));
        }

        @Override
        public void open(String why) {
            doubt = why;
        }
    }
}
