package org.reactivempi.transport.engine.diagnosis;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiPredicate;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.progress.ProgressThread;

/**
 * The threads of this JVM: whether one of them may act by itself.
 *
 * <p>A thread that waits without a time limit cannot; it has to be woken by another one. All are looked at in one moment
 * (a safepoint), so that none can wake another behind the observer's back. One that runs, reads from a socket, waits for a
 * lock or for some time counts as awake: only idle workers of pools do not, and what the JVM, this library and a few
 * well-known tools have for themselves. Virtual threads show by the threads that carry and wake them.
 */
public final class JvmThreads implements Program {

    private static final String OURS = "reactive-mpi-";
    /** What never starts an operation, or wakes who does. Whatever is not known counts. */
    private static final List<String> BYSTANDERS = List.of(
            OURS,
            "Reference Handler",
            "Finalizer",
            "Signal Dispatcher",
            "Common-Cleaner",
            "Cleaner-",
            "Notification Thread",
            "Attach Listener",
            "DestroyJavaVM",
            "JFR ",
            "boundedElastic-evictor",
            "globalEventExecutor",
            "junit-jupiter-timeout-watcher",
            "surefire-forkedjvm",
            "Monitor Ctrl-Break");

    private static final List<String> NOT_THE_PROGRAM = List.of(
            "java.", "jdk.", "sun.", "reactor.", "org.reactivempi.core.", "org.reactivempi.transport.", "io.netty.");

    private final Object job;
    private final IntSupplier timers;
    private volatile BiPredicate<Thread, StackTraceElement[]> harmless = (thread, stack) -> false;

    /** Where a rank of {@code job} lives; {@code timers} tells how many tasks wait for their time on its progress thread. */
    public JvmThreads(Object job, IntSupplier timers) {
        this.job = job;
        this.timers = timers;
    }

    /** Sets what else doesn't count; any thread. */
    public void ignore(BiPredicate<Thread, StackTraceElement[]> harmless) {
        this.harmless = harmless;
    }

    @Override
    public @Nullable String whoMayAct() {
        if (timers.getAsInt() > 0) {
            return "a task on its progress thread waits for its time";
        }
        for (Map.Entry<Thread, StackTraceElement[]> entry :
                Thread.getAllStackTraces().entrySet()) {
            Thread thread = entry.getKey();
            StackTraceElement[] stack = entry.getValue();
            if (mayAct(thread, stack)) {
                return "thread " + thread.getName() + " may act: it is "
                        + thread.getState().toString().toLowerCase(Locale.ROOT).replace('_', ' ');
            }
        }
        return null;
    }

    private boolean mayAct(Thread thread, StackTraceElement[] stack) {
        return counts(thread)
                && !sleeps(thread, stack)
                && !harmless.test(thread, stack)
                && !SharedTimers.isIdle(thread.getName());
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

    private boolean counts(Thread thread) {
        if (thread instanceof ProgressThread progress) {
            return !progress.isOf(job);
        }
        return BYSTANDERS.stream().noneMatch(thread.getName()::startsWith);
    }

    static boolean sleeps(Thread thread, StackTraceElement[] stack) {
        if (stack.length < 2) {
            return false;
        }
        StackTraceElement top = stack[0];
        if (top.getMethodName().equals("park") && top.getClassName().endsWith(".Unsafe")) {
            return !isReleased(thread) && (stack[1].getMethodName().equals("park") || isIdleWorker(stack));
        }
        return top.getClassName().equals("java.lang.Object")
                && top.getMethodName().startsWith("wait")
                && thread.getState() == Thread.State.WAITING;
    }

    private static boolean isReleased(Thread thread) {
        return LockSupport.getBlocker(thread) instanceof Waiter waiter && waiter.isReleased();
    }

    /** Waits for work, for no longer than some time; not for a task whose time will come. */
    private static boolean isIdleWorker(StackTraceElement[] stack) {
        boolean worker = false;
        for (StackTraceElement frame : stack) {
            if (frame.getClassName().contains("Delay")) {
                return false;
            }
            worker |= frame.getMethodName().equals("awaitWork")
                    || frame.getMethodName().equals("getTask")
                            && frame.getClassName().equals("java.util.concurrent.ThreadPoolExecutor");
        }
        return worker;
    }
}
