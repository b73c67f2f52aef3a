package org.reactivempi.transport.engine.link;

import io.netty.channel.ConnectTimeoutException;
import io.netty.util.concurrent.ScheduledFuture;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.engine.auth.RejectedException;
import org.reactivempi.transport.engine.packet.HandshakePackets.Refusal;
import org.reactivempi.transport.engine.packet.HandshakePackets.Resumption;
import org.reactivempi.transport.engine.packet.LinkPackets.Goodbye;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.PacketReader;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.engine.port.PeerDirectory;
import org.reactivempi.transport.engine.port.ProtocolException;

/**
 * The state of the link to one peer: whether a connection stands, whether one is looked for, and when to give up.
 *
 * <pre>
 *          packet             a connection stands
 *  IDLE ----------&gt; SEEKING ----------------------&gt; STANDING --goodbyes, breach, aborted--&gt; ENDED
 *    |               |  ^                           |  ^                                      ^
 *    |               |  +----broken, and may be-----+  |                                      |
 *    |               +--no process there, out of time, refused, process ended------------------+
 *    +---------------+-----the peer's hello------------+
 * </pre>
 * Where connections can't break, the end of one is the end of the link. From everywhere a failure that no other attempt can mend leads
 * to ENDED; {@link PeerLink#loss} tells why nothing reaches the peer any more. When both sides connect at once, the connection of the lower
 * rank stays: that rank refuses the other's hello as soon as its own is under way, and the other accepts it. Before any
 * connection has stood, that rank accepts a later hello too, if nothing has answered its own for long.
 *
 * <p>A rank that finalizes says goodbye to its peer once, after all that was sent, when a connection stands. The link ends when the
 * peer has answered that.
 */
final class LinkState implements Dialer.Owner {

    private enum State {
        IDLE,
        SEEKING,
        STANDING,
        ENDED
    }

    private static final Log log = Log.of(LinkState.class);

    /** The side that opened a connection opens the next one; the other side does so only if that takes long. */
    private static final Duration FIRST_PAUSE_OF_THE_OTHER = Duration.ofMillis(200);

    private final Links links;
    private final LinkContext context;
    private final PeerLink link;
    private final PacketReader in;
    private final Outflow out;
    private final Heartbeat heartbeat;
    private final ResumeState resume;
    private final Dialer dialer;
    private State state = State.IDLE;
    /** The one that stands, or that this rank tries to make. */
    private @Nullable Connection connection;

    /** Whether this rank opened the connection that stands. */
    private boolean ours;

    private boolean processEnded;
    /** Runs while the peer takes another process for this rank. */
    private @Nullable ScheduledFuture<?> claim;
    /** So long has it done so that it would have noticed if that one had gone. */
    private boolean doubtIsOver;
    /** This rank finalizes: it sends nothing more than its goodbye. */
    private boolean leaving;

    private boolean goodbyeSaid;
    /** This rank takes the peer, whose process may live, for failed: it is told so if it comes again. */
    private boolean givenUp;

    LinkState(Links links, PeerLink link, PacketReader in, Outflow out) {
        this.links = links;
        this.context = links.context();
        this.link = link;
        this.in = in;
        this.out = out;
        this.heartbeat = new Heartbeat(context, in, out);
        this.resume = new ResumeState(links.incarnation(), link.generation());
        this.dialer = new Dialer(context, this);
    }

    boolean isEnded() {
        return state == State.ENDED;
    }

    /** The connection that stands, if one does. */
    @Nullable
    Connection standing() {
        return state == State.STANDING ? connection : null;
    }

    /** What the peer has said which process it is; 0 until a connection has stood. */
    long peer() {
        return hasNeverStood() ? 0 : resume.peer();
    }

    /** Whether no connection has stood yet. */
    boolean hasNeverStood() {
        return resume.hasNeverStood();
    }

    // ---- Looking for a connection

    /** Begins to look for a connection, if there is none and none is looked for. */
    void seek() {
        if (state == State.IDLE) {
            state = State.SEEKING;
            dialer.start();
        }
    }

