package org.reactivempi.transport.engine.window;

import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.port.EngineCommunicator;
import org.reactivempi.transport.engine.port.EngineWindows;
import org.reactivempi.transport.engine.port.EngineWindows.Ended;
import org.reactivempi.transport.engine.port.EngineWindows.Transfer;
import org.reactivempi.transport.engine.port.MemberRanks;

/** A window on this rank: its memory with the locks and posts of others, and what this rank does to the memory of each target. */
final class OwnedWindow implements EngineWindows.OwnWindow, Fences.Members {

    private final Windows rank;
    private final EngineCommunicator communicator;
    private final int parent;
    private final MemberRanks members;
    private final int own;
    private final EngineWindows.Memory memory;
    private final Supplier<String> label;

    private final IntObjectMap<Access> accesses = new IntObjectHashMap<>();
    /** The memory of other members that this process reaches. */
    private final IntObjectMap<EngineWindows.Memory> reached = new IntObjectHashMap<>();

    private final LockQueue locks = new LockQueue();
    private final Exposure exposure = new Exposure();
    /** Null if nobody looks for operations that meet. */
    private final @Nullable ConflictCheck check;
    /** Null as long as nobody has come to a fence. */
    private @Nullable Fences fences;
    /** What waits, besides operations. */
    private final Set<Call> calls = new LinkedHashSet<>();

    /** Who was lost while it held a lock that this rank holds now, by target. */
    private final Map<Integer, Integer> abandoned = new ConcurrentHashMap<>();

    private final Notices notices;

    private boolean lockedAll;
    private int[] accessed = {};
    /** Why all that waited here has ended; null if nothing of that kind has happened. */
    private @Nullable Throwable cut;

    OwnedWindow(
            Windows rank,
            EngineCommunicator communicator,
            int parent,
            MemberRanks members,
            int own,
            EngineWindows.Memory memory,
            Supplier<String> label) {
        this.rank = rank;
        this.communicator = communicator;
        this.parent = parent;
        this.members = members;
        this.own = own;
        this.memory = memory;
        this.label = label;
        this.check = rank.checks() ? new ConflictCheck(own, locks.holders(), label) : null;
        this.notices = new Notices(new Ways());
    }

    /** Something that waits for all of its parts, and ends by the first failure. */
    private final class Call implements Ended {

        private final String name;
        /** The target, or {@link EngineWindows#ALL}. */
        private final int target;

        private final Ended told;
        private int left;
        private @Nullable Throwable first;

        Call(String name, int target, int parts, Ended told) {
            this.name = name;
            this.target = target;
            this.left = parts;
            this.told = told;
            calls.add(this);
        }

        @Override
        public void ended(@Nullable Throwable failure) {
            first = first == null ? failure : first;
            left--;
            if (left == 0) {
                calls.remove(this);
                told.ended(first);
            }
        }

        @Override
        public String toString() {
            String where = target == EngineWindows.ALL ? "" : "target " + target + ", ";
            Access at = target == EngineWindows.ALL ? null : accesses.get(target);
            return name + (name.contains("(") ? "" : "(") + where + label.get() + ")" + (at == null ? "" : at.state());
        }
    }

    int number() {
        return communicator.number();
    }

    /** What it is called where a member is. */
    int numberAt(int member) {
        return communicator.numberAt(member);
    }

    int parent() {
        return parent;
    }

    int size() {
        return members.size();
    }

    EngineWindows.Memory memory() {
        return memory;
    }

    LockQueue locks() {
        return locks;
    }

    Exposure exposure() {
        return exposure;
    }

    @Nullable
    ConflictCheck check() {
        return check;
    }

    @Override
    public boolean isChecked() {
        return check != null;
    }

    Notices notices() {
        return notices;
    }

    boolean isLockedAll() {
        return lockedAll;
    }

    /** The member that a rank of the job is; or {@link MemberRanks#NONE}. */
    int member(int worldRank) {
        return members.member(worldRank);
    }

