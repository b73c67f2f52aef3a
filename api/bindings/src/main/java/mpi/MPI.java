package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.reactivempi.Mpi;

/**
 * Beginning and end, constants and predefined objects. The communicators can be used between {@link #Init} and {@link #Finalize}.
 */
public final class MPI {

    /** Only one thread. */
    public static final int THREAD_SINGLE = 0;

    /** Only the main thread calls. */
    public static final int THREAD_FUNNELED = 1;

    /** One thread calls at a time. */
    public static final int THREAD_SERIALIZED = 2;

    /** Any thread may call. */
    public static final int THREAD_MULTIPLE = 3;

    /** A Cartesian grid. */
    public static final int CART = 1;

    /** A graph. */
    public static final int GRAPH = 2;

    /** A graph that each rank knows a part of. */
    public static final int DIST_GRAPH = 3;

    /** From any rank. */
    public static final int ANY_SOURCE = Mpi.ANY_SOURCE;

    /** With any tag. */
    public static final int ANY_TAG = Mpi.ANY_TAG;

    /** No rank: a message from or to it is none. */
    public static final int PROC_NULL = Mpi.PROC_NULL;

    /** The root itself, in the root's group. */
    public static final int ROOT = -4;

    /** No number. */
    public static final int UNDEFINED = Mpi.UNDEFINED;

    /** The same. */
    public static final int IDENT = 0;

    /** The same members in another order. */
    public static final int SIMILAR = 1;

    /** Different members. */
    public static final int UNEQUAL = 2;

    /** The same members in the same order. */
    public static final int CONGRUENT = 3;

    /** Key of an attribute: the largest tag. */
    public static final int TAG_UB = 0;

    /** Key of an attribute: the host's rank. */
    public static final int HOST = 1;

    /** Key of an attribute: who can read and write. */
    public static final int IO = 2;

    /** Key of an attribute: whether ranks have the same clock. */
    public static final int WTIME_IS_GLOBAL = 3;

    /** Key of an attribute: which program of the job this is. */
    public static final int APPNUM = 4;

    /** Key of an attribute: the largest error code. */
    public static final int LASTUSEDCODE = 5;

    /** Key of an attribute: how many ranks there may be. */
    public static final int UNIVERSE_SIZE = 6;

    /** Key of a window's attribute: its memory. */
    public static final int WIN_BASE = 7;

    /** Key of a window's attribute: its length. */
    public static final int WIN_SIZE = 8;

    /** Key of a window's attribute: its unit. */
    public static final int WIN_DISP_UNIT = 9;

    /** No key. */
    public static final int KEYVAL_INVALID = -1;

    /** The version of MPI that these bindings are of. */
    public static final int VERSION = 3;

    /** The second number of {@link #VERSION}. */
    public static final int SUBVERSION = 1;

    /** What a message takes of an attached buffer beside its data, in bytes. */
    public static final int BSEND_OVERHEAD = Mpi.BSEND_OVERHEAD_BYTES;

    /** mpiJava 1.2: what a message takes beside its data. */
    public static final int SEND_OVERHEAD = 0;

    /** mpiJava 1.2: what a message takes beside its data. */
    public static final int RECV_OVERHEAD = 0;

    /** MPJ Express: this host's processors. */
    public static final int NUM_OF_PROCESSORS = Runtime.getRuntime().availableProcessors();

    /** The longest name. */
    public static final int MAX_OBJECT_NAME = Mpi.MAX_OBJECT_NAME;

    /** The longest port name. */
    public static final int MAX_PORT_NAME = 1023;

    /** The longest name of a representation. */
    public static final int MAX_DATAREP_STRING = 127;

    /** The longest key of an {@code Info}. */
    public static final int MAX_INFO_KEY = 35;

    /** The longest value of an {@code Info}. */
    public static final int MAX_INFO_VAL = 255;

    /** Rows first. */
    public static final int ORDER_C = 0;

    /** Columns first. */
    public static final int ORDER_FORTRAN = 1;

    /** Blocks. */
    public static final int DISTRIBUTE_BLOCK = 0;

    /** In turns. */
    public static final int DISTRIBUTE_CYCLIC = 1;

