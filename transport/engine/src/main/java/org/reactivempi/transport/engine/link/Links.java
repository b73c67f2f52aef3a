package org.reactivempi.transport.engine.link;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Acceptor;
import org.reactivempi.transport.channel.LinkHandler;
import org.reactivempi.transport.channel.RefusedException;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.engine.auth.Credentials;
import org.reactivempi.transport.engine.auth.Rejections;
import org.reactivempi.transport.engine.event.Rejection;
import org.reactivempi.transport.engine.link.LinkContext.Route;
import org.reactivempi.transport.engine.link.Processes.Process;
import org.reactivempi.transport.engine.packet.HandshakePackets.Refusal;
import org.reactivempi.transport.engine.packet.HandshakePackets.Resumption;
import org.reactivempi.transport.engine.packet.PacketKind.Family;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.engine.port.OtherJobs;
import org.reactivempi.transport.engine.port.PeerDirectory;
import org.reactivempi.transport.engine.port.Secret;
import reactor.core.publisher.Mono;

/** All links of a rank: makes them, accepts those of peers, sends what has gathered in a turn, closes them. Peers may be of other jobs. */
public final class Links implements OtherJobs {

    private static final Log log = Log.of(Links.class);
    /** The half of a number that a process has in common with no other one of its rank. */
    private static final long OF_PROCESS = 0xffffffff00000000L;

    private static final Duration SHORTEST_GOODBYE_LIMIT = Duration.ofSeconds(5);

    /** A rank that ends at once waits so long for its last packets to leave. */
    private static final Duration LONGEST_FAREWELL = Duration.ofSeconds(1);

    /** What runs when a link has ended. */
    private record Waiting(PeerLink link, Runnable next) {}

    /** Makes the handlers of a family; these are so few that a map would be larger. */
    private record OnDemand(
            Family family,
            Function<PeerLink, ? extends PeerListener> handler,
            @Nullable OnDemand next) {

        static @Nullable OnDemand of(Family family, @Nullable OnDemand first) {
            OnDemand known = first;
            while (known != null && known.family != family) {
                known = known.next;
            }
            return known;
        }
    }

    private final LinkContext context;
    private final PeerDirectory directory;
    private final Connections connections;
    private final Map<Family, Function<PeerLink, ? extends PeerListener>> handlers = new LinkedHashMap<>();
    /** Of families that hardly any peer sends packets of. */
    private @Nullable OnDemand onDemand;

    private final PeerTable<PeerLink> peers = new PeerTable<>();
    /** Attempts to reach ranks that no operation needs. No handler sees them before a connection stands. */
    private final Map<Integer, PeerLink> attempts = new LinkedHashMap<>();
    /** Of links that have given way to others. */
    private final List<PeerLostException> formerLosses = new ArrayList<>();

    private List<Outflow> gathered = new ArrayList<>();
    private List<Outflow> flushing = new ArrayList<>();
    private boolean beating;
    private @Nullable Runnable whenClosed;
    private boolean closes;
    private Consumer<String> whenTaken = why -> {};
    private Consumer<String> whenGivenUp = why -> {};
    /** Null where nobody listens. */
    private OtherJobs.@Nullable Listener meetings;

    private IntConsumer whenMissed = rank -> {};
    /** For ends of links; hardly ever anything. */
    private List<Waiting> waiting = List.of();

    private IntPredicate heardOf = rank -> false;
    /** How many answers of the directory are still to come, about peers that can't be reached. */
    private int questions;

    /**
     * No links yet.
     *
     * @param context what they share
     * @param directory where peers are
     */
    public Links(LinkContext context, PeerDirectory directory) {
        this.context = context;
        this.directory = directory;
        this.connections = new Connections(context.rejections);
    }

    /**
     * Sets the handler of a family of packets; before there is any link. Packets of a family without a handler are a breach.
     *
     * @param family one that is not registered yet, and not the link's own
     * @param handler makes the handler of each peer
     */
    public void register(Family family, Function<PeerLink, ? extends PeerListener> handler) {
        if (family == Family.LINK || handlers.putIfAbsent(family, handler) != null) {
            throw new IllegalStateException("packets of the family " + family + " have a handler already");
        }
    }