    boolean isLost(int member) {
        return communicator.loss(member) != null;
    }

    Access access(int target) {
        Access known = accesses.get(target);
        if (known == null) {
            Throwable lost = target == own ? null : communicator.loss(target);
            WindowPeer peer = target == own || lost != null ? null : rank.peer(members.rank(target));
            known = new Access(
                    this,
                    target,
                    peer,
                    target == own ? memory : reached.get(target),
                    lost == null && peer != null ? peer.loss() : lost);
            accesses.put(target, known);
        }
        return known;
    }

    /** Runs something in a turn of its own. */
    void later(Runnable work) {
        rank.later(work);
    }

    // Operations.

    @Override
    public void reach(int target, EngineWindows.Memory theirs) {
        reached.put(target, theirs);
    }

    @Override
    public void start(Transfer transfer, int target) {
        access(target).start(transfer);
    }

    @Override
    public boolean withdraw(Transfer transfer, int target) {
        return access(target).withdraw(transfer);
    }

    // Locks.

    @Override
    public void lock(int target, boolean exclusive, Ended held) {
        access(target).lock(exclusive, new Call(exclusive ? "lock(exclusive, " : "lock(shared, ", target, 1, held));
    }

    @Override
    public boolean withdrawLock(int target) {
        boolean isWithdrawn = access(target).withdrawLock();
        if (isWithdrawn) {
            calls.removeIf(call -> call.target == target && call.name.startsWith("lock"));
        }
        return isWithdrawn;
    }

    /** A lock that this rank gets was held alone by a rank that is lost, or by none. */
    void abandoned(int target, int lost) {
        if (lost >= 0 && lost < members.size()) {
            abandoned.put(target, lost);
        } else {
            abandoned.remove(target);
        }
    }

    @Override
    public OptionalInt abandonedBy(int target) {
        Integer lost = abandoned.get(target);
        return lost == null ? OptionalInt.empty() : OptionalInt.of(lost);
    }

    @Override
    public void assumeLock(int target) {
        access(target).assumeLock();
    }

    @Override
    public void lockAll(boolean assumed, Ended held) {
        if (assumed) {
            for (int target = 0; target < members.size(); target++) {
                access(target).assumeLock();
            }
            held.ended(null);
        } else {
            lockedAll = true;
            access(own).lock(false, new Call("lockAll", own, 1, held));
        }
    }

    @Override
    public void unlock(int target, Ended ended) {
        if (target == EngineWindows.ALL) {
            lockedAll = false;
            together("unlockAll", all(Access::isLocked), ended, Access::unlock);
        } else {
            access(target).unlock(new Call("unlock", target, 1, ended));
        }
    }

    private interface Which {
        boolean is(Access access);
    }

    private List<Access> all(Which which) {
        return accesses.values().stream().filter(which::is).toList();
    }

    private void together(String name, Collection<Access> each, Ended ended, BiConsumer<Access, Ended> what) {
        if (each.isEmpty()) {
            ended.ended(null);
            return;
        }
        Call call = new Call(
                name, each.size() == 1 ? each.iterator().next().target() : EngineWindows.ALL, each.size(), ended);
        each.forEach(access -> what.accept(access, call));
    }

    @Override
    public void flush(int target, Ended ended) {
        // What was done to memory in common is there for others before this rank tells anybody so.
        VarHandle.fullFence();
        together(
                "flush",
                target == EngineWindows.ALL ? all(Access::isUsed) : List.of(access(target)),
                ended,
                Access::flush);
    }

    @Override
    public void flushLocal(int target, Ended ended) {
        together(
                "flushLocal",
                target == EngineWindows.ALL ? all(Access::isUsed) : List.of(access(target)),
                ended,
                Access::flushLocal);
    }

    // Posts.