    /** Not distributed. */
    public static final int DISTRIBUTE_NONE = 2;

    /** The default. */
    public static final int DISTRIBUTE_DFLT_DARG = -1;

    /** Creates the file. */
    public static final int MODE_CREATE = 1;

    /** Reads only. */
    public static final int MODE_RDONLY = 2;

    /** Writes only. */
    public static final int MODE_WRONLY = 4;

    /** Reads and writes. */
    public static final int MODE_RDWR = 8;

    /** Deletes the file in the end. */
    public static final int MODE_DELETE_ON_CLOSE = 16;

    /** Nobody else opens it. */
    public static final int MODE_UNIQUE_OPEN = 32;

    /** It must not exist. */
    public static final int MODE_EXCL = 64;

    /** Begins at its end. */
    public static final int MODE_APPEND = 128;

    /** Only in sequence. */
    public static final int MODE_SEQUENTIAL = 256;

    /** Where it is now. */
    public static final int DISPLACEMENT_CURRENT = -54278278;

    /** From the beginning. */
    public static final int SEEK_SET = 600;

    /** From the present place. */
    public static final int SEEK_CUR = 602;

    /** From the end. */
    public static final int SEEK_END = 604;

    /** No check. */
    public static final int MODE_NOCHECK = 1;

    /** Nothing precedes. */
    public static final int MODE_NOPRECEDE = 2;

    /** No puts. */
    public static final int MODE_NOPUT = 4;

    /** No stores. */
    public static final int MODE_NOSTORE = 8;

    /** Nothing succeeds. */
    public static final int MODE_NOSUCCEED = 16;

    /** A lock of one. */
    public static final int LOCK_EXCLUSIVE = 1;

    /** A lock of many. */
    public static final int LOCK_SHARED = 2;

    /** No error. */
    public static final int SUCCESS = 0;

    /** Error class: a wrong memory. */
    public static final int ERR_BUFFER = 1;

    /** Error class: a wrong count. */
    public static final int ERR_COUNT = 2;

    /** Error class: a wrong datatype. */
    public static final int ERR_TYPE = 3;

    /** Error class: a wrong tag. */
    public static final int ERR_TAG = 4;

    /** Error class: a wrong communicator. */
    public static final int ERR_COMM = 5;

    /** Error class: a wrong rank. */
    public static final int ERR_RANK = 6;

    /** Error class: a wrong request. */
    public static final int ERR_REQUEST = 7;

    /** Error class: a wrong root. */
    public static final int ERR_ROOT = 8;

    /** Error class: a wrong group. */
    public static final int ERR_GROUP = 9;

    /** Error class: a wrong operation. */
    public static final int ERR_OP = 10;

    /** Error class: a wrong topology. */
    public static final int ERR_TOPOLOGY = 11;

    /** Error class: a wrong dimensions. */
    public static final int ERR_DIMS = 12;

    /** Error class: a wrong argument. */
    public static final int ERR_ARG = 13;

    /** Error class: not known. */
    public static final int ERR_UNKNOWN = 14;

    /** Error class: a message is longer than its receive's memory. */
    public static final int ERR_TRUNCATE = 15;

    /** Error class: another one; the message says which. */
    public static final int ERR_OTHER = 16;

    /** Error class: an error of the library. */
    public static final int ERR_INTERN = 17;

    /** Error class: some of several requests have failed. */
    public static final int ERR_IN_STATUS = 18;

    /** Error class: a request is still active. */
    public static final int ERR_PENDING = 19;

    /** Error class: access. */
    public static final int ERR_ACCESS = 20;

    /** Error class: a wrong access mode. */
    public static final int ERR_AMODE = 21;

    /** Error class: a wrong assertion. */
    public static final int ERR_ASSERT = 22;

    /** Error class: bad file. */
    public static final int ERR_BAD_FILE = 23;

    /** Error class: a wrong base. */
    public static final int ERR_BASE = 24;

    /** Error class: a value can't be converted. */
    public static final int ERR_CONVERSION = 25;

    /** Error class: a wrong displacement. */
    public static final int ERR_DISP = 26;