    @Override
    public void lookUp(Consumer<List<PeerDirectory.Address>> found, Consumer<Throwable> failed) {
        links.lookUp(link.rank(), found, failed);
    }

    @Override
    public void connect(Dialer.Candidate candidate) {
        Connection made = Connection.to(link, candidate.route(), links);
        connection = made;
        links.connect(candidate, made);
    }

    private void onFailed(Connection failed, @Nullable Throwable cause) {
        boolean wasThere = failed.hasGreeted() && failed.mayBreak() && isBreak(cause);
        dialer.failed(failed.channel(), cause, wasThere);
    }

    private static boolean isBreak(@Nullable Throwable cause) {
        return !(cause instanceof ProtocolException
                || cause instanceof RejectedException
                || cause instanceof TimeoutException);
    }

    /** A peer that has never been reached is lost; another one, or one that may be late, is tried again. */
    @Override
    public void onUnreachable(String problem, @Nullable Throwable cause, boolean wasThere) {
        if (wasThere || claim != null) {
            retry(problem, dialer.pause());
        } else if (!link.isInstalled()) {
            links.drop(link);
        } else if (cause instanceof ProtocolException) {
            loseUnreachable(problem, cause);
        } else if (hasNeverStood() && !mayComeLater(cause)) {
            loseNeverReached(problem, cause);
        } else if (leaving && !awaitsFirst() && (cause == null || isConnectionRefused(cause))) {
            // No channel leads there, or no process listens there any more: the peer has ended.
            onVanished();
        } else {
            retry(problem, dialer.pause());
        }
    }

    /** A host that is not there yet refuses nothing: nobody answers. */
    private boolean mayComeLater(@Nullable Throwable cause) {
        return mayMove() && (cause == null || isBreak(cause) || cause instanceof TimeoutException);
    }

    /** A process of another job is where it was said to be, or not there: nobody waits for it as for a rank of the own job. */
    @Override
    public boolean mayMove() {
        return isOwn() && links.ranksComeAndGo();
    }

    private boolean isOwn() {
        return context.processes.isOwn(link.rank());
    }

    /** Whether both sides go on when they lose each other: ranks that come and go, and those of two jobs. */
    private boolean isLoose() {
        return links.ranksComeAndGo() || !isOwn();
    }

    @Override
    public boolean isHeardOf() {
        return isOwn() && links.isHeardOf(link.rank());
    }

    private static boolean isConnectionRefused(Throwable cause) {
        return cause instanceof ConnectException && !(cause instanceof ConnectTimeoutException);
    }

    /** Looks for a connection after a pause; not if the peer's process has ended. */
    private void retry(String why, Duration pause) {
        state = State.SEEKING;
        if (processEnded) {
            loseProcess();
        } else {
            dialer.retry(why, pause);
        }
    }

    @Override
    public void onOutOfTime(String lastFailure) {
        if (state == State.SEEKING && !link.isInstalled()) {
            links.drop(link);
        } else if (state == State.SEEKING && hasNeverStood()) {
            loseNeverReached(lastFailure, null);
        } else if (state == State.SEEKING) {
            String problem = "has failed: no connection for " + LinkSettings.text(context.settings.reconnectTimeout())
                    + ", the last one " + lastFailure;
            givenUp = link.loss() == null;
            loseUnreachable(problem, null);
        }
    }

    /** How long one attempt to connect may take. */
    Duration longestAttempt() {
        return dialer.longestAttempt();
    }

    /** How much of that until there is a connection. */
    Duration longestOpening() {
        return dialer.longestOpening();
    }

    // ---- Greetings

    /** What a greeting says; in an answer {@code greeting} is false. */
    Resumption resumption(boolean greeting) {
        return resume.resumption(greeting, in.receivedBytes());
    }