    /**
     * As {@link #register}, but the handler of a peer is made when its first packet of the family comes, and hears of the link from then
     * on: for a family that hardly any peer has.
     */
    public void registerOnDemand(Family family, Function<PeerLink, ? extends PeerListener> handler) {
        if (handlers.containsKey(family) || OnDemand.of(family, onDemand) != null) {
            throw new IllegalStateException("packets of the family " + family + " have a handler already");
        }
        onDemand = new OnDemand(family, handler, onDemand);
    }

    /** The handler that is made now for a peer; null where the family has none. */
    @Nullable
    PeerListener demanded(Family family, PeerLink link) {
        OnDemand known = OnDemand.of(family, onDemand);
        return known == null ? null : known.handler.apply(link);
    }

    /** Sets the channels by which this rank listens and connects, the best first; before there is any link. */
    public void use(List<Route> routes) {
        context.use(routes);
    }

    /** The link to a peer, made now if there is none. */
    public PeerLink peer(int rank) {
        assert context.onProgressThread();
        PeerLink peer = peers.get(rank);
        if (peer == null) {
            PeerLink attempt = attempts.get(rank);
            PeerLink made = attempt == null ? new PeerLink(this, rank, 1) : attempt;
            install(made);
            return made;
        }
        return peer;
    }

    /** From now on it is the link with its rank, in the place of one that has ended. */
    private void install(PeerLink link) {
        attempts.remove(link.rank(), link);
        PeerLink former = peers.replace(link.rank(), link);
        if (former != null) {
            former.state().giveWay();
            PeerLostException silent = former.silentLoss();
            if (silent != null) {
                formerLosses.add(silent);
            }
        }
        link.install();
        handlers.forEach((family, handler) -> link.add(family, handler.apply(link)));
        if (closes && whenClosed == null) {
            // Nobody would end it any more: it takes nothing.
            link.state().giveWay();
        }
    }

    /** The link to a peer; null if there is none. */
    public @Nullable PeerLink known(int rank) {
        return peers.get(rank);
    }

    /** How many links there are, or were. */
    public int count() {
        return peers.size();
    }

    /** The program knows that a peer has failed. */
    public void noteKnown(int rank) {
        PeerLink peer = peers.get(rank);
        if (peer != null) {
            peer.noteKnown();
        }
        formerLosses.removeIf(loss -> loss.rank() == rank);
    }

    /** Shows the links that exist. */
    public void forEach(Consumer<PeerLink> visitor) {
        assert context.onProgressThread();
        peers.forEach(visitor);
    }

    /** How many connections were refused, and why; for any thread. */
    public Rejections rejections() {
        return context.rejections;
    }

    LinkContext context() {
        return context;
    }

    // ---- Processes of other jobs

    @Override
    public int meet(long job, int rank, List<PeerDirectory.Address> addresses, Secret ofPair) {
        assert context.onProgressThread();
        context.credentials.meet(job, rank, ofPair);
        int number = foreign(new Process(job, rank));
        context.processes.reach(number, addresses);
        context.processes.hold(number);
        return number;
    }

    /** The number of a process of another job: a new one where it has none, or only one over a link that is parted. */
    private int foreign(Process process) {
        int known = context.processes.number(process.job(), process.rank());
        PeerLink link = known == Processes.NONE ? null : peers.get(known);
        if (link != null && link.state().isParted()) {
            context.processes.part(known);
        }
        return context.processes.meet(process.job(), process.rank());
    }

    @Override
    public void whenApart(long job, int rank, Runnable next) {
        int known = context.processes.number(job, rank);
        PeerLink link = known == Processes.NONE ? null : peers.get(known);
        if (link == null || !link.state().isParted() || link.state().isEnded()) {
            next.run();
            return;
        }
        List<Waiting> more = new ArrayList<>(waiting);
        more.add(new Waiting(link, next));
        waiting = more;
    }

