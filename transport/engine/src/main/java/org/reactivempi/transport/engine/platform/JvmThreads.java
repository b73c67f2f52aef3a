package org.reactivempi.transport.engine.platform;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiPredicate;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.progress.ProgressScheduler;
import org.reactivempi.transport.engine.progress.ProgressThread;

/**
 * The threads of this JVM: whether one of them may act by itself.
 *
 * <p>Every thread counts but the JVM's own, which are in the JVM's own thread group or those of its flight recorder, those of this
 * library, and the threads that the user or the test kit excludes. A thread that waits without a time limit, as an idle worker of a
 * pool, or in a {@code StepVerifier}, has to be woken by another one; any other thread that counts may act. All are looked at in one moment (a
 * safepoint), so that none can wake another behind the observer's back. A thread that has been woken and has not run yet
 * looks asleep, unless it waits on a {@link Waiter}: so one look is no proof, and the stall detector takes several,
 * over some time. Virtual threads show by the threads that carry and wake them.
 */
public final class JvmThreads implements Program {

    /** How the names of this library's threads begin; those that run the program's code are {@link ProgressThread}s. */
    private static final String OURS = "reactive-mpi-";

    /** The code of the JDK, of this engine, and of what the engine is built on. */
    private static final List<String> NOT_THE_PROGRAM =
            List.of("java.", "jdk.", "sun.", "reactor.", "io.netty.", "org.reactivempi.transport.");

    /** Those of the JDK's flight recorder, which it starts in the group of the thread that begins a recording. */
    private static final Set<String> RECORDERS = Set.of("JFR Periodic Tasks", "JFR Recording Scheduler");

    /** Where Reactor's {@code StepVerifier} looks every few milliseconds whether a signal has come. */
    private static final String VERIFIER = "reactor.test.DefaultStepVerifierBuilder$DefaultVerifySubscriber";

    private static final String CLEANER = "jdk.internal.ref.CleanerImpl";

    private final Object job;
    private final ProgressScheduler scheduler;
    private final IntSupplier tasks;
    private volatile BiPredicate<Thread, StackTraceElement[]> harmless = (thread, stack) -> false;
    private volatile Predicate<StackTraceElement> ofLibrary = frame -> false;
    private volatile Predicate<Thread> ofOtherRank = thread -> false;

    /**
     * The threads around a rank.
     *
     * @param job its job
     * @param scheduler its progress thread, for the program
     * @param tasks how many tasks wait on its progress thread
     */
    public JvmThreads(Object job, ProgressScheduler scheduler, IntSupplier tasks) {
        this.job = job;
        this.scheduler = scheduler;
        this.tasks = tasks;
    }

    @Override
    public void ignore(BiPredicate<Thread, StackTraceElement[]> harmless) {
        this.harmless = harmless;
    }

    @Override
    public void skip(Predicate<StackTraceElement> ofLibrary) {
        this.ofLibrary = ofLibrary;
    }

    @Override
    public void leave(Predicate<Thread> ofOtherRank) {
        this.ofOtherRank = ofOtherRank;
    }

    @Override
    public @Nullable String whoMayAct() {
        if (scheduler.timers() > 0) {
            return "a task on its progress thread waits for its time";
        }
        Set<Thread> waiting = waiting();
        for (Map.Entry<Thread, StackTraceElement[]> entry :
                Thread.getAllStackTraces().entrySet()) {
            Thread thread = entry.getKey();
            StackTraceElement[] stack = entry.getValue();
            if (counts(thread)
                    && !records(thread, stack)
                    && !sleeps(thread, stack, waiting::contains)
                    && !harmless.test(thread, stack)) {
                return "thread " + thread.getName() + " may act: it is "
                        + thread.getState().toString().toLowerCase(Locale.ROOT).replace('_', ' ');
            }
        }
        return null;
    }

    /** Threads that wait without a limit, a moment before all are looked at: a stack alone doesn't always tell. */
    private static Set<Thread> waiting() {
        return live().filter(thread -> thread.getState() == Thread.State.WAITING)
                .collect(Collectors.toSet());
    }

