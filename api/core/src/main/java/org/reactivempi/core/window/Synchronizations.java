package org.reactivempi.core.window;

import java.lang.invoke.VarHandle;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Assertion;
import org.reactivempi.ErrorClass;
import org.reactivempi.Group;
import org.reactivempi.LockType;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Window;
import org.reactivempi.core.operation.LocalMono;
import org.reactivempi.transport.engine.event.OperationKind;
import org.reactivempi.transport.engine.port.EngineWindows;
import org.reactivempi.transport.engine.port.EngineWindows.Ended;
import org.reactivempi.transport.engine.port.EngineWindows.OwnWindow;
import org.reactivempi.transport.engine.port.EngineWindows.RefusedException;
import org.reactivempi.transport.engine.port.LocalOperation;
import reactor.core.publisher.Mono;

/** The epochs of a window: has the engine do what begins and ends them, where that is right. */
final class Synchronizations {

    private static final Set<Assertion> OF_FENCE =
            EnumSet.of(Assertion.NO_PRECEDE, Assertion.NO_SUCCEED, Assertion.NO_STORE, Assertion.NO_PUT);
    private static final Set<Assertion> OF_POST = EnumSet.of(Assertion.NO_CHECK, Assertion.NO_STORE, Assertion.NO_PUT);

    private final WindowState window;
    private final OwnWindow own;
    private final Epochs epochs;

    Synchronizations(WindowState window) {
        this.window = window;
        this.own = window.own();
        this.epochs = window.epochs();
    }

    /** A call that the engine ends, for all targets or for none. */
    private Mono<Void> synchronization(OperationKind kind, Runnable check, Consumer<Ended> start) {
        return synchronization(kind, window.inWords(kind.toString()), EngineWindows.ALL, check, start);
    }

    /** The same for one target. */
    private Mono<Void> synchronization(OperationKind kind, int target, Runnable check, Consumer<Ended> start) {
        return synchronization(kind, window.inWords(kind.toString(), target), target, check, start);
    }

    private Mono<Void> synchronization(
            OperationKind kind, String name, int target, Runnable check, Consumer<Ended> start) {
        return new LocalMono<>(window.engine(), window.errors(), () -> name, () -> {
            window.usable();
            check.run();
            return new Synchronizing(start) {
                @Override
                public void begins(LocalOperation operation) {
                    window.engine().started(operation, kind, window, target, 0);
                }
            };
        });
    }

    /** One such call: takes effect also where nobody waits for its end any more. */
    private class Synchronizing implements LocalMono.Work<Void>, Ended {

        private final Consumer<Ended> begin;
        private @Nullable Owner<Void> owner;
        private boolean over;

        Synchronizing(Consumer<Ended> begin) {
            this.begin = begin;
        }

        @Override
        public void start(Owner<Void> waiting) {
            window.exists();
            owner = waiting;
            begin.accept(this);
        }

        @Override
        public void ended(@Nullable Throwable failure) {
            Owner<Void> waiting = owner;
            owner = null;
            over = true;
            if (waiting != null) {
                end(waiting, failure);
            }
        }

        @Override
        public boolean isWaitedFor() {
            return owner != null;
        }

        @Override
        public boolean forget(Owner<Void> forgotten) {
            owner = null;
            return !over;
        }

        @Override
        public boolean concernsOthers() {
            return true;
        }
    }

    /** What begins an access: now, or when the epoch is over that is ending. */
    private Consumer<Ended> beginning(Consumer<Ended> begin) {
        return told -> epochs.afterEnd(() -> {
            try {
                begin.accept(told);
            } catch (RuntimeException wrong) {
                told.ended(wrong);
            }
        });
    }

    /** The same end, after something else. */
    private static Ended after(Ended told, Ended first) {
        return new Ended() {
            @Override
            public void ended(@Nullable Throwable failure) {
                first.ended(failure);
                told.ended(failure);
            }

            @Override
            public boolean isWaitedFor() {
                return told.isWaitedFor();
            }
        };
    }

    /** Where the others can't be met: the failure of this rank's part, if there was one before, else why they can't. */
    private static Throwable metOthers(@Nullable Throwable earlier, Throwable failure) {
        Throwable first = failure;
        while (first instanceof MpiException && first.getCause() != null) {
            first = first.getCause();
        }
        return earlier == null ? first : earlier;
    }

    private void end(LocalMono.Work.Owner<?> owner, @Nullable Throwable failure) {
        if (failure == null) {
            owner.complete(null);
        } else {
            owner.fail(window.error(failure));
        }
    }

    Mono<Void> fence(Assertion... assertions) {
        Assertion[] given = assertions.clone();
        return synchronization(
                OperationKind.FENCE, () -> Checks.assertions("fence", OF_FENCE, given), beginning(told -> {
                    Set<Assertion> said = Checks.assertions("fence", OF_FENCE, given);
                    boolean ends = said.contains(Assertion.NO_SUCCEED);
                    epochs.fence(ends);
                    own.epochEnds();
                    Ended over = ends ? told : after(told, this::nextEpoch);
                    if (isFencedByPackets()) {
                        own.fence(over);
                    } else {
                        Ended all = own.part(over);
                        // A failure of an operation is told when the others have been met: they wait for this rank.
                        own.flush(EngineWindows.ALL, failure -> meet("fence", failure, all));
                    }
                }));
    }