    /** What waits for the end of a link runs. */
    private void runWaiting(PeerLink ended) {
        List<Waiting> over = waiting.stream().filter(each -> each.link == ended).toList();
        waiting = waiting.stream().filter(each -> each.link != ended).toList();
        over.forEach(each -> each.next.run());
    }

    @Override
    public void hold(int number) {
        if (!context.processes.isOwn(number)) {
            context.processes.hold(number);
        }
    }

    /** Where nothing needs the peer any more, its link is left, and then its number is free. */
    @Override
    public void release(int number) {
        release(number, false);
    }

    private void release(int number, boolean left) {
        if (!context.processes.isOwn(number) && context.processes.release(number, left)) {
            part(number);
            forgetIfIdle(number);
        }
    }

    /** As {@link #release}, for what has {@linkplain #leave left} the peer. */
    public void releaseLeft(int number) {
        release(number, true);
    }

    /** What holds a peer of another job still knows its number, but has nothing more to do with it: its link ends when nothing has. */
    public void leave(int number) {
        if (context.processes.leave(number)) {
            part(number);
        }
    }

    private void part(int number) {
        PeerLink link = peers.get(number);
        if (link != null && !link.state().isEnded()) {
            link.state().leave();
        }
    }

    /** Whether nothing comes any more from a process of another job that has this number. */
    public boolean hasParted(int number) {
        PeerLink link = peers.get(number);
        return link == null ? context.processes.isLeft(number) : link.state().isEnded();
    }

    /** In a later turn: its handlers may hear of its end in this one. */
    private void forgetIfIdle(int number) {
        if (context.processes.isIdle(number)) {
            context.answer(() -> {
                PeerLink link = peers.get(number);
                if (context.processes.isIdle(number)
                        && (link == null || link.state().isEnded())) {
                    forget(number, link);
                }
            });
        }
    }

    private void forget(int number, @Nullable PeerLink link) {
        if (link != null) {
            link.tell(PeerListener::onForgotten);
            peers.remove(number);
        }
        Process gone = context.processes.of(number);
        context.processes.forget(number);
        if (context.processes.number(gone.job(), gone.rank()) == Processes.NONE) {
            context.credentials.forget(gone.job(), gone.rank());
        }
    }

    @Override
    public void admit(Secret port) {
        context.credentials.admit(port);
    }

    @Override
    public void dismiss(Secret port) {
        context.credentials.dismiss(port);
    }

    @Override
    public void listen(OtherJobs.Listener listener) {
        meetings = listener;
    }

    OtherJobs.@Nullable Listener meetings() {
        return meetings;
    }

    @Override
    public boolean isOwn(int number) {
        return context.processes.isOwn(number);
    }

    @Override
    public void say(int number, byte[] words) {
        PeerLink link = peer(number);
        if (link.demanded(Family.MEETING) instanceof SayingPeer peer) {
            peer.say(words);
        }
    }

    @Override
    public long ownJob() {
        return context.identity.job();
    }

    @Override
    public Secret ofPair(Secret port, long job) {
        return Credentials.ofPair(port, ownJob(), job);
    }

    @Override
    public Secret ofMeeting(@Nullable Secret port, int number) {
        return context.credentials.ofMeeting(port, job(number));
    }

    @Override
    public long job(int number) {
        return context.processes.of(number).job();
    }

    @Override
    public int rank(int number) {
        return context.processes.of(number).rank();
    }

    /** Which process each number of a peer stands for. */
    public Processes processes() {
        return context.processes;
    }

    Connections connections() {
        return connections;
    }

    // ---- Connections

    /** Takes the connections of peers, and of strangers, over a channel whose connections may break, or may not. */
    public Acceptor acceptor(String channel, boolean mayBreak) {
        return new Acceptor() {
            @Override
            public LinkHandler accept() {
                Connection connection = Connection.accepted(channel, mayBreak, Links.this);
                connections.addStranger(connection);
                return connection;
            }

            @Override
            public void refused(RefusedException why) {
                context.rejections.count(Rejection.CHANNEL);
                log.about(channel).warn("refused a connection by {}: {}", channel, why.getMessage());
            }
        };
    }

