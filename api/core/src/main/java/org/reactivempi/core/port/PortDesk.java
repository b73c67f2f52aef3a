package org.reactivempi.core.port;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.core.operation.ContractFailures;
import org.reactivempi.core.port.CorePorts.Met;
import org.reactivempi.core.port.Words.Step;
import org.reactivempi.transport.channel.OnProgressThread;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.engine.port.OtherJobs;
import org.reactivempi.transport.engine.port.ProtocolException;
import org.reactivempi.transport.engine.port.Secret;

/**
 * The ports of a rank, and whom it is about to meet at them, or at those of others.
 *
 * <pre>
 *  who connects                                   who accepts
 *  CONNECTING  ------------ CONNECT -----------&gt;  waits at the port
 *                                                 a call accepts at the port: OFFERED
 *  MEETING     &lt;----------- ACCEPTED -----------
 *  all of its group know the other one
 *  READY       ------------ READY -------------&gt;  TAKEN
 *                                                 all of its group know the other one
 *  over        &lt;----------- BEGUN --------------  over
 *
 *  CONNECTING, MEETING, READY --REFUSED, lost--&gt; failed       OFFERED --WITHDRAWN, lost--&gt; the next one is taken
 *  CONNECTING --the other one has left the link--&gt; CONNECTING over another link
 * </pre>
 * A process may connect to another one only when that knows it: so nobody begins before all of the other group have heard who comes.
 */
@OnProgressThread
final class PortDesk {

    /** So many may wait at a port. */
    static final int MOST_WAITING = 1024;
    /** What they have said of their groups may be so long, all together. */
    static final int MOST_WAITING_BYTES = 64 << 20;

    private static final int MOST_PARTY_BYTES = OtherJobs.MOST_BYTES - Words.HEADER_BYTES;
    /** So often a process may leave the link just when this one connects. */
    private static final int MOST_LINKS = 8;

    private final OtherJobs others;
    private final int rank;
    private final @Nullable Secret secret;
    private final Map<Integer, OpenPort> ports = new HashMap<>();
    private final Map<Integer, Visit> visits = new HashMap<>();
    private final Map<Integer, Reception> receptions = new HashMap<>();
    private int lastPort;
    private int lastMeeting;

    /**
     * No ports yet.
     *
     * @param rank the own one
     * @param secret lets processes of other jobs in; null for none
     */
    PortDesk(OtherJobs others, int rank, @Nullable Secret secret) {
        this.others = others;
        this.rank = rank;
        this.secret = secret;
    }

    /** Whether no port is open, and nobody is about to meet anybody. */
    boolean isIdle() {
        return ports.isEmpty() && !isMeeting();
    }

    /** Whether anybody waits at a port of this rank, or to be accepted at one of another rank. */
    boolean isMeeting() {
        return !visits.isEmpty() || !receptions.isEmpty();
    }

    /** One that is about to be accepted, or to accept: hears one of both, once. */
    interface Told {

        /** It has met another group. */
        void onMet(Met other);

        /** Nothing comes of it. */
        void onFailed(MpiException why);
    }

    /** An open port. */
    final class OpenPort {

        final int number = ++lastPort;
        private final Deque<Caller> waiting = new ArrayDeque<>();
        private final Deque<Reception> takers = new ArrayDeque<>();
        private long waitingBytes;

        private void match() {
            while (!waiting.isEmpty() && !takers.isEmpty()) {
                Caller next = waiting.remove();
                waitingBytes -= next.bytes;
                takers.remove().offer(next);
            }
        }

        /** Why one more may not wait; null where it may. */
        private @Nullable String objection(int bytes) {
            if (waiting.size() >= MOST_WAITING) {
                return MOST_WAITING + " others wait at the port, and no more may";
            }
            return waiting.isEmpty() || waitingBytes + bytes <= MOST_WAITING_BYTES
                    ? null
                    : "the groups that wait at the port are so large that no more may";
        }

        private void await(Caller caller) {
            waiting.add(caller);
            waitingBytes += caller.bytes;
            match();
        }

        private void forget(Predicate<Caller> gone) {
            List<Caller> leaving = waiting.stream().filter(gone).toList();
            waiting.removeIf(gone);
            leaving.forEach(caller -> {
                waitingBytes -= caller.bytes;
                others.release(caller.peer);
            });
        }
    }