    @Override
    public void post(int[] origins) {
        epochBegins();
        exposure.post(origins);
        for (int origin : origins) {
            if (origin == own) {
                access(own).posted();
            } else {
                post(origin);
            }
        }
    }

    private void post(int origin) {
        Throwable lost = communicator.loss(origin);
        if (lost == null) {
            WindowPeer peer = rank.peer(members.rank(origin));
            peer.admit(PacketKind.POST, numberAt(origin));
            lost = peer.loss();
        }
        if (lost != null) {
            exposure.lose(origin, lost);
        }
    }

    @Override
    public void access(int[] targets) {
        accessed = targets.clone();
        for (int target : targets) {
            access(target).access();
        }
    }

    @Override
    public void complete(Ended ended) {
        List<Access> each = new ArrayList<>();
        for (int target : accessed) {
            each.add(access(target));
        }
        accessed = new int[0];
        together("complete", each, ended, Access::complete);
    }

    @Override
    public void awaitCompletes(Ended ended) {
        Call call = new Call("waitFor", EngineWindows.ALL, 1, ended);
        exposure.await(failure -> {
            epochEnds();
            call.ended(failure);
        });
    }

    @Override
    public void epochBegins() {
        if (check != null) {
            check.epochBegins();
        }
    }

    @Override
    public void epochEnds() {
        if (check != null) {
            check.epochEnds();
        }
    }

    @Override
    public boolean haveCompleted() {
        return exposure.isOver();
    }

    // Fences.

    Fences fences() {
        Fences known = fences;
        if (known == null) {
            known = new Fences(this, members.size(), own);
            fences = known;
        }
        return known;
    }

    @Override
    public void fence(Ended ended) {
        if (cut == null) {
            fences().come(new Call("fence", EngineWindows.ALL, 1, ended));
        } else {
            ended.ended(cut);
        }
    }

    @Override
    public void afterFences(Ended ended) {
        Fences known = fences;
        if (known == null) {
            ended.ended(null);
        } else {
            known.afterAll(ended);
        }
    }

    @Override
    public @Nullable Throwable loss(int member) {
        return access(member).loss();
    }

    @Override
    public boolean isReached(int member) {
        return reached.containsKey(member);
    }

    @Override
    public void fence(int member, Ended part) {
        access(member).fence(part);
    }

    @Override
    public void opened(int member) {
        access(member).opened();
    }

    @Override
    public void open(int member) {
        Access access = access(member);
        if (access.loss() != null) {
            return;
        }
        if (member == own) {
            access.opened();
        } else {
            rank.peer(members.rank(member)).admit(PacketKind.OPEN, numberAt(member));
        }
    }

    /** Whether nothing waits any more until a fence is over elsewhere. */
    boolean isUnfenced() {
        return fences != null && fences.isGivenUp();
    }

    /** Whether this rank waits for others to come to a fence, with an operation or without. */
    boolean isFencing() {
        return fences != null && fences.waits();
    }

    @Override
    public @Nullable Throwable takeRefusal() {
        Throwable first = null;
        for (Access access : accesses.values()) {
            Throwable refused = access.takeRefusal();
            first = first == null ? refused : first;
        }
        return first;
    }

    @Override
    public void unfence() {
        List.copyOf(accesses.values()).forEach(Access::openGate);
    }

    @Override
    public Ended part(Ended ended) {
        return new Call("", EngineWindows.ALL, 1, ended);
    }

    // What ranks tell each other.

    @Override
    public void heardBy(EngineWindows.Listener listener) {
        notices.heardBy(listener);
    }

    @Override
    public void notify(int target, int tag, Ended left) {
        notices.notify(target, tag, left);
    }

    @Override
    public boolean withdrawNotification(int target, Ended left) {
        return notices.withdraw(target, left);
    }

    @Override
    public void taken(int origin, int tag) {
        notices.taken(origin, tag);
    }

    @Override
    public void tell(int target, EngineWindows.Word word) {
        notices.tell(target, word);
    }

