package org.reactivempi.transport.pmix;

import com.sun.jna.Callback;
import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.bootstrap.BootstrapException;

/**
 * The functions of {@code libpmix} that a rank needs, from version 3 on. The layouts of what they take have been the same since:
 *
 * <pre>
 *  proc    namespace, 256 bytes | rank, uint32
 *  value   type, uint16 | 6 bytes | 24 bytes: an int, a pointer
 *  info    key, 512 bytes | flags, uint32 | 4 bytes | value
 * </pre>
 */
final class Pmix {

    /** The rank of {@link #number} that stands for the whole job. */
    static final int JOB = -2;

    /** Debian and its like have the plain name only with the files for development. */
    private static final List<String> NAMES = List.of("libpmix.so.2", "pmix");

    private static final int SUCCESS = 0;
    private static final int NOT_FOUND = -46;
    private static final int[] CONNECTION_LOST = {-61, -101};
    private static final int EVENT_HANDLED = -331;

    private static final int NAMESPACE_BYTES = 256;
    private static final int PROC_BYTES = NAMESPACE_BYTES + Integer.BYTES;
    private static final int VALUE_BYTES = 32;
    private static final int VALUE_DATA = 8;
    private static final int INFO_VALUE = 520;
    private static final int INFO_BYTES = INFO_VALUE + VALUE_BYTES;
    private static final short BOOL = 1;
    private static final short STRING = 3;
    private static final short UINT32 = 14;
    private static final byte GLOBAL = 3;

    private static final String COLLECT = "pmix.collect";
    /** The library would wait for what nobody has published. */
    private static final String IMMEDIATE = "pmix.immediate";

    private final NativeLibrary library;
    /** Held, since the library calls it for as long as the process runs. */
    private @Nullable EventHandler lost;

    /** Who a process is, as its launcher says. */
    record Process(String namespace, int rank) {}

    /** What the library calls when something has happened; public, since JNA looks for it. */
    public interface EventHandler extends Callback {

        /** Called on a thread of the library's. */
        void happened(
                Pointer handler,
                int status,
                Pointer source,
                Pointer info,
                Pointer infos,
                Pointer results,
                Pointer resultCount,
                @Nullable Pointer done,
                Pointer doneData);
    }

    private Pmix(NativeLibrary library) {
        this.library = library;
    }

    /**
     * Loads the library.
     *
     * @param sign by what the launcher is known
     * @throws BootstrapException where the host has none
     */
    static Pmix load(String sign) {
        return load(sign, NAMES);
    }

    static Pmix load(String sign, List<String> names) {
        LinkageError last = new LinkageError();
        for (String name : names) {
            try {
                return new Pmix(NativeLibrary.getInstance(name));
            } catch (LinkageError e) {
                last = e;
            }
        }
        throw new BootstrapException(
                "a launcher that speaks PMIx has started this process (" + sign
                        + "), but libpmix, by which the ranks find"
                        + " each other, cannot be loaded; install it (Debian's package is libpmix2), or name its folder with"
                        + " -Djna.library.path=FOLDER: " + last,
                last);
    }

    Process init() {
        try (Memory proc = new Memory(PROC_BYTES)) {
            proc.clear();
            check("PMIx_Init", call("PMIx_Init", proc, null, 0L));
            return new Process(proc.getString(0, StandardCharsets.US_ASCII.name()), proc.getInt(NAMESPACE_BYTES));
        }
    }

    /** Has the task run, on a thread of the library's, when the connection to the launcher breaks. */
    void whenLost(Runnable task) {
        EventHandler handler = (reference, status, source, info, infos, results, resultCount, done, doneData) -> {
            task.run();
            if (done != null) {
                Function.getFunction(done).invokeVoid(new Object[] {EVENT_HANDLED, null, 0L, null, null, doneData});
            }
        };
        lost = handler;
        try (Memory codes = new Memory((long) CONNECTION_LOST.length * Integer.BYTES)) {
            codes.write(0, CONNECTION_LOST, 0, CONNECTION_LOST.length);
            int reference = call(
                    "PMIx_Register_event_handler", codes, (long) CONNECTION_LOST.length, null, 0L, handler, null, null);
            if (reference < 0) {
                check("PMIx_Register_event_handler", reference);
            }
        }
    }