    /** Who has connected and waits, or is about to be met; what it has said was so long. */
    private record Caller(int peer, int meeting, Party party, int bytes) {

        boolean is(int otherPeer, int otherMeeting) {
            return peer == otherPeer && meeting == otherMeeting;
        }
    }

    /** Whether a port is of this rank, and not open. */
    boolean isClosed(PortName name) {
        return name.job() == others.ownJob() && name.rank() == rank && !ports.containsKey(name.number());
    }

    OpenPort open() {
        OpenPort port = new OpenPort();
        ports.put(port.number, port);
        if (secret != null) {
            others.admit(secret);
        }
        return port;
    }

    void close(OpenPort port) {
        if (!ports.remove(port.number, port)) {
            return;
        }
        if (secret != null) {
            others.dismiss(secret);
        }
        refuseWaiting(port, closed());
        List<Reception> takers = new ArrayList<>(port.takers);
        port.takers.clear();
        takers.forEach(taker -> taker.end(new PortClosedException(closed())));
    }

    /** Those that wait at a port are not taken. */
    void refuseWaiting(OpenPort port, String why) {
        List<Caller> waiting = List.copyOf(port.waiting);
        port.waiting.clear();
        port.waitingBytes = 0;
        waiting.forEach(caller -> refuse(caller.peer, caller.meeting, why));
    }

    private static String closed() {
        return "the port is closed";
    }

    /** The other group, as its root says, which is a peer of this rank. */
    Met met(Party other, int root) {
        if (secret == null && !others.isOwn(root)) {
            throw new MpiException(ErrorClass.PORT, "groups of two jobs need a port-secret to meet");
        }
        return new Met(other, others.ofMeeting(secret, root), others.job(root));
    }

    // ---- Who accepts

    /** Takes the next one that connects; throws what is wrong with that. */
    Reception accept(OpenPort port, Party own, Told told) {
        if (ports.get(port.number) != port) {
            throw new PortClosedException(closed());
        }
        Reception made = new Reception(port, payload(own), told);
        port.takers.add(made);
        port.match();
        return made;
    }

    /** A call that accepts. */
    final class Reception {

        private final int number = ++lastMeeting;
        private final OpenPort port;
        private final byte[] own;
        private final Told told;
        private @Nullable Caller caller;
        private boolean taken;
        private boolean cancelled;

        Reception(OpenPort port, byte[] own, Told told) {
            this.port = port;
            this.own = own;
            this.told = told;
            receptions.put(number, this);
        }

        private void offer(Caller next) {
            caller = next;
            say(next.peer, new Words(Step.ACCEPTED, 0, number, next.meeting, own));
        }

        private void onReady(Caller met) {
            if (taken) {
                throw new ProtocolException("it is ready twice for one accept");
            }
            taken = true;
            told.onMet(met(met.party, met.peer));
        }

        /** The one that it was offered has gone: it takes the next one. */
        private void onGone() {
            if (taken) {
                // Its group hears of the loss in the communicator.
                return;
            }
            release();
            if (cancelled) {
                end(new PortClosedException("the root accepts no more"));
            } else if (ports.get(port.number) == port) {
                port.takers.addFirst(this);
                port.match();
            } else {
                end(new PortClosedException(closed()));
            }
        }

        private void release() {
            Caller gone = caller;
            caller = null;
            if (gone != null) {
                others.release(gone.peer);
            }
        }

        /** All of its group know the other one. */
        void begin() {
            say(Objects.requireNonNull(caller).peer, Words.of(Step.BEGUN, number, caller.meeting));
            receptions.remove(number);
            release();
        }

        /** Nothing comes of it here. */
        void fail(String why) {
            Caller met = caller;
            if (met != null) {
                say(met.peer, Words.refused(number, met.meeting, why));
            }
            port.takers.remove(this);
            receptions.remove(number);
            release();
        }

        /**
         * Nobody waits for it any more, if nobody has come yet.
         *
         * @return whether it is over; else it ends as the one makes it that it was offered: should that go, it takes no other one
         */
        boolean cancel() {
            cancelled = true;
            boolean waits = port.takers.remove(this);
            if (waits) {
                receptions.remove(number);
            }
            return waits;
        }