    /** The group of the JVM's own threads, which start no operation of a program, and below which all others are. */
    public static ThreadGroup root() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }

    /** All threads that have begun and not ended, but virtual ones. */
    public static Stream<Thread> live() {
        ThreadGroup root = root();
        Thread[] threads = new Thread[2 * root.activeCount() + 64];
        return Stream.of(threads).limit(root.enumerate(threads));
    }

    @Override
    public long acts() {
        return scheduler.acts();
    }

    @Override
    public int tasks() {
        return tasks.getAsInt();
    }

    @Override
    public BitSet ranksHere() {
        BitSet ranks = new BitSet();
        live().filter(ProgressThread.class::isInstance)
                .mapToInt(thread -> ((ProgressThread) thread).rankIn(job))
                .filter(rank -> rank != ProgressThread.NONE)
                .forEach(ranks::set);
        return ranks;
    }

    @Override
    public List<String> places() {
        List<String> places = new ArrayList<>();
        Thread.getAllStackTraces().forEach((thread, stack) -> {
            if (counts(thread) && !harmless.test(thread, stack) && !waitsForOther(thread)) {
                Stream.of(stack)
                        .filter(this::isOfTheProgram)
                        .findFirst()
                        .ifPresent(frame -> places.add("thread " + thread.getName() + " waits at " + inWords(frame)));
            }
        });
        return places;
    }

    /** What a thread waits for says best whose it is; else its maker. */
    private boolean waitsForOther(Thread thread) {
        return LockSupport.getBlocker(thread) instanceof Waiter waiter
                ? !waiter.isOf(scheduler)
                : ofOtherRank.test(thread);
    }

    /** Without the names of modules and class loaders. */
    private static String inWords(StackTraceElement frame) {
        return frame.getClassName() + "." + frame.getMethodName() + "(" + frame.getFileName() + ":"
                + frame.getLineNumber() + ")";
    }

    private boolean isOfTheProgram(StackTraceElement frame) {
        return NOT_THE_PROGRAM.stream().noneMatch(frame.getClassName()::startsWith) && !ofLibrary.test(frame);
    }

    /** A progress thread of this job doesn't: its own rank, which is asked as well, tells whether it may act. */
    private boolean counts(Thread thread) {
        if (thread instanceof ProgressThread progress) {
            return progress.rankIn(job) == ProgressThread.NONE;
        }
        return !isOfTheJvm(thread) && !thread.getName().startsWith(OURS);
    }

    /** Whether a thread is one of the JVM's own, or has ended: programs' threads are in the group of their main thread, or in one below it. */
    public static boolean isOfTheJvm(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        return group == null || group.getParent() == null;
    }

    /** Whether it is one of the flight recorder's, and runs none of the events that a program may have added to it. */
    static boolean records(Thread thread, StackTraceElement[] stack) {
        return RECORDERS.contains(thread.getName())
                && Stream.of(stack).map(StackTraceElement::getClassName).allMatch(JvmThreads::isOfTheJdk);
    }

    private static boolean isOfTheJdk(String type) {
        return type.startsWith("java.") || type.startsWith("jdk.");
    }

    /**
     * Whether a thread goes on only when another one wakes it.
     *
     * @param stack where it is
     * @param waited whether it waited without a limit shortly before
     */
    static boolean sleeps(Thread thread, StackTraceElement[] stack, Predicate<Thread> waited) {
        if (stack.length < 2 || thread.isInterrupted()) {
            return false;
        }
        if (verifies(stack)) {
            return true;
        }
        StackTraceElement top = stack[0];
        if (top.getMethodName().equals("park") && top.getClassName().endsWith(".Unsafe")) {
            return !isReleased(thread) && (stack[1].getMethodName().equals("park") || isIdle(stack));
        }
        return top.getClassName().equals("java.lang.Object")
                && top.getMethodName().startsWith("wait")
                && (isIdle(stack) || waited.test(thread) && thread.getState() == Thread.State.WAITING);
    }

    /**
     * Looks again and again whether what a {@code StepVerifier} expects has come. It goes on by itself only to fail when its time is
     * over; what the verifier has been told to do meanwhile would stand above that.
     */
    private static boolean verifies(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            if (frame.getClassName().equals(VERIFIER)) {
                if (frame.getMethodName().equals("pollTaskEventOrComplete")) {
                    return true;
                }
                if (!frame.getMethodName().equals("waitTaskEvent")) {
                    return false;
                }
            } else if (!isOfTheJdk(frame.getClassName())) {
                return false;
            }
        }
        return false;
    }

    private static boolean isReleased(Thread thread) {
        return LockSupport.getBlocker(thread) instanceof Waiter waiter && waiter.isReleased();
    }

    /**
     * Waits for work in a queue of the JDK, or for garbage to clean up, for no longer than some time; not for a task whose time
     * will come.
     */
    private static boolean isIdle(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            String type = frame.getClassName();
            if (type.contains("Delay") || !isOfTheJdk(type)) {
                return false;
            }
            if (frame.getMethodName().equals("awaitWork")
                    || frame.getMethodName().equals("getTask") && type.endsWith(".ThreadPoolExecutor")
                    || type.equals(CLEANER)) {
                return true;
            }
        }
        return false;
    }
}