    /** Without a connection nobody would notice that a rank is dead; there has to be one for what follows as well. */
    @Override
    public @Nullable Throwable awaits(int target) {
        Throwable lost = access(target).loss();
        if (lost == null && target != own) {
            rank.peer(members.rank(target)).link().open();
        }
        return lost;
    }

    @Override
    public void answer(int origin, EngineWindows.Word word) {
        notices.answer(origin, word);
    }

    /** The ways to the other ranks, for what ranks tell each other. */
    private final class Ways implements Notices.Ways {

        @Override
        public int numberAt(int member) {
            return OwnedWindow.this.numberAt(member);
        }

        @Override
        public boolean isOwn(int member) {
            return member == own;
        }

        @Override
        public @Nullable Throwable loss(int target) {
            return access(target).loss();
        }

        @Override
        public void tell(int target, Telling telling) {
            access(target).tell(telling);
        }

        @Override
        public boolean withdraw(int target, Telling telling) {
            return access(target).withdraw(telling);
        }

        /** If the other rank is there. */
        @Override
        public void answer(int origin, Telling answer) {
            if (communicator.loss(origin) == null) {
                rank.peer(members.rank(origin)).answer(answer);
            }
        }

        @Override
        public String state(int target) {
            return access(target).state();
        }
    }

    // The end.

    @Override
    public void remove(Throwable cause) {
        rank.remove(this);
        cut(cause);
        locks.end();
    }

    /** All that waits here ends. */
    void cut(Throwable cause) {
        cut = cause;
        List.copyOf(accesses.values()).forEach(access -> access.lose(cause));
        exposure.cut(cause);
        if (fences != null) {
            fences.cut(cause);
        }
        notices.cut(cause);
    }

    /** The rank ends at once: what waits here ends, and others get nothing more. */
    void abort(Throwable cause) {
        locks.stop();
        cut(cause);
    }

    /** Its own communicator, or the one that it was made of, is revoked: what waits in the own one ends as well. */
    void revoke(Throwable cause) {
        cut(cause);
        communicator.revoke();
    }

    /** Members may have failed that this rank has never done anything with, and waits for all the same. */
    void noteFailures() {
        communicator.failed().stream().forEach(member -> {
            Throwable loss = communicator.loss(member);
            if (loss != null) {
                notices.lose(member, loss);
            }
        });
    }

    /** A member is lost. */
    void lose(int worldRank, Throwable cause) {
        int member = member(worldRank);
        if (member != MemberRanks.NONE) {
            Access access = accesses.get(member);
            if (access != null) {
                access.lose(cause);
            }
            locks.lose(member);
            if (check != null) {
                check.lose(member);
            }
            exposure.lose(member, cause);
            if (fences != null) {
                fences.lose(member, cause);
            }
            notices.lose(member, cause);
        }
    }

    // Diagnosis.

    long running() {
        long operations = 0;
        for (Access access : accesses.values()) {
            operations += access.running();
        }
        return operations
                + notices.running()
                + calls.stream().filter(call -> call.told.isWaitedFor()).count();
    }

    void addAwaited(BitSet worldRanks) {
        BitSet awaited = exposure.awaited();
        accesses.values().forEach(access -> access.addAwaited(awaited));
        if (fences != null) {
            fences.addAwaited(awaited);
        }
        notices.addAwaited(awaited);
        // Who waits for all does not wait for itself.
        if (awaited.cardinality() > 1) {
            awaited.clear(own);
        }
        awaited.stream().map(members::rank).forEach(worldRanks::set);
    }

    List<String> pending() {
        List<String> lines = new ArrayList<>();
        accesses.values().forEach(access -> access.describe(lines));
        notices.describe(lines);
        calls.stream()
                .filter(call -> call.told.isWaitedFor() && !call.name.isEmpty())
                .forEach(call -> lines.add(call.toString()));
        return lines;
    }
}