    void connect(Dialer.Candidate candidate, Connection connection) {
        connections.add(connection);
        candidate.route().endpoint().connect(candidate.address(), connection);
    }

    /** Why the greeting of a rank that has proven its identity is refused, null if it isn't. */
    Refusal.@Nullable Reason objectionTo(int from, Resumption theirs, Connection by) {
        PeerLink attempt = attempts.get(from);
        PeerLink known = attempt == null ? peers.get(from) : attempt;
        if (known != null && !isOver(known, theirs)) {
            // Also while this rank finalizes: packets may wait for just this connection (LIF-2).
            return known.state().objection(theirs, by);
        }
        return closes ? Refusal.Reason.FINALIZED : null;
    }

    /** Whether a peer that greets begins anew, after the end of its last link. */
    private boolean isOver(PeerLink known, Resumption theirs) {
        boolean isOver = context.processes.isOwn(known.rank())
                ? ranksComeAndGo() && known.state().isGone()
                : known.state().isParted();
        return isOver && theirs.isBeginning();
    }

    /** The link of a peer whose greeting has no objection. */
    PeerLink greeted(Process process, Resumption theirs) {
        if (process.job() != context.identity.job()) {
            int number = foreign(process);
            context.credentials.welcome(process.job(), process.rank());
            return peer(number);
        }
        int from = process.rank();
        PeerLink attempt = attempts.get(from);
        if (attempt != null) {
            return attempt;
        }
        PeerLink known = peers.get(from);
        return known != null && isOver(known, theirs) ? attempt(from) : peer(from);
    }

    /** Whether a peer that cannot be reached may come later, and one that has gone may come again. */
    public boolean ranksComeAndGo() {
        return directory.ranksComeAndGo();
    }

    /** Tells one end of a link from all others; where ranks come and go, its upper half tells the process. */
    long incarnation() {
        return ranksComeAndGo()
                ? process() | context.random.nextInt() & ~OF_PROCESS | 1
                : context.identity.incarnation();
    }

    /** Tells this process from all others that have its rank, where ranks come and go: the upper half of a number. */
    public long process() {
        return context.identity.incarnation() & OF_PROCESS;
    }

    /** The same of the last process of a rank that this one has met; 0 as long as it has met none. */
    public long process(int rank) {
        PeerLink known = peers.get(rank);
        return known == null ? 0 : known.state().peer() & OF_PROCESS;
    }

    /** Whether a number begins as that of a process. */
    public static boolean isOf(long process, long number) {
        return process == (number & OF_PROCESS);
    }

    // ---- Ranks that come and go

    /** Sets who hears that another process is this rank, and lives. */
    public void whenRankIsTaken(Consumer<String> told) {
        whenTaken = told;
    }

    void rankIsTaken(String why) {
        whenTaken.accept(why);
    }

    /** Sets who hears, perhaps more than once, that a peer takes this rank for failed; gives up all peers in a later step. */
    public void whenGivenUp(Consumer<String> told) {
        whenGivenUp = told;
    }

    void selfGivenUp(String why) {
        whenGivenUp.accept(why);
    }

    /** Sets who hears that an attempt to {@linkplain #greet greet} a rank has led nowhere. */
    public void whenMissed(IntConsumer told) {
        whenMissed = told;
    }

    /** Sets which ranks are said to have been there: such a rank is not waited for as one that has never come. */
    public void use(IntPredicate heardOf) {
        this.heardOf = heardOf;
    }

    boolean isHeardOf(int rank) {
        return heardOf.test(rank);
    }

    /** Runs an action in a step, again and again, whenever ranks that are not seen are to be greeted. */
    public void everyGreeting(Runnable action) {
        context.every(context.settings.greetings(), action);
    }