    /** Error class: dup datarep. */
    public static final int ERR_DUP_DATAREP = 27;

    /** Error class: file exists. */
    public static final int ERR_FILE_EXISTS = 28;

    /** Error class: file in use. */
    public static final int ERR_FILE_IN_USE = 29;

    /** Error class: a wrong file. */
    public static final int ERR_FILE = 30;

    /** Error class: a wrong key of an info. */
    public static final int ERR_INFO_KEY = 31;

    /** Error class: an info hasn't the key. */
    public static final int ERR_INFO_NOKEY = 32;

    /** Error class: a wrong value of an info. */
    public static final int ERR_INFO_VALUE = 33;

    /** Error class: a wrong info. */
    public static final int ERR_INFO = 34;

    /** Error class: io. */
    public static final int ERR_IO = 35;

    /** Error class: a wrong attribute key. */
    public static final int ERR_KEYVAL = 36;

    /** Error class: a wrong lock type. */
    public static final int ERR_LOCKTYPE = 37;

    /** Error class: a wrong service name. */
    public static final int ERR_NAME = 38;

    /** Error class: there is no memory. */
    public static final int ERR_NO_MEM = 39;

    /** Error class: not same. */
    public static final int ERR_NOT_SAME = 40;

    /** Error class: no space. */
    public static final int ERR_NO_SPACE = 41;

    /** Error class: no such file. */
    public static final int ERR_NO_SUCH_FILE = 42;

    /** Error class: a wrong port. */
    public static final int ERR_PORT = 43;

    /** Error class: a rank has failed. */
    public static final int ERR_PROC_ABORTED = 44;

    /** Error class: quota. */
    public static final int ERR_QUOTA = 45;

    /** Error class: read only. */
    public static final int ERR_READ_ONLY = 46;

    /** Error class: rma conflict. */
    public static final int ERR_RMA_CONFLICT = 47;

    /** Error class: rma sync. */
    public static final int ERR_RMA_SYNC = 48;

    /** Error class: service. */
    public static final int ERR_SERVICE = 49;

    /** Error class: a wrong size. */
    public static final int ERR_SIZE = 50;

    /** Error class: spawn. */
    public static final int ERR_SPAWN = 51;

    /** Error class: unsupported datarep. */
    public static final int ERR_UNSUPPORTED_DATAREP = 52;

    /** Error class: the library hasn't this operation. */
    public static final int ERR_UNSUPPORTED_OPERATION = 53;

    /** Error class: a wrong window. */
    public static final int ERR_WIN = 54;

    /** Error class: the system has no more of something. */
    public static final int ERR_SYSRESOURCE = -2;

    /** No error class is larger. */
    public static final int ERR_LASTCODE = 92;

    /** mpiJava 1.2: has no effect. */
    public static boolean DEBUG;

    /** MPJ Express: has no effect. */
    public static boolean isOldSelected;

    /** Bytes, in a {@code byte[]} or {@code ByteBuffer}. */
    public static final Datatype BYTE = Datatype.basic("BYTE", Kind.BYTE);

    /** CHAR, in a {@code char[]}. */
    public static final Datatype CHAR = Datatype.basic("CHAR", Kind.CHAR);

    /** SHORT, in a {@code short[]}. */
    public static final Datatype SHORT = Datatype.basic("SHORT", Kind.SHORT);

    /** BOOLEAN, in a {@code boolean[]}. */
    public static final Datatype BOOLEAN = Datatype.basic("BOOLEAN", Kind.BOOLEAN);

    /** INT, in an {@code int[]}. */
    public static final Datatype INT = Datatype.basic("INT", Kind.INT);

    /** LONG, in a {@code long[]}. */
    public static final Datatype LONG = Datatype.basic("LONG", Kind.LONG);

    /** FLOAT, in a {@code float[]}. */
    public static final Datatype FLOAT = Datatype.basic("FLOAT", Kind.FLOAT);

    /** DOUBLE, in a {@code double[]}. */
    public static final Datatype DOUBLE = Datatype.basic("DOUBLE", Kind.DOUBLE);

    /** What {@link Comm#pack} makes, in a {@code byte[]}. */
    public static final Datatype PACKED = Datatype.basic("PACKED", Kind.PACKED);