        /** The rank ends: it takes nobody any more. */
        private void giveUp(MpiException why) {
            if (!taken) {
                release();
                end(why);
            }
        }

        private void end(MpiException why) {
            receptions.remove(number);
            told.onFailed(why);
        }
    }

    // ---- Who connects

    /** A group as it travels. */
    private static byte[] payload(Party own) {
        byte[] payload = own.encoded();
        if (payload.length > MOST_PARTY_BYTES) {
            throw new MpiException(
                    ErrorClass.PORT,
                    "a group that takes " + payload.length + " bytes to describe can't meet another one, allowed are "
                            + MOST_PARTY_BYTES);
        }
        return payload;
    }

    /** Connects to a port; throws what is wrong with it. */
    Visit connect(PortName name, Party own, Told told) {
        Visit made = new Visit(name, payload(own), peer(name), told);
        made.call();
        return made;
    }

    /** The process that has opened a port, which is held. */
    private int peer(PortName name) {
        if (name.job() == others.ownJob()) {
            if (name.rank() == rank || !others.isOwn(name.rank())) {
                String why = name.rank() == rank ? "is of this rank itself" : "is of no rank of this job";
                throw new MpiException(ErrorClass.PORT, "the port " + name + " " + why);
            }
            return name.rank();
        }
        if (secret == null) {
            throw new MpiException(
                    ErrorClass.PORT,
                    "the port " + name
                            + " is of another job, and no port-secret is set, by which that would let this one in");
        }
        return others.meet(name.job(), name.rank(), name.addresses(), others.ofPair(secret, name.job()));
    }

    /** A call that connects. */
    final class Visit {

        private final int number = ++lastMeeting;
        private final PortName name;
        private final byte[] own;
        private final Told told;
        private int peer;
        private int links = 1;
        private int there;
        private boolean over;
        private @Nullable MpiException failure;
        private @Nullable Runnable begun;
        private @Nullable Consumer<MpiException> notBegun;

        Visit(PortName name, byte[] own, int peer, Told told) {
            this.name = name;
            this.own = own;
            this.peer = peer;
            this.told = told;
            visits.put(number, this);
        }

        private void call() {
            say(peer, new Words(Step.CONNECT, name.number(), number, 0, own));
        }

        /** Whether the process of the port has not ended, but had left the link when this came there. */
        private boolean hasCrossedGoodbye(Throwable cause) {
            return isWaiting()
                    && links < MOST_LINKS
                    && !others.isOwn(peer)
                    && cause instanceof PeerLostException lost
                    && lost.hasFinalized();
        }

        private void callAgain() {
            links++;
            int left = peer;
            peer = peer(name);
            others.release(left);
            call();
        }

        private void onAccepted(int meeting, Party other) {
            if (there != 0) {
                throw new ProtocolException("a connect was accepted twice");
            }
            there = meeting;
            told.onMet(met(other, peer));
        }

        /** Whether nobody has accepted it yet. */
        boolean isWaiting() {
            return there == 0 && !over;
        }

        /** All of its group know the other one; {@code next} runs when all of that know it. */
        void ready(Runnable next, Consumer<MpiException> failed) {
            MpiException before = failure;
            if (before != null) {
                failed.accept(before);
                return;
            }
            begun = next;
            notBegun = failed;
            say(peer, Words.of(Step.READY, number, there));
        }

        private void onBegun() {
            Runnable next = begun;
            if (next == null) {
                throw new ProtocolException("a meeting has begun before this rank was ready");
            }
            end();
            next.run();
        }

        /** Nothing comes of it here. */
        void withdraw() {
            if (!over) {
                say(peer, Words.of(Step.WITHDRAWN, number, there));
                end();
            }
        }

        private void fail(MpiException why) {
            if (!over) {
                end();
                failure = why;
                Consumer<MpiException> failed = notBegun;
                if (failed != null) {
                    failed.accept(why);
                } else if (there == 0) {
                    told.onFailed(why);
                }
            }
        }

        private void end() {
            over = true;
            visits.remove(number);
            others.release(peer);
        }
    }

    // ---- What comes

    private void say(int peer, Words words) {
        others.say(peer, words.encoded());
    }