    /** Runs an action in a step after so much time. */
    public void after(Duration time, Runnable action) {
        context.after(time, () -> context.completions.step(action));
    }

    /** Greets the ranks that this one has lost, or that have left. */
    public void greetFormer() {
        for (int number = 0; number < peers.size(); number++) {
            PeerLink link = peers.entry(number);
            if (link.state().isEnded() && context.processes.isOwn(link.rank())) {
                greet(link.rank());
            }
        }
    }

    /** Whether a rank had a link that has ended, and has no other yet. */
    public boolean isFormer(int rank) {
        PeerLink known = peers.get(rank);
        return known != null && known.state().isEnded();
    }

    /** Tries to reach a rank once that has no link, or no link any more. */
    public void greet(int rank) {
        PeerLink known = peers.get(rank);
        boolean isMissing = known == null || known.state().isEnded();
        if (isMissing && rank != context.identity.rank() && !closes && !attempts.containsKey(rank)) {
            attempt(rank).state().seek();
        }
    }

    private PeerLink attempt(int rank) {
        PeerLink known = peers.get(rank);
        PeerLink made = new PeerLink(this, rank, known == null ? 1 : known.generation() + 1);
        attempts.put(rank, made);
        return made;
    }

    /** A connection is about to stand: what was an attempt is a link. */
    void stands(PeerLink link) {
        if (!link.isInstalled()) {
            install(link);
        }
    }

    /** One whose greeting is under way becomes a link, so that it ends in order. */
    private void closeAttempt(PeerLink attempt) {
        if (attempt.state().isGreeting()) {
            install(attempt);
        } else {
            drop(attempt);
        }
    }

    /** An attempt has led nowhere. */
    void drop(PeerLink attempt) {
        attempt.state().giveWay();
        if (!closes) {
            whenMissed.accept(attempt.rank());
        }
    }

    /** Looks for the addresses of a peer, and gives them, or the error, in a later turn. */
    void lookUp(int rank, Consumer<List<PeerDirectory.Address>> found, Consumer<Throwable> failed) {
        if (!context.processes.isOwn(rank)) {
            context.answer(() -> found.accept(context.processes.addresses(rank)));
            return;
        }
        directory
                .addresses(rank)
                .switchIfEmpty(Mono.error(() -> new NoSuchElementException("the directory has none")))
                .subscribe(
                        addresses -> context.answer(() -> found.accept(addresses)),
                        error -> context.answer(() -> failed.accept(error)));
    }

    /**
     * Asks whether a rank that can't be reached has come to its orderly end; this rank finalizes after the answer.
     *
     * @param rank in the job
     * @param told gets true if it has, in a later turn
     */
    public void askFinalized(int rank, Consumer<Boolean> told) {
        if (!context.processes.isOwn(rank)) {
            // Nobody here knows of other jobs.
            context.answer(() -> context.completions.step(() -> told.accept(false)));
            return;
        }
        questions++;
        directory
                .hasFinalized(rank)
                .onErrorReturn(false)
                .subscribe(finalized -> context.answer(() -> {
                    questions--;
                    context.completions.step(() -> told.accept(finalized));
                    closeIfAllHaveLeft();
                }));
    }

    // ---- Turns and heartbeats

    /** Sends all that has gathered in this turn. What callbacks of this add leaves in the next turn. */
    public void flush() {
        assert context.onProgressThread();
        if (gathered.isEmpty()) {
            return;
        }
        List<Outflow> ofThisTurn = gathered;
        gathered = flushing;
        flushing = ofThisTurn;
        flushing.forEach(Outflow::endTurn);
        flushing.clear();
        if (!gathered.isEmpty()) {
            context.answer(() -> {});
        }
    }

    void gathered(Outflow out) {
        gathered.add(out);
    }

    /** From now on peers hear from this rank now and then, and it notices those from which it hears nothing. */
    void beat() {
        if (!beating) {
            beating = true;
            context.every(
                    context.settings.heartbeat(),
                    () -> forEach(peer -> peer.state().beat()));
        }
    }