    /** No type. */
    public static final Datatype DATATYPE_NULL = Datatype.basic("DATATYPE_NULL", Kind.NULL);

    /** mpiJava 1.2: no type. */
    public static final Datatype NULL = DATATYPE_NULL;

    /** mpiJava 1.2: serializable objects, in an {@code Object[]}. */
    public static final Datatype OBJECT = Datatype.basic("OBJECT", Kind.OBJECT);

    /** mpiJava 1.2: the lower bound of a struct. */
    public static final Datatype LB = Datatype.bound("LB");

    /** mpiJava 1.2: the upper bound of a struct. */
    public static final Datatype UB = Datatype.bound("UB");

    /** A complex number's parts: {@link FloatComplex}. */
    public static final Datatype FLOAT_COMPLEX =
            Datatype.predefined("FLOAT_COMPLEX", org.reactivempi.Datatype.FLOAT.contiguous(2), Kind.FLOAT);

    /** A complex number's parts: {@link DoubleComplex}. */
    public static final Datatype DOUBLE_COMPLEX =
            Datatype.predefined("DOUBLE_COMPLEX", org.reactivempi.Datatype.DOUBLE.contiguous(2), Kind.DOUBLE);

    /** An {@code int} with an index, also in an {@code int[]}. */
    public static final Datatype INT2 = Datatype.predefined("INT2", org.reactivempi.Datatype.INT_INT, Kind.STRUCT);

    /** A {@code short} with an index. */
    public static final Datatype SHORT_INT =
            Datatype.predefined("SHORT_INT", org.reactivempi.Datatype.SHORT_INT, Kind.STRUCT);

    /** A {@code long} with an index. */
    public static final Datatype LONG_INT =
            Datatype.predefined("LONG_INT", org.reactivempi.Datatype.LONG_INT, Kind.STRUCT);

    /** A {@code float} with an index. */
    public static final Datatype FLOAT_INT =
            Datatype.predefined("FLOAT_INT", org.reactivempi.Datatype.FLOAT_INT, Kind.STRUCT);

    /** A {@code double} with an index. */
    public static final Datatype DOUBLE_INT =
            Datatype.predefined("DOUBLE_INT", org.reactivempi.Datatype.DOUBLE_INT, Kind.STRUCT);

    /** To read and write {@link #INT2}. */
    public static final Int2 int2 = new Int2();

    /** To read and write {@link #SHORT_INT}. */
    public static final ShortInt shortInt = new ShortInt();

    /** To read and write {@link #LONG_INT}. */
    public static final LongInt longInt = new LongInt();

    /** To read and write {@link #FLOAT_INT}. */
    public static final FloatInt floatInt = new FloatInt();

    /** To read and write {@link #DOUBLE_INT}. */
    public static final DoubleInt doubleInt = new DoubleInt();

    /** mpiJava 1.2: two {@code short}s. */
    public static final Datatype SHORT2 =
            Datatype.predefined("SHORT2", org.reactivempi.Datatype.SHORT.contiguous(2), Kind.SHORT);

    /** mpiJava 1.2: two {@code long}s. */
    public static final Datatype LONG2 =
            Datatype.predefined("LONG2", org.reactivempi.Datatype.LONG.contiguous(2), Kind.LONG);

    /** mpiJava 1.2: two {@code float}s. */
    public static final Datatype FLOAT2 =
            Datatype.predefined("FLOAT2", org.reactivempi.Datatype.FLOAT.contiguous(2), Kind.FLOAT);

    /** mpiJava 1.2: two {@code double}s. */
    public static final Datatype DOUBLE2 =
            Datatype.predefined("DOUBLE2", org.reactivempi.Datatype.DOUBLE.contiguous(2), Kind.DOUBLE);

    /** An error ends the job: it is printed, and its class is the exit code. */
    public static final Errhandler ERRORS_ARE_FATAL = new Errhandler("MPI.ERRORS_ARE_FATAL", true);

    /** As {@link #ERRORS_ARE_FATAL}. */
    public static final Errhandler ERRORS_ABORT = new Errhandler("MPI.ERRORS_ABORT", true);

