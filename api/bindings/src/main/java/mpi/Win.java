package mpi;

import java.nio.Buffer;

/** Open MPI's one-sided communication, which this library does not have: programs that name it link, and its calls fail. */
public final class Win implements Freeable {

    /** No window. */
    public static final int WIN_NULL = 0;

    /** Each rank has its own memory. */
    public static final int FLAVOR_PRIVATE = 0;

    /** Ranks have a memory in common. */
    public static final int FLAVOR_SHARED = 1;

    private static MPIException unsupported(String call, Object... arguments) {
        return Errors.raise(
                null,
                new MPIException(
                        MPI.ERR_UNSUPPORTED_OPERATION,
                        "there is no one-sided communication here; see Questions of org.reactivempi, by which a rank answers others"),
                call,
                arguments);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Win(Buffer buf, int n, int n2, Info info, Comm comm) {
        throw unsupported("new Win", buf, n, n2, info, comm);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Win(int n, int n2, Info info, Comm comm, Buffer buf, int n3) {
        throw unsupported("new Win", n, n2, info, comm, buf, n3);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Win(Info info, Comm comm) {
        throw unsupported("new Win", info, comm);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void attach(Buffer buf, int n) {
        throw unsupported("Win.attach", buf, n);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void detach(Buffer buf) {
        throw unsupported("Win.detach", buf);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Group getGroup() {
        throw unsupported("Win.getGroup");
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void put(Buffer buf, int n, Datatype type, int n2, int n3, int n4, Datatype type2) {
        throw unsupported("Win.put", buf, n, type, n2, n3, n4, type2);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void get(Buffer buf, int n, Datatype type, int n2, int n3, int n4, Datatype type2) {
        throw unsupported("Win.get", buf, n, type, n2, n3, n4, type2);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void accumulate(Buffer buf, int n, Datatype type, int n2, int n3, int n4, Datatype type2, Op op) {
        throw unsupported("Win.accumulate", buf, n, type, n2, n3, n4, type2, op);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void fence(int n) {
        throw unsupported("Win.fence", n);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void start(Group group, int n) {
        throw unsupported("Win.start", group, n);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void complete() {
        throw unsupported("Win.complete");
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void post(Group group, int n) {
        throw unsupported("Win.post", group, n);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void waitFor() {
        throw unsupported("Win.waitFor");
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public boolean test() {
        throw unsupported("Win.test");
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void lock(int n, int n2, int n3) {
        throw unsupported("Win.lock", n, n2, n3);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void unlock(int n) {
        throw unsupported("Win.unlock", n);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void setErrhandler(Errhandler handler) {
        throw unsupported("Win.setErrhandler", handler);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Errhandler getErrhandler() {
        throw unsupported("Win.getErrhandler");
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void callErrhandler(int n) {
        throw unsupported("Win.callErrhandler", n);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public static int createKeyval() {
        throw unsupported("Win.createKeyval");
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public static void freeKeyval(int n) {
        throw unsupported("Win.freeKeyval", n);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void setAttr(int n, Object buf) {
        throw unsupported("Win.setAttr", n, buf);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Object getAttr(int n) {
        throw unsupported("Win.getAttr", n);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void deleteAttr(int n) {
        throw unsupported("Win.deleteAttr", n);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    @Override
    public void free() {
        throw unsupported("Win.free");
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Info getInfo() {
        throw unsupported("Win.getInfo");
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void setInfo(Info info) {
        throw unsupported("Win.setInfo", info);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Request rPut(Buffer buf, int n, Datatype type, int n2, int n3, int n4, Datatype type2) {
        throw unsupported("Win.rPut", buf, n, type, n2, n3, n4, type2);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Request rGet(Buffer buf, int n, Datatype type, int n2, int n3, int n4, Datatype type2) {
        throw unsupported("Win.rGet", buf, n, type, n2, n3, n4, type2);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Request rAccumulate(Buffer buf, int n, Datatype type, int n2, int n3, int n4, Datatype type2, Op op) {
        throw unsupported("Win.rAccumulate", buf, n, type, n2, n3, n4, type2, op);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void getAccumulate(
            Buffer buf,
            int n,
            Datatype type,
            Buffer buf2,
            int n2,
            Datatype type2,
            int n3,
            int n4,
            int n5,
            Datatype type3,
            Op op) {
        throw unsupported("Win.getAccumulate", buf, n, type, buf2, n2, type2, n3, n4, n5, type3, op);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Request rGetAccumulate(
            Buffer buf,
            int n,
            Datatype type,
            Buffer buf2,
            int n2,
            Datatype type2,
            int n3,
            int n4,
            int n5,
            Datatype type3,
            Op op) {
        throw unsupported("Win.rGetAccumulate", buf, n, type, buf2, n2, type2, n3, n4, n5, type3, op);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void lockAll(int n) {
        throw unsupported("Win.lockAll", n);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void unlockAll() {
        throw unsupported("Win.unlockAll");
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void sync() {
        throw unsupported("Win.sync");
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void flush(int n) {
        throw unsupported("Win.flush", n);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void flushAll() {
        throw unsupported("Win.flushAll");
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void compareAndSwap(Buffer buf, Buffer buf2, Buffer buf3, Datatype type, int n, int n2) {
        throw unsupported("Win.compareAndSwap", buf, buf2, buf3, type, n, n2);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void fetchAndOp(Buffer buf, Buffer buf2, Datatype type, int n, int n2, Op op) {
        throw unsupported("Win.fetchAndOp", buf, buf2, type, n, n2, op);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void flushLocal(int n) {
        throw unsupported("Win.flushLocal", n);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void flushLocalAll() {
        throw unsupported("Win.flushLocalAll");
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public String getName() {
        throw unsupported("Win.getName");
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void setName(String text) {
        throw unsupported("Win.setName", text);
    }
}