    /** All ranks have fenced; where one could not, what comes may be of any epoch. */
    private void nextEpoch(@Nullable Throwable failure) {
        if (failure == null) {
            own.epochBegins();
        }
    }

    /** All ranks come to the same. In a dynamic window a target often refuses something, which a fence has to tell. */
    private boolean isFencedByPackets() {
        return window.size() <= EngineWindows.MOST_FENCED_RANKS
                && window.shape().flavor() != Window.Flavor.DYNAMIC;
    }

    /** Hears when all ranks have come to the same. */
    private void meet(String call, @Nullable Throwable earlier, Ended told) {
        window.communicator()
                .allGather(call, 0)
                .subscribe(all -> {}, failed -> told.ended(metOthers(earlier, failed)), () -> told.ended(earlier));
    }

    private int[] members(@Nullable Group group, String what) {
        if (group == null) {
            throw new MpiException(ErrorClass.GROUP, "the group of " + what + " is null");
        }
        int[] found = group.translate(
                IntStream.range(0, group.size()).toArray(),
                window.communicator().group());
        for (int rank = 0; rank < found.length; rank++) {
            if (found[rank] == Mpi.UNDEFINED) {
                throw new MpiException(
                        ErrorClass.GROUP, "rank " + rank + " of the group of " + what + " is no rank of the window");
            }
        }
        return found;
    }

    Mono<Void> post(Group origins, Assertion... assertions) {
        return synchronization(
                OperationKind.POST,
                () -> {
                    Checks.assertions("post", OF_POST, assertions);
                    members(origins, "origins");
                },
                told -> {
                    epochs.post();
                    own.post(members(origins, "origins"));
                    told.ended(null);
                });
    }

    Mono<Void> start(Group targets, Assertion... assertions) {
        return synchronization(
                OperationKind.START,
                () -> {
                    Checks.assertions("start", Checks.OF_ACCESS, assertions);
                    members(targets, "targets");
                },
                beginning(told -> {
                    int[] members = members(targets, "targets");
                    BitSet set = new BitSet();
                    IntStream.of(members).forEach(set::set);
                    epochs.start(set);
                    own.access(members);
                    told.ended(null);
                }));
    }

    Mono<Void> complete() {
        return synchronization(OperationKind.COMPLETE, () -> {}, told -> {
            epochs.complete();
            own.complete(after(told, failure -> epochs.ended()));
        });
    }

    Mono<Void> waitFor() {
        return synchronization(OperationKind.WAIT_FOR, () -> {}, told -> {
            epochs.waitFor("waitFor");
            epochs.waits();
            own.awaitCompletes(after(told, failure -> epochs.exposed()));
        });
    }

    Mono<Boolean> test() {
        return new LocalMono<>(window.engine(), window.errors(), () -> window.inWords("test"), () -> {
            window.usable();
            return owner -> {
                window.exists();
                epochs.waitFor("test");
                if (!own.haveCompleted()) {
                    owner.complete(false);
                    return;
                }
                own.awaitCompletes(failure -> {
                    epochs.exposed();
                    if (failure == null) {
                        owner.complete(true);
                    } else {
                        end(owner, failure);
                    }
                });
            };
        });
    }

    Mono<Void> lock(LockType type, int target, Assertion... assertions) {
        return new LockCall(window, this, type, target, assertions);
    }

    /** A lock is wanted. */
    void locks(int target, boolean exclusive, boolean assumed, Ended held) {
        beginning(told -> lock(target, exclusive, assumed, told)).accept(held);
    }

    private void lock(int target, boolean exclusive, boolean assumed, Ended held) {
        epochs.lock(target);
        if (target == Mpi.PROC_NULL) {
            held.ended(null);
        } else if (assumed && !own.isChecked()) {
            own.assumeLock(target);
            held.ended(null);
        } else {
            own.lock(target, exclusive, after(held, failure -> {
                if (failure != null) {
                    epochs.notLocked(target);
                }
            }));
        }
    }

    /** One that is wanted is not wanted any more; false if it is held. */
    boolean withdraws(int target) {
        boolean isWithdrawn = target != Mpi.PROC_NULL && own.withdrawLock(target);
        if (isWithdrawn) {
            epochs.notLocked(target);
        }
        return isWithdrawn;
    }

    /** One that is held is given back, and nobody waits for that. */
    void giveUp(int target) {
        epochs.unlock(target);
        if (target == Mpi.PROC_NULL) {
            epochs.unlocked(target);
        } else {
            own.unlock(target, failure -> epochs.unlocked(target));
        }
    }

