package org.reactivempi.transport.engine.diagnosis;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.progress.ProgressScheduler;
import org.reactivempi.transport.engine.progress.ProgressThread;

/**
 * The threads of this JVM: whether one of them may act by itself.
 *
 * <p>A thread that waits without a time limit cannot; it has to be woken by another one. All are looked at in one moment
 * (a safepoint), so that none can wake another behind the observer's back. One that runs, reads from a socket, waits for a
 * lock or for some time counts as awake: only idle workers of pools do not, {@link Bystanders}, and what the user vouches for.
 * Virtual threads show by the threads that carry and wake them.
 */
public final class JvmThreads implements Program {

    private static final List<String> NOT_THE_PROGRAM = List.of(
            "java.", "jdk.", "sun.", "reactor.", "org.reactivempi.core.", "org.reactivempi.transport.", "io.netty.");

    private final Object job;
    private final ProgressScheduler tasks;
    private final List<String> ignored;
    private volatile BiPredicate<Thread, StackTraceElement[]> harmless = (thread, stack) -> false;

    /**
     * Where a rank lives.
     *
     * @param job its job
     * @param tasks those of its progress thread
     * @param ignored how names of threads begin that the user vouches for
     */
    public JvmThreads(Object job, ProgressScheduler tasks, List<String> ignored) {
        this.job = job;
        this.tasks = tasks;
        this.ignored = ignored;
    }

    /** Sets what else doesn't count; any thread. */
    public void ignore(BiPredicate<Thread, StackTraceElement[]> harmless) {
        this.harmless = harmless;
    }

    @Override
    public @Nullable String whoMayAct() {
        if (tasks.timers() > 0) {
            return "a task on its progress thread waits for its time";
        }
        Set<Thread> waiting = waiting();
        for (Map.Entry<Thread, StackTraceElement[]> entry :
                Thread.getAllStackTraces().entrySet()) {
            Thread thread = entry.getKey();
            if (mayAct(thread, entry.getValue(), waiting)) {
                if (isTimer(entry.getValue())) {
                    SharedTimers.refresh();
                }
                return "thread " + thread.getName() + " may act: it is "
                        + thread.getState().toString().toLowerCase(Locale.ROOT).replace('_', ' ');
            }
        }
        return whoWasWoken();
    }

    /** All look asleep, but one that has been woken does so as well, until it gets a core. */
    private @Nullable String whoWasWoken() {
        for (String name : SystemThreads.awake()) {
            List<Thread> threads = live().filter(thread -> SystemThreads.isNameOf(name, thread.getName()))
                    .toList();
            if (threads.isEmpty() || threads.stream().anyMatch(thread -> counts(thread) && !isHarmless(thread))) {
                return "thread " + name + " may act: it has been woken";
            }
        }
        return null;
    }

    private boolean isHarmless(Thread thread) {
        return harmless.test(thread, thread.getStackTrace());
    }

    /** Those that wait without a limit, a moment before all are looked at: a stack alone doesn't tell for each of them. */
    private static Set<Thread> waiting() {
        return live().filter(thread -> thread.getState() == Thread.State.WAITING)
                .collect(Collectors.toSet());
    }

    private static Stream<Thread> live() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        Thread[] threads = new Thread[2 * root.activeCount() + 64];
        return Stream.of(threads).limit(root.enumerate(threads));
    }

    private boolean mayAct(Thread thread, StackTraceElement[] stack, Set<Thread> waiting) {
        return counts(thread) && !sleeps(thread, stack, waiting::contains) && !harmless.test(thread, stack);
    }

    @Override
    public long acts() {
        return tasks.acts();
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
            if (counts(thread) && !harmless.test(thread, stack)) {
                Stream.of(stack)
                        .filter(JvmThreads::isOfTheProgram)
                        .findFirst()
                        .ifPresent(frame -> places.add("thread " + thread.getName() + " waits at " + inWords(frame)));
            }
        });
        return places;
    }

    /** Without the names of modules and class loaders. */
    private static String inWords(StackTraceElement frame) {
        return frame.getClassName() + "." + frame.getMethodName() + "(" + frame.getFileName() + ":"
                + frame.getLineNumber() + ")";
    }

    private static boolean isOfTheProgram(StackTraceElement frame) {
        return NOT_THE_PROGRAM.stream().noneMatch(frame.getClassName()::startsWith)
                && !frame.getClassName().equals("org.reactivempi.Mpi")
                && !frame.getClassName().equals("org.reactivempi.ProgramRunner")
                && !frame.getClassName().startsWith("org.reactivempi.testkit.");
    }

    /** Of a progress thread of this job its own rank tells whether it may act, which is asked as well. */
    private boolean counts(Thread thread) {
        return thread instanceof ProgressThread progress
                ? progress.rankIn(job) == ProgressThread.NONE && !isIgnored(thread)
                : !Bystanders.contain(thread) && !isIgnored(thread);
    }

    private boolean isIgnored(Thread thread) {
        return ignored.stream().anyMatch(thread.getName()::startsWith);
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
        StackTraceElement top = stack[0];
        if (top.getMethodName().equals("park") && top.getClassName().endsWith(".Unsafe")) {
            return !isReleased(thread) && (stack[1].getMethodName().equals("park") || isIdleWorker(stack));
        }
        return top.getClassName().equals("java.lang.Object")
                && top.getMethodName().startsWith("wait")
                && waited.test(thread)
                && thread.getState() == Thread.State.WAITING;
    }

    private static boolean isReleased(Thread thread) {
        return LockSupport.getBlocker(thread) instanceof Waiter waiter && waiter.isReleased();
    }

    /** Waits for work in a queue of the JDK, for no longer than some time; not for a task whose time will come. */
    private static boolean isIdleWorker(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            String type = frame.getClassName();
            if (type.contains("Delay") || !(type.startsWith("java.") || type.startsWith("jdk."))) {
                return false;
            }
            if (frame.getMethodName().equals("awaitWork")
                    || frame.getMethodName().equals("getTask") && type.endsWith(".ThreadPoolExecutor")) {
                return true;
            }
        }
        return false;
    }

    private static boolean isTimer(StackTraceElement[] stack) {
        return Stream.of(stack).anyMatch(frame -> frame.getClassName().endsWith("$DelayedWorkQueue"));
    }
}