    /** An error is thrown. */
    public static final Errhandler ERRORS_RETURN = new Errhandler("MPI.ERRORS_RETURN", false);

    /** All ranks of the job. */
    public static final Intracomm COMM_WORLD = new Intracomm(null);

    /** This rank alone. */
    public static final Intracomm COMM_SELF = new Intracomm(null);

    /** mpiJava 1.2: no communicator, which is null there, as what {@code Split} gives a rank that has none. */
    public static final Comm COMM_NULL = null;

    /** A null handle. */
    public static final Request REQUEST_NULL = new Request(null, null, null);

    /** The greatest element. */
    public static final Op MAX = new Op("MAX", org.reactivempi.Op.MAX);

    /** The least element. */
    public static final Op MIN = new Op("MIN", org.reactivempi.Op.MIN);

    /** The sum; also of complex numbers. */
    public static final Op SUM = new Op("SUM", org.reactivempi.Op.SUM);

    /** The product; also of complex numbers. */
    public static final Op PROD = new Op("PROD", org.reactivempi.Op.PROD);

    /** Whether all are true. */
    public static final Op LAND = new Op("LAND", org.reactivempi.Op.LAND);

    /** And, bit by bit. */
    public static final Op BAND = new Op("BAND", org.reactivempi.Op.BAND);

    /** Whether any is true. */
    public static final Op LOR = new Op("LOR", org.reactivempi.Op.LOR);

    /** Or, bit by bit. */
    public static final Op BOR = new Op("BOR", org.reactivempi.Op.BOR);

    /** Whether an odd number is true. */
    public static final Op LXOR = new Op("LXOR", org.reactivempi.Op.LXOR);

    /** Exclusive or, bit by bit. */
    public static final Op BXOR = new Op("BXOR", org.reactivempi.Op.BXOR);

    /** The least value of pairs, with its index. */
    public static final Op MINLOC = new Op("MINLOC", org.reactivempi.Op.MINLOC);

    /** The greatest value of pairs, with its index. */
    public static final Op MAXLOC = new Op("MAXLOC", org.reactivempi.Op.MAXLOC);

    /** For one-sided communication alone: the new element. */
    public static final Op REPLACE = new Op("REPLACE", null);

    /** For one-sided communication alone: the old element. */
    public static final Op NO_OP = new Op("NO_OP", null);

    /** The group of nobody. */
    public static final Group GROUP_EMPTY = Group.empty();

    /** mpiJava 1.2: no group. */
    public static final Group GROUP_NULL = new Group(null);

    /** What is known of how the program was started. */
    public static final Info INFO_ENV = new Info();

    /** No info. */
    public static final Info INFO_NULL = new Info((Map<String, String>) null);

    /** mpiJava 1.2: a status of nothing. */
    public static final Status EMPTY_STATUS = new Status();

    /** In place of a length. */
    private static final int NO_BUFFER = -1;

    private static final AtomicReference<byte[]> ATTACHED = new AtomicReference<>();

    /** Has no state; MPI's calls are static. */
    public MPI() {}

    /** Joins the job. Returns the arguments without this library's settings, {@code --reactivempi.NAME=VALUE}. */
    public static String[] Init(String[] args) {
        return Job.start(args);
    }

    /** Joins the job; any thread may call afterwards, whatever level is asked for. */
    public static int InitThread(String[] args, int required) {
        Job.start(args);
        return THREAD_MULTIPLE;
    }

    /** mpiJava 1.2 form of {@link #InitThread}; returns the arguments. */
    public static String[] initThread(int required, int provided, String[] args) {
        return Job.start(args);
    }

    /** The level of threads, always {@link #THREAD_MULTIPLE}. */
    public static int queryThread() {
        Job.check();
        return THREAD_MULTIPLE;
    }

    /** Whether the calling thread has called {@link #Init}. */
    public static boolean isThreadMain() {
        Job.check();
        return Job.isThreadMain();
    }

    /** mpiJava 1.2 form of {@link #isThreadMain}. */
    public static boolean isMainThread() {
        return isThreadMain();
    }

