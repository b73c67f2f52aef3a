package org.reactivempi.core.operation;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Session;

/** Which frames of a thread's stack are the program's, and so where a program has called the library. */
public final class ProgramFrames {

    /** A program calls from near: a stack of operators that is deeper has no frame of the program's at all. */
    private static final int MOST_FRAMES = 64;

    private static final String CONTRACT = Session.class.getPackageName();

    /** The layers above the engine, but for the contract. */
    private static final List<String> LAYERS = Stream.of(
                    "core.", "layout.", "kotlin.", "spring.client.", "spring.listener.", "mpi.")
            .map(layer -> CONTRACT + "." + layer)
            .toList();

    private static final String BINDINGS = "mpi";

    private static final List<String> BELOW = List.of(
            "java.",
            "jdk.",
            "sun.",
            "kotlin.",
            "kotlinx.",
            "reactor.",
            "io.netty.",
            "org.springframework.",
            CONTRACT + ".transport.");

    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    /** Looked for once for each class: the same ones come again and again. */
    private static final ClassValue<Boolean> IS_OF_PROGRAM = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            String name = type.getName();
            return !isOfLibrary(name) && BELOW.stream().noneMatch(name::startsWith);
        }
    };

    /** Where the program has called what the thread makes now. */
    private static final ThreadLocal<@Nullable String> CALLED_AT = new ThreadLocal<>();

    private ProgramFrames() {}

    /**
     * Whether a stack frame is one of the contract, or of a layer above the engine.
     *
     * @param frame any; the program's call into the library is below these
     * @return true if it is
     */
    public static boolean isOfLibrary(StackTraceElement frame) {
        return isOfLibrary(frame.getClassName());
    }

    private static boolean isOfLibrary(String type) {
        int end = type.lastIndexOf('.');
        String inPackage = end < 0 ? "" : type.substring(0, end);
        return inPackage.equals(CONTRACT)
                || inPackage.equals(BINDINGS)
                || LAYERS.stream().anyMatch(type::startsWith);
    }

    /**
     * Where a frame is.
     *
     * @return such as {@code com.acme.Main.run(Main.java:12)}, without the names of modules and class loaders
     */
    public static String inWords(StackTraceElement frame) {
        return frame.getClassName() + "." + frame.getMethodName() + "(" + frame.getFileName() + ":"
                + frame.getLineNumber() + ")";
    }

    /**
     * Makes operations that the program has called before, at a place that is known.
     *
     * @param place as {@link #here} has given it; null where that is not known
     */
    public static <T> T calledAt(@Nullable String place, Supplier<T> made) {
        if (place == null) {
            return made.get();
        }
        String before = CALLED_AT.get();
        CALLED_AT.set(place);
        try {
            return made.get();
        } finally {
            CALLED_AT.set(before);
        }
    }

    /**
     * Where the calling thread's program has called the library.
     *
     * @return such as {@code Main.java:12}; null where none of the nearest frames is the program's, or its file is not known
     */
    public static @Nullable String here() {
        String known = CALLED_AT.get();
        return known != null ? known : nearest();
    }

    private static @Nullable String nearest() {
        return WALKER.walk(frames -> frames.limit(MOST_FRAMES)
                .filter(frame -> IS_OF_PROGRAM.get(frame.getDeclaringClass()))
                .findFirst()
                .filter(frame -> frame.getFileName() != null)
                .map(frame -> frame.getFileName() + ":" + frame.getLineNumber())
                .orElse(null));
    }
}