    /** Why a greeting of the peer is refused in favour of this rank's, or of the connection that stands; null if it isn't. */
    Refusal.@Nullable Reason objection(Resumption theirs, Connection by) {
        if (!resume.isKnown(theirs)) {
            return links.ranksComeAndGo() && theirs.isBeginning() ? Refusal.Reason.CLAIMED : Refusal.Reason.INCARNATION;
        }
        if (state == State.ENDED && leaving && hasNeverStood()) {
            // As if this rank had never wanted a link: it only had what it took back before there was a connection.
            return Refusal.Reason.FINALIZED;
        }
        if (state == State.ENDED || resume.isUsedUp(theirs)) {
            return givenUp && !isLoose() ? Refusal.Reason.GIVEN_UP : Refusal.Reason.DUPLICATE;
        }
        return isInFavourOfOurs(theirs, by) ? Refusal.Reason.SIMULTANEOUS : null;
    }

    private boolean isInFavourOfOurs(Resumption theirs, Connection by) {
        Connection own = connection;
        return switch (state) {
            case SEEKING ->
                context.processes.isBefore(link.rank()) && own != null && own.goesBefore(by, hasNeverStood());
            // The peer's hello may have been under way when it welcomed ours.
            case STANDING -> ours && resume.isOutdated(theirs);
            case IDLE, ENDED -> false;
        };
    }

    /** The peer has greeted: throws {@link ProtocolException} if it is another process, or can't have received what it says. */
    void meet(Resumption theirs) {
        out.check(theirs.receivedBytes());
        resume.meet(theirs);
    }

    /** The peer has answered a greeting with no. */
    void onRefused(Connection refused, Refusal.Reason reason) {
        if (connection != refused) {
            return;
        }
        connection = null;
        if (isOfAnother(reason) && dialer.hasMore()) {
            dialer.failed(
                    refused.channel(), new ProtocolException("refused the connection: " + reason.inWords()), false);
        } else if (reason == Refusal.Reason.SIMULTANEOUS) {
            retry("did not connect in time", Dialer.LONGEST_PAUSE);
        } else if (goodbyeSaid && reason == Refusal.Reason.DUPLICATE) {
            end();
        } else if (reason == Refusal.Reason.DUPLICATE && hasNeverStood() && !isOwn()) {
            // It has not read the goodbye yet that has ended the link before this one.
            retry("has not left its last connection yet", dialer.pause());
        } else if (reason == Refusal.Reason.FINALIZED && link.loss() == null) {
            lose(PeerLostException.finalized(link.rank()));
        } else if (reason == Refusal.Reason.GIVEN_UP) {
            onGivenUp();
        } else if (links.ranksComeAndGo() && reason == Refusal.Reason.CLAIMED) {
            onClaimed();
        } else if (mayMove() && (reason == Refusal.Reason.INCARNATION || reason == Refusal.Reason.DUPLICATE)) {
            lose("has failed: another process is in its place, or it has given this one up", null);
            links.greet(link.rank());
        } else {
            lose("refused the connection: " + reason.inWords(), null);
        }
    }

    /** Whether what is at an address is no process of this job, or another rank. */
    private static boolean isOfAnother(Refusal.Reason reason) {
        return reason == Refusal.Reason.VERSION || reason == Refusal.Reason.JOB || reason == Refusal.Reason.RANK;
    }

    /** The peer takes another process for this rank. It will have noticed soon if that one has gone. */
    private void onClaimed() {
        if (leaving) {
            end();
            return;
        }
        if (!isOwn()) {
            // A process of another job has no say in who this one is: it may be connected in time, or not.
            retry("is connected with another process in place of this one", Dialer.LONGEST_PAUSE);
            return;
        }
        if (doubtIsOver) {
            // Not without another refusal: the peer may be what has gone.
            onRankTaken();
            return;
        }
        if (claim == null) {
            claim = context.after(context.settings.longestDoubt(), () -> doubtIsOver = true);
        }
        retry("is connected with another process as rank " + context.identity.rank(), Dialer.LONGEST_PAUSE);
    }

    private void onRankTaken() {
        String why = "says that rank " + context.identity.rank() + " is another process, which lives";
        lose(why, null);
        links.rankIsTaken("rank " + link.rank() + " " + why);
    }