    /** Leaves the job; afterwards no call is allowed but {@link #isInitialized}, {@link #isFinalized} and the versions. */
    public static void Finalize() {
        Job.finish();
    }

    /** Seconds since a moment in the past, which is another one on each rank. */
    public static double wtime() {
        return System.nanoTime() * wtick();
    }

    /** mpiJava 1.2 form of {@link #wtime}. */
    public static double Wtime() {
        return wtime();
    }

    /** The resolution of {@link #wtime}, in seconds. */
    public static double wtick() {
        return 1e-9;
    }

    /** mpiJava 1.2 form of {@link #wtick}. */
    public static double Wtick() {
        return wtick();
    }

    /** The name of this host. */
    public static String getProcessorName() {
        Job.check();
        return Job.host();
    }

    /** mpiJava 1.2 form of {@link #getProcessorName}. */
    public static String Get_processor_name() {
        return getProcessorName();
    }

    /** Whether {@link #Init} has been called, ever. */
    public static boolean isInitialized() {
        return Job.isInitialized();
    }

    /** mpiJava 1.2 form of {@link #isInitialized}. */
    public static boolean Initialized() {
        return Job.isInitialized();
    }

    /** Whether {@link #Finalize} has been called. */
    public static boolean isFinalized() {
        return Job.isFinalized();
    }

    /** The version of MPI that these bindings are of. */
    public static Version getVersion() {
        return new Version(VERSION, SUBVERSION);
    }

    /** This library's name and version. */
    public static String getLibVersion() {
        String version = MPI.class.getPackage().getImplementationVersion();
        return "reactive-mpi" + (version == null ? "" : " " + version);
    }

    /** Does nothing: there is no profiler to control. */
    public static void pControl(int level, Object obj) {}

    /** Gives memory to buffered mode: as much as the array has; the messages themselves are kept elsewhere. */
    public static void attachBuffer(byte[] buffer) {
        attach("attachBuffer", buffer, length(buffer));
    }

    /** Waits until all messages of buffered mode are sent, and returns the array that was given. */
    public static byte[] detachBuffer() {
        return detach("detachBuffer");
    }

    /** mpiJava 1.2 form of {@link #attachBuffer}. */
    public static void Buffer_attach(byte[] buffer) {
        attach("Buffer_attach", buffer, length(buffer));
    }

    /** MPJ Express's form of {@link #attachBuffer}. */
    public static void Buffer_attach(ByteBuffer buffer) {
        attach("Buffer_attach", null, buffer == null ? NO_BUFFER : buffer.capacity());
    }

    /** mpiJava 1.2 form of {@link #detachBuffer}. */
    public static byte[] Buffer_detach() {
        return detach("Buffer_detach");
    }

    private static int length(byte[] buffer) {
        return buffer == null ? NO_BUFFER : buffer.length;
    }

    private static void attach(String call, byte[] buffer, int length) {
        try {
            if (length == NO_BUFFER) {
                throw new MPIException(ERR_BUFFER, "the buffer is null");
            }
            Job.session().buffers().attach(length).block();
            ATTACHED.set(buffer);
        } catch (RuntimeException e) {
            throw Errors.raise(null, e, call, length);
        }
    }

    private static byte[] detach(String call) {
        try {
            Job.session().buffers().detach().block();
            return ATTACHED.getAndSet(null);
        } catch (RuntimeException e) {
            throw Errors.raise(null, e, call);
        }
    }

    /** mpiJava 1.2: sets the world's error handler. */
    public static void Errorhandler_set(Errhandler handler) {
        COMM_WORLD.setErrhandler(handler);
    }

    /** mpiJava 1.2: the world's error handler. */
    public static Errhandler Errorhandler_get() {
        return COMM_WORLD.getErrhandler();
    }

    /** A direct buffer in the machine's order. */
    public static ByteBuffer newByteBuffer(int capacity) {
        return ByteBuffer.allocateDirect(capacity).order(ByteOrder.nativeOrder());
    }

    /** A direct buffer in the machine's order. */
    public static CharBuffer newCharBuffer(int capacity) {
        return ByteBuffer.allocateDirect(Math.multiplyExact(capacity, 2))
                .order(ByteOrder.nativeOrder())
                .asCharBuffer();
    }