    /** Says no to a process that is held. */
    private void refuse(int peer, int meeting, String why) {
        say(peer, Words.refused(0, meeting, why));
        others.release(peer);
    }

    /** A peer has said something of a port, or of a meeting. */
    void onSaid(int peer, Words words) {
        switch (words.step()) {
            case CONNECT -> onConnect(peer, words);
            case READY -> {
                Reception reception = reception(peer, words);
                if (reception != null) {
                    reception.onReady(Objects.requireNonNull(reception.caller));
                }
            }
            case WITHDRAWN -> onWithdrawn(peer, words);
            case ACCEPTED -> {
                Visit visit = visit(peer, words);
                if (visit != null) {
                    visit.onAccepted(words.from(), Party.of(words.payload()));
                }
            }
            case BEGUN -> {
                Visit visit = visit(peer, words);
                if (visit != null) {
                    visit.onBegun();
                }
            }
            case REFUSED -> {
                Visit visit = visit(peer, words);
                if (visit != null) {
                    visit.fail(new MpiException(ErrorClass.PORT, words.text()));
                }
            }
            case PUBLISH, UNPUBLISH, LOOKUP, NAMED, UNNAMED ->
                throw new IllegalArgumentException(words.step() + " is of names");
        }
    }

    private void onConnect(int peer, Words words) {
        Party party = Party.of(words.payload());
        others.hold(peer);
        OpenPort port = ports.get(words.port());
        int bytes = words.payload().length;
        String objection = port == null ? closed() : port.objection(bytes);
        if (secret == null && others.job(peer) != others.ownJob()) {
            // A communicator has made the two known to each other; what the groups prove needs the secret.
            objection = "no port-secret is set where the port is";
        }
        if (port == null || objection != null) {
            refuse(peer, words.from(), Objects.requireNonNull(objection));
        } else {
            port.await(new Caller(peer, words.from(), party, bytes));
        }
    }

    /** It may cross an offer, and name none. */
    private void onWithdrawn(int peer, Words words) {
        Predicate<Caller> gone = caller -> caller.is(peer, words.from());
        ports.values().forEach(port -> port.forget(gone));
        onGone(gone);
    }

    private void onGone(Predicate<Caller> gone) {
        for (Reception reception : List.copyOf(receptions.values())) {
            Caller caller = reception.caller;
            if (caller != null && gone.test(caller)) {
                reception.onGone();
            }
        }
    }

    /** The call that has taken the one that speaks; null where it has ended. */
    private @Nullable Reception reception(int peer, Words words) {
        Reception found = receptions.get(words.to());
        Caller caller = found == null ? null : found.caller;
        if (found != null && (caller == null || !caller.is(peer, words.from()))) {
            throw new ProtocolException("it answers an accept of another one");
        }
        return found;
    }

    /** The call that was accepted by the one that speaks, or waits for it; null where it has ended. */
    private @Nullable Visit visit(int peer, Words words) {
        Visit found = visits.get(words.to());
        if (found != null && (found.peer != peer || found.there != 0 && found.there != words.from())) {
            throw new ProtocolException("it answers a connect to another one");
        }
        return found;
    }

    /** Nothing comes from a peer any more. */
    void onLost(int peer, Throwable cause) {
        for (Visit visit : List.copyOf(visits.values())) {
            if (visit.peer == peer) {
                if (visit.hasCrossedGoodbye(cause)) {
                    visit.callAgain();
                } else {
                    visit.fail(new MpiException(
                            ErrorClass.PORT,
                            "the port can't be reached, or its process does not let this one in, as no port is open there any more, or"
                                    + " the two have not the same port-secret: "
                                    + ContractFailures.of(cause).getMessage(),
                            cause));
                }
            }
        }
        // First those that wait: none of them is to be offered.
        ports.values().forEach(port -> port.forget(caller -> caller.peer == peer));
        onGone(caller -> caller.peer == peer);
    }

    /** The rank ends. */
    void end(MpiException why) {
        List.copyOf(ports.values()).forEach(this::close);
        List.copyOf(visits.values()).forEach(visit -> visit.fail(why));
        List.copyOf(receptions.values()).forEach(reception -> reception.giveUp(why));
    }
}