    Mono<Void> unlock(int target) {
        return synchronization(OperationKind.UNLOCK, target, () -> Checks.target(target, window.size()), told -> {
            epochs.unlock(target);
            if (target == Mpi.PROC_NULL) {
                epochs.unlocked(target);
                told.ended(null);
            } else {
                own.unlock(target, after(told, failure -> epochs.unlocked(target)));
            }
        });
    }

    Mono<Void> lockAll(Assertion... assertions) {
        return synchronization(
                OperationKind.LOCK_ALL,
                () -> Checks.assertions("lockAll", Checks.OF_ACCESS, assertions),
                beginning(told -> {
                    epochs.lockAll();
                    boolean assumed = Checks.assertions("lockAll", Checks.OF_ACCESS, assertions)
                            .contains(Assertion.NO_CHECK);
                    own.lockAll(assumed && !own.isChecked(), after(told, failure -> {
                        if (failure != null) {
                            epochs.notLockedAll();
                        }
                    }));
                }));
    }

    Mono<Void> unlockAll() {
        return synchronization(OperationKind.UNLOCK_ALL, () -> {}, told -> {
            epochs.unlockAll();
            own.unlock(EngineWindows.ALL, after(told, failure -> epochs.ended()));
        });
    }

    Mono<Void> flush(int target) {
        return flush(OperationKind.FLUSH, target, own::flush);
    }

    Mono<Void> flushLocal(int target) {
        return flush(OperationKind.FLUSH_LOCAL, target, own::flushLocal);
    }

    private Mono<Void> flush(OperationKind call, int target, BiConsumer<Integer, Ended> flushing) {
        return synchronization(call, target, () -> Checks.target(target, window.size()), told -> {
            epochs.passive(call.toString(), target);
            if (target == Mpi.PROC_NULL) {
                told.ended(null);
            } else {
                flushing.accept(target, told);
            }
        });
    }

    Mono<Void> flushAll() {
        return flushAll(OperationKind.FLUSH_ALL, own::flush);
    }

    Mono<Void> flushLocalAll() {
        return flushAll(OperationKind.FLUSH_LOCAL_ALL, own::flushLocal);
    }

    private Mono<Void> flushAll(OperationKind call, BiConsumer<Integer, Ended> flushing) {
        return synchronization(call, () -> {}, told -> {
            epochs.passive(call.toString(), Mpi.PROC_NULL);
            flushing.accept(EngineWindows.ALL, told);
        });
    }

    Mono<Void> sync() {
        String name = window.inWords("sync");
        return new LocalMono<>(window.engine(), window.errors(), () -> name, () -> {
            window.usable();
            VarHandle.fullFence();
            return new Synchronizing(told -> {
                epochs.passive("sync", Mpi.PROC_NULL);
                VarHandle.fullFence();
                told.ended(null);
            });
        });
    }

    /** Ends it; {@code released} runs when nobody accesses the own memory any more, {@code attributes} are code of users. */
    Mono<Void> free(Runnable attributes, Runnable released) {
        return new LocalMono<>(window.engine(), window.errors(), () -> window.inWords("free"), () -> {
            window.exists();
            if (window.isRevoked() || !epochs.isBusy()) {
                // On the thread that frees, since it is code of users; inside of an epoch, nothing is freed.
                attributes.run();
            }
            return new Synchronizing(beginning(told -> free(told, released)));
        });
    }

    /** One that is revoked has no further use for its other ranks. */
    private void free(Ended told, Runnable released) {
        boolean isRevoked = window.isRevoked();
        if (!isRevoked) {
            epochs.free();
        }
        window.free();
        Ended whole = own.part(told);
        Ended flushed = failure -> {
            // What a target has refused is told when all is freed.
            Ended all = end -> whole.ended(end == null && !isRevoked ? failure : end);
            if (isRevoked) {
                release(released);
                endCommunicator(all);
            } else if (window.shape().hints().noLocks()) {
                release(released);
                all.ended(null);
                endCommunicator(ended -> {});
            } else {
                meet("free", null, failed -> freedByAll(failed, all, released));
            }
        };
        own.afterFences(never -> own.flush(EngineWindows.ALL, flushed));
    }

    private void freedByAll(@Nullable Throwable failed, Ended told, Runnable released) {
        release(released);
        if (failed == null) {
            endCommunicator(told);
        } else {
            cutOff(failed, told);
        }
    }

    /** Not all ranks will come to the end together: those that wait for this one need not. */
    private void cutOff(Throwable failed, Ended told) {
        Throwable why = window.cause(failed);
        window.communicator().state().revoke();
        window.communicator().abandon();
        told.ended(why);
    }

    private void endCommunicator(Ended told) {
        window.communicator()
                .free()
                .subscribe(none -> {}, failed -> cutOff(metOthers(null, failed), told), () -> told.ended(null));
    }

    /** Nobody accesses this rank's memory any more; on the progress thread. */
    private void release(Runnable released) {
        own.remove(new RefusedException(0, "the window is freed"));
        released.run();
    }
}