    void put(String key, String text) {
        try (Memory string = string(text);
                Memory value = new Memory(VALUE_BYTES)) {
            value.clear();
            value.setShort(0, STRING);
            value.setPointer(VALUE_DATA, string);
            check("PMIx_Put of " + key, call("PMIx_Put", GLOBAL, key, value));
        }
    }

    void commit() {
        check("PMIx_Commit", call("PMIx_Commit"));
    }

    /** Meets all processes of the job, and brings along what each has committed. */
    void fence() {
        try (Memory info = info(COLLECT)) {
            check("PMIx_Fence", call("PMIx_Fence", null, 0L, info, 1L));
        }
    }

    /** What a process has put under a key. */
    String text(Process process, String key) {
        return get(process, key, STRING, Pmix::takeText);
    }

    /** What the launcher says of a process, or null where it says nothing. */
    @Nullable
    String knownText(Process process, String key) {
        return find(process, key, STRING, Pmix::takeText);
    }

    private static String takeText(Pointer value) {
        Pointer string = value.getPointer(VALUE_DATA);
        String text = string.getString(0, StandardCharsets.US_ASCII.name());
        Native.free(Pointer.nativeValue(string));
        return text;
    }

    /** What the launcher says of a process or of the job. */
    int number(Process process, String key) {
        return get(process, key, UINT32, value -> value.getInt(VALUE_DATA));
    }

    private <T> T get(Process process, String key, short type, java.util.function.Function<Pointer, T> reader) {
        @Nullable T found = find(process, key, type, reader);
        if (found == null) {
            throw new BootstrapException("nobody has published " + key);
        }
        return found;
    }

    /** Null where nobody has published it. */
    private <T> @Nullable T find(
            Process process, String key, short type, java.util.function.Function<Pointer, T> reader) {
        try (Memory proc = proc(process);
                Memory info = info(IMMEDIATE)) {
            PointerByReference found = new PointerByReference();
            int status = call("PMIx_Get", proc, key, info, 1L, found);
            if (status == NOT_FOUND) {
                return null;
            }
            check("PMIx_Get of " + key, status);
            Pointer value = found.getValue();
            try {
                if (value.getShort(0) != type) {
                    if (value.getShort(0) == STRING) {
                        Native.free(Pointer.nativeValue(value.getPointer(VALUE_DATA)));
                    }
                    throw new BootstrapException(
                            "the launcher's " + key + " has PMIx type " + value.getShort(0) + ", expected " + type);
                }
                return reader.apply(value);
            } finally {
                Native.free(Pointer.nativeValue(value));
            }
        }
    }

    /** Ends all processes of the job. */
    void abort(int code, String why) {
        check("PMIx_Abort", call("PMIx_Abort", code, why, null, 0L));
    }

    void finish() {
        check("PMIx_Finalize", call("PMIx_Finalize", null, 0L));
    }

    private int call(String function, @Nullable Object... arguments) {
        return library.getFunction(function).invokeInt(arguments);
    }

    private void check(String what, int status) {
        if (status != SUCCESS) {
            throw new BootstrapException(what + " failed: "
                    + library.getFunction("PMIx_Error_string").invokeString(new Object[] {status}, false) + " ("
                    + status
                    + ")");
        }
    }

    private static Memory proc(Process process) {
        Memory proc = new Memory(PROC_BYTES);
        proc.clear();
        proc.setString(0, process.namespace(), StandardCharsets.US_ASCII.name());
        proc.setInt(NAMESPACE_BYTES, process.rank());
        return proc;
    }

    /** That something is wanted. */
    private static Memory info(String key) {
        Memory info = new Memory(INFO_BYTES);
        info.clear();
        info.setString(0, key, StandardCharsets.US_ASCII.name());
        info.setShort(INFO_VALUE, BOOL);
        info.setByte(INFO_VALUE + VALUE_DATA, (byte) 1);
        return info;
    }

    private static Memory string(String text) {
        Memory string = new Memory(text.length() + 1L);
        string.setString(0, text, StandardCharsets.US_ASCII.name());
        return string;
    }
}