    /** A direct buffer in the machine's order. */
    public static ShortBuffer newShortBuffer(int capacity) {
        return ByteBuffer.allocateDirect(Math.multiplyExact(capacity, 2))
                .order(ByteOrder.nativeOrder())
                .asShortBuffer();
    }

    /** A direct buffer in the machine's order. */
    public static IntBuffer newIntBuffer(int capacity) {
        return ByteBuffer.allocateDirect(Math.multiplyExact(capacity, 4))
                .order(ByteOrder.nativeOrder())
                .asIntBuffer();
    }

    /** A direct buffer in the machine's order. */
    public static LongBuffer newLongBuffer(int capacity) {
        return ByteBuffer.allocateDirect(Math.multiplyExact(capacity, 8))
                .order(ByteOrder.nativeOrder())
                .asLongBuffer();
    }

    /** A direct buffer in the machine's order. */
    public static FloatBuffer newFloatBuffer(int capacity) {
        return ByteBuffer.allocateDirect(Math.multiplyExact(capacity, 4))
                .order(ByteOrder.nativeOrder())
                .asFloatBuffer();
    }

    /** A direct buffer in the machine's order. */
    public static DoubleBuffer newDoubleBuffer(int capacity) {
        return ByteBuffer.allocateDirect(Math.multiplyExact(capacity, 8))
                .order(ByteOrder.nativeOrder())
                .asDoubleBuffer();
    }

    /** A buffer's memory from an element on. */
    public static ByteBuffer slice(ByteBuffer buffer, int offset) {
        return buffer.slice(offset, buffer.capacity() - offset).order(buffer.order());
    }

    /** A buffer's memory from an element on. */
    public static CharBuffer slice(CharBuffer buffer, int offset) {
        return buffer.slice(offset, buffer.capacity() - offset);
    }

    /** A buffer's memory from an element on. */
    public static ShortBuffer slice(ShortBuffer buffer, int offset) {
        return buffer.slice(offset, buffer.capacity() - offset);
    }

    /** A buffer's memory from an element on. */
    public static IntBuffer slice(IntBuffer buffer, int offset) {
        return buffer.slice(offset, buffer.capacity() - offset);
    }

    /** A buffer's memory from an element on. */
    public static LongBuffer slice(LongBuffer buffer, int offset) {
        return buffer.slice(offset, buffer.capacity() - offset);
    }

    /** A buffer's memory from an element on. */
    public static FloatBuffer slice(FloatBuffer buffer, int offset) {
        return buffer.slice(offset, buffer.capacity() - offset);
    }

    /** A buffer's memory from an element on. */
    public static DoubleBuffer slice(DoubleBuffer buffer, int offset) {
        return buffer.slice(offset, buffer.capacity() - offset);
    }

    /** An array from an element on, as a buffer. */
    public static ByteBuffer slice(byte[] array, int offset) {
        return ByteBuffer.wrap(array, offset, array.length - offset).slice().order(ByteOrder.nativeOrder());
    }

    /** An array from an element on, as a buffer. */
    public static CharBuffer slice(char[] array, int offset) {
        return CharBuffer.wrap(array, offset, array.length - offset).slice();
    }

    /** An array from an element on, as a buffer. */
    public static ShortBuffer slice(short[] array, int offset) {
        return ShortBuffer.wrap(array, offset, array.length - offset).slice();
    }

    /** An array from an element on, as a buffer. */
    public static IntBuffer slice(int[] array, int offset) {
        return IntBuffer.wrap(array, offset, array.length - offset).slice();
    }

    /** An array from an element on, as a buffer. */
    public static LongBuffer slice(long[] array, int offset) {
        return LongBuffer.wrap(array, offset, array.length - offset).slice();
    }

    /** An array from an element on, as a buffer. */
    public static FloatBuffer slice(float[] array, int offset) {
        return FloatBuffer.wrap(array, offset, array.length - offset).slice();
    }

    /** An array from an element on, as a buffer. */
    public static DoubleBuffer slice(double[] array, int offset) {
        return DoubleBuffer.wrap(array, offset, array.length - offset).slice();
    }
}