    private void forgetClaim() {
        ScheduledFuture<?> running = claim;
        claim = null;
        doubtIsOver = false;
        if (running != null) {
            running.cancel(false);
        }
    }

    /** Whether the peer is gone for this rank, so that another process may take its place. */
    boolean isGone() {
        return state == State.ENDED || link.loss() != null;
    }

    /** Whether a process of another job that is met again needs another link: this one has ended, or is about to. */
    boolean isParted() {
        return leaving || isGone();
    }

    /** Another link takes the place of this one. */
    void giveWay() {
        if (!isEnded()) {
            end();
        }
    }

    // ---- A connection stands, and breaks

    /** A connection stands, and takes the place of another one. */
    void onStanding(Connection standing, Resumption theirs, long creditBytes) {
        Connection other = connection;
        ours = other == standing;
        if (other != null && !ours) {
            other.close();
        }
        if (state == State.STANDING && !ours) {
            out.interrupt();
        }
        forgetClaim();
        links.stands(link);
        String problem = dialer.onStanding(ours);
        if (problem != null && ours && hasNeverStood()) {
            // Not before some channel leads there: else the peer is lost, with all that was tried, or has simply died.
            log.about(link.rank()).warn("rank {} {}; messages go by {}", link.rank(), problem, standing.channel());
        }
        connection = standing;
        state = State.STANDING;
        resume.onStanding(theirs);
        goOn(standing, theirs, creditBytes);
    }

    private void goOn(Connection standing, Resumption theirs, long creditBytes) {
        boolean again = resume.connections() > 1;
        heartbeat.startOver();
        if (again) {
            log.about(link.rank())
                    .info(
                            "rank {} is connected again by {}, for the {}. time",
                            link.rank(),
                            standing.channel(),
                            resume.connections());
        }
        context.completions.step(() -> {
            link.resume(standing, theirs, creditBytes, again);
            sayGoodbye();
            out.flush();
            if (again) {
                link.tell(PeerListener::onWritable);
            }
        });
        if (out.isKeeping() || standing.beats()) {
            links.beat();
        }
        link.decided();
    }

    /** A heartbeat of this rank: time for a sign of life, and to notice if the peer gives none. */
    void beat() {
        Connection standing = standing();
        if (standing == null || link.loss() != null) {
            return;
        }
        Duration silence = heartbeat.beat();
        if (silence != null) {
            onSilence(standing, "nothing heard for " + LinkSettings.text(silence));
        } else {
            out.rest();
            if (out.isKeeping()) {
                link.showLife();
            }
        }
    }

    private void onSilence(Connection standing, String heard) {
        if (out.isKeeping()) {
            standing.abandon(heard);
        } else {
            giveUp("has failed: " + heard);
        }
    }

    /** The peer shows no sign of life on a connection that stands: should it wake, it finds there why it is alone. */
    private void giveUp(String why) {
        givenUp = true;
        if (!isLoose()) {
            say(PacketKind.GIVEN_UP);
            out.flush();
        }
        lose(why, null);
    }

    /** The peer takes this rank for failed, which has to end, then. One that finalizes does so anyway. */
    void onGivenUp() {
        if (leaving || isLoose()) {
            lose("takes this rank for failed", null);
        } else if (!isEnded()) {
            links.selfGivenUp("rank " + link.rank() + " takes it for failed, and goes on without it");
        }
    }

    /**
     * A connection has ended, or was never made.
     *
     * @param closed the connection
     * @param cause why; null if the other side has just closed it
     * @param isBreach whether the peer has sent what it must not, or this rank has failed on it: another connection mends nothing
     */
    void onClosed(Connection closed, @Nullable Throwable cause, boolean isBreach) {
        if (connection != closed) {
            return;
        }
        connection = null;
        if (state != State.STANDING) {
            onFailed(closed, cause);
            return;
        }
        out.interrupt();
        heartbeat.listen();
        if (link.loss() == null && out.isKeeping() && !isBreach) {
            String why = Dialer.words(cause);
            tellOperator("the connection with rank {} has ended, looking for another: {}", link.rank(), why);
            link.tell(PeerListener::onBroken);
            retry(why, ours ? Duration.ZERO : FIRST_PAUSE_OF_THE_OTHER);
        } else if (!isLossOfMessages()) {
            end();
        } else if (isBreach) {
            lose(ending(cause), cause);
        } else {
            loseUnreachable(ending(cause), cause);
        }
    }