    // ---- The end

    /**
     * Takes leave of all peers, then runs {@code whenClosed}. A peer that does not answer is not waited for long, but one that has not
     * come yet, and that something was sent to, is waited for as long as it may come.
     */
    public void close(Runnable whenClosed) {
        assert context.onProgressThread();
        this.whenClosed = whenClosed;
        closes = true;
        List.copyOf(attempts.values()).forEach(this::closeAttempt);
        context.after(longestGoodbye(), () -> giveUpGoodbyes(false));
        forEach(peer -> peer.state().leave());
        closeIfAllHaveLeft();
    }

    /** A goodbye may need another connection. */
    private Duration longestGoodbye() {
        Duration reconnect = context.settings.reconnectTimeout();
        return reconnect.compareTo(SHORTEST_GOODBYE_LIMIT) > 0 ? reconnect : SHORTEST_GOODBYE_LIMIT;
    }

    private void giveUpGoodbyes(boolean again) {
        if (whenClosed == null) {
            return;
        }
        List<PeerLink> awaited = new ArrayList<>();
        forEach(peer -> {
            if (peer.state().awaitsFirst()) {
                awaited.add(peer);
            } else {
                peer.state().lose("did not answer the goodbye", null);
            }
        });
        if (!awaited.isEmpty()) {
            if (!again) {
                int others = awaited.size() - 1;
                log.warn(
                        "closing waits until what was sent is delivered: rank {}{} has not come",
                        awaited.get(0).rank(),
                        others == 0 ? "" : ", as well as " + others + " more,");
            }
            context.after(longestGoodbye(), () -> giveUpGoodbyes(true));
        }
        questions = 0;
        closeIfAllHaveLeft();
    }

    /** A link has ended. */
    void left(PeerLink link) {
        attempts.remove(link.rank(), link);
        if (!context.processes.isOwn(link.rank())) {
            context.answer(() -> context.completions.step(() -> {
                link.tell(PeerListener::onLeft);
                runWaiting(link);
            }));
        }
        forgetIfIdle(link.rank());
        context.answer(this::closeIfAllHaveLeft);
    }

    private void closeIfAllHaveLeft() {
        Runnable action = whenClosed;
        if (action == null || questions > 0) {
            return;
        }
        for (int number = 0; number < peers.size(); number++) {
            if (!peers.entry(number).state().isEnded()) {
                return;
            }
        }
        whenClosed = null;
        connections.closeAll();
        action.run();
    }

    /** Tells all peers that this rank ends, and gives them up; see {@link #giveUpAll}. */
    public void abort(String why, Runnable whenTold) {
        forEach(peer -> peer.state().sayAborted());
        giveUpAll(why, whenTold);
    }

    /** Gives up all peers at once, then runs {@code whenTold}; a peer that takes nothing is not waited for long. */
    public void giveUpAll(String why, Runnable whenTold) {
        assert context.onProgressThread();
        whenClosed = null;
        closes = true;
        List.copyOf(attempts.values()).forEach(this::drop);
        // The loss of one peer may be told to the next one.
        forEach(peer -> peer.state().lose(why, null));
        connections.closeAll();
        // A loop that ends now would reset those with unread input, and so take back what was just said.
        context.after(LONGEST_FAREWELL, connections::waitNoLonger);
        connections.whenClosed(whenTold);
    }

    /** The peers that were lost with messages whose sends have completed, and of whose loss the program has never heard. */
    public List<PeerLostException> silentLosses() {
        List<PeerLostException> losses = new ArrayList<>(formerLosses);
        losses.removeIf(loss -> !loss.isSilent());
        forEach(peer -> {
            PeerLostException loss = peer.silentLoss();
            if (loss != null) {
                losses.add(loss);
            }
        });
        return losses;
    }

    /** The process of a rank has ended without finalizing, as the launcher says. */
    public void onProcessEnded(int rank) {
        if (whenClosed == null || peers.get(rank) != null) {
            peer(rank).state().onProcessEnded();
        }
    }
}