    private boolean isLossOfMessages() {
        return link.loss() == null && (!goodbyeSaid || out.hasUnreadMessages());
    }

    /**
     * This rank has failed on what it has read from the peer, or on what it was to send: nothing can go on after that. The peer
     * hears so, and what waits for it ends with this rank's failure, for which the peer is not to be blamed.
     */
    void onFault(Throwable fault) {
        if (isEnded()) {
            return;
        }
        log.about(link.rank()).error(fault, "this rank can't go on with rank {}", link.rank());
        try {
            out.mend();
            sayAborted();
        } catch (Throwable unsaid) {
            log.debug("rank {} could not be told: {}", link.rank(), Dialer.words(unsaid));
        }
        lose(PeerLostException.ownFault(link.rank(), fault, context.now()));
    }

    // ---- The end

    /** This rank finalizes: says goodbye to the peer after all that was sent. {@link Links#left} is called at the end. */
    void leave() {
        if (leaving) {
            return;
        }
        leaving = true;
        if (standing() != null) {
            sayGoodbye();
        } else if (hasNeverStood() && out.isEmpty() && !(links.ranksComeAndGo() && isGreeting())) {
            end();
        }
    }

    /** Whether messages wait for a peer that has not come yet, and may within the time to wait for it. */
    boolean awaitsFirst() {
        return state == State.SEEKING && mayMove() && hasNeverStood() && out.hasUnreadMessages();
    }

    /** Whether a greeting is under way, so that the connection may stand for the peer already: it is to hear a goodbye. */
    boolean isGreeting() {
        Connection own = connection;
        return state == State.SEEKING && own != null && own.hasGreeted();
    }

    /** Says goodbye, once, after all that was sent; for a connection that stands. */
    private void sayGoodbye() {
        if (leaving && !goodbyeSaid) {
            goodbyeSaid = true;
            say(PacketKind.GOODBYE);
        }
    }

    private void say(PacketKind kind) {
        Goodbye.encode(out.room(Goodbye.LENGTH_BYTES), kind, out.nextSequence());
    }

    /** The peer answers nothing any more. What it has sent before is still here. */
    void onGoodbye() {
        say(PacketKind.GOODBYE_SEEN);
        PeerLostException finalized = PeerLostException.finalized(link.rank());
        link.become(finalized);
        // The peer has got all that it has cleared to send, and wants none of the rest.
        out.copyMemory();
        link.tell(listener -> listener.onLost(finalized));
    }

    void onGoodbyeSeen() {
        if (!goodbyeSaid) {
            throw new ProtocolException("answer to a goodbye that was not said");
        }
        out.flush();
        end();
    }

    /** No process is where the peer was, while this rank finalizes. If the peer has too, only its answer to the goodbye is lost. */
    private void onVanished() {
        if (link.loss() != null || !out.hasUnreadMessages()) {
            end();
        } else {
            links.askFinalized(link.rank(), finalized -> {
                if (finalized) {
                    end();
                } else {
                    lose("has ended", null);
                }
            });
        }
    }

    /** The peer's process has ended. What it has sent may still come by the connection that there is; there will be no other. */
    void onProcessEnded() {
        processEnded = true;
        if (connection != null) {
            heartbeat.whenSilent(() -> {
                if (!isEnded()) {
                    loseProcess();
                }
            });
        } else if (state != State.ENDED) {
            loseProcess();
        }
    }

    /** The peer's process has ended, and nothing that it has sent is on its way any more. */
    private void loseProcess() {
        if (link.loss() == null) {
            lose("has failed: its process has ended", null);
        } else {
            end();
        }
    }

    /** Tells the peer, where that is possible, that this rank ends at once. It reads nothing that is sent after that. */
    void sayAborted() {
        if (standing() != null && link.loss() == null) {
            say(PacketKind.ABORTED);
            out.flush();
        }
    }

    /** Gives up a peer that was never there. That it has come to its orderly end before says more than that nobody answers. */
    private void loseNeverReached(String why, @Nullable Throwable cause) {
        links.askFinalized(link.rank(), finalized -> {
            if (state != State.SEEKING) {
                // It has connected meanwhile, or is given up already.
                return;
            }
            if (finalized && link.loss() == null) {
                lose(PeerLostException.finalized(link.rank(), why));
            } else {
                // A process that has accepted the connection, and says nothing, stands still.
                givenUp = cause instanceof TimeoutException;
                loseUnreachable(why, cause);
            }
        });
    }

    /** Gives up a peer that isn't where it should be. If it has ended in order, it has got all that it wanted. */
    private void loseUnreachable(String why, @Nullable Throwable cause) {
        // In one step: this rank may finalize when the operations that wait for the peer have ended.
        context.completions.step(() -> {
            lose(why, cause);
            if (link.silentLoss() != null) {
                links.askFinalized(link.rank(), finalized -> {
                    if (finalized) {
                        link.noteKnown();
                    }
                });
            }
        });
    }

    /** Gives the peer up. */
    void lose(String why, @Nullable Throwable cause) {
        if (isEnded()) {
            return;
        }
        if (!link.isInstalled()) {
            log.about(link.rank()).warn("this rank can't greet rank {}, which {}", link.rank(), why);
            links.drop(link);
            return;
        }
        if (link.loss() == null && out.hasUnreadMessages()) {
            String line = "lost rank {}, which {}; what was sent last may not have reached it";
            if (isToldByLauncher()) {
                log.about(link.rank()).debug(line, link.rank(), why);
            } else {
                log.about(link.rank()).warn(line, link.rank(), why);
            }
        }
        Instant missing = dialer.missingSince();
        Instant since = missing == null ? context.now() : missing;
        lose(new PeerLostException(link.rank(), why, cause, since, heartbeat.lastHeard()));
    }

    /**
     * Whether the peer's process has ended, so that its launcher says so: a line of each rank that has met it would add nothing. A peer
     * that is silent on a connection that stands may live.
     */
    private boolean isToldByLauncher() {
        return processEnded || !links.ranksComeAndGo() && !out.isKeeping() && connection == null;
    }

    /** In a job with a launcher the end of a connection is mostly that of a process, and the launcher tells of it. */
    private void tellOperator(String format, Object... arguments) {
        if (links.ranksComeAndGo()) {
            log.about(link.rank()).info(format, arguments);
        } else {
            log.about(link.rank()).debug(format, arguments);
        }
    }

    private void lose(PeerLostException lost) {
        boolean told = link.loss() != null;
        if (!told && out.hasUnreadMessages()) {
            lost.noteUndelivered();
        }
        link.become(lost);
        end();
        if (!told) {
            context.completions.step(() -> link.tell(listener -> listener.onLost(lost)));
        }
    }

    /** Ends the connection, looks for no other, and forgets what has not left. */
    private void end() {
        // The link does not read the rest of the bytes at hand.
        in.pause();
        state = State.ENDED;
        forgetClaim();
        dialer.end();
        Connection last = connection;
        connection = null;
        if (last != null) {
            last.close();
        }
        if (link.loss() == null) {
            link.become(new PeerLostException(link.rank(), "is out of reach: this rank finalizes", null));
        }
        out.end();
        links.left(link);
        link.decided();
    }

    private static String ending(@Nullable Throwable cause) {
        if (cause == null) {
            return "ended its connection";
        }
        return (cause instanceof ProtocolException ? "broke the protocol: " : "ended its connection: ")
                + Dialer.words(cause);
    }
}
