package mpi;

import java.nio.Buffer;

/** Open MPI's parallel files, which this library does not have: programs that name them link, and their calls fail. */
public final class File {

    private static MPIException unsupported(String call, Object... arguments) {
        return Errors.raise(
                null,
                new MPIException(
                        MPI.ERR_UNSUPPORTED_OPERATION,
                        "there are no parallel files here; each rank can use those of java.nio.channels"),
                call,
                arguments);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public File(Comm comm, String text, int n) {
        throw unsupported("new File", comm, text, n);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public File(Comm comm, String text, int n, Info info) {
        throw unsupported("new File", comm, text, n, info);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void close() {
        throw unsupported("File.close");
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public static void delete(String text) {
        throw unsupported("File.delete", text);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public static void delete(String text, Info info) {
        throw unsupported("File.delete", text, info);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void setSize(long offset) {
        throw unsupported("File.setSize", offset);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void preallocate(long offset) {
        throw unsupported("File.preallocate", offset);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public long getSize() {
        throw unsupported("File.getSize");
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Group getGroup() {
        throw unsupported("File.getGroup");
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public int getAMode() {
        throw unsupported("File.getAMode");
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void setInfo(Info info) {
        throw unsupported("File.setInfo", info);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Info getInfo() {
        throw unsupported("File.getInfo");
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void setView(long offset, Datatype type, Datatype type2, String text) {
        throw unsupported("File.setView", offset, type, type2, text);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void setView(long offset, Datatype type, Datatype type2, String text, Info info) {
        throw unsupported("File.setView", offset, type, type2, text, info);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public FileView getView() {
        throw unsupported("File.getView");
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Status readAt(long offset, Object buf, int n, Datatype type) {
        throw unsupported("File.readAt", offset, buf, n, type);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Status readAtAll(long offset, Object buf, int n, Datatype type) {
        throw unsupported("File.readAtAll", offset, buf, n, type);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Status writeAt(long offset, Object buf, int n, Datatype type) {
        throw unsupported("File.writeAt", offset, buf, n, type);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Status writeAtAll(long offset, Object buf, int n, Datatype type) {
        throw unsupported("File.writeAtAll", offset, buf, n, type);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Request iReadAt(long offset, Buffer buf, int n, Datatype type) {
        throw unsupported("File.iReadAt", offset, buf, n, type);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Request iReadAtAll(long offset, Buffer buf, int n, Datatype type) {
        throw unsupported("File.iReadAtAll", offset, buf, n, type);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Request iWriteAt(long offset, Buffer buf, int n, Datatype type) {
        throw unsupported("File.iWriteAt", offset, buf, n, type);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Request iWriteAtAll(long offset, Buffer buf, int n, Datatype type) {
        throw unsupported("File.iWriteAtAll", offset, buf, n, type);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Status read(Object buf, int n, Datatype type) {
        throw unsupported("File.read", buf, n, type);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Status readAll(Object buf, int n, Datatype type) {
        throw unsupported("File.readAll", buf, n, type);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Status write(Object buf, int n, Datatype type) {
        throw unsupported("File.write", buf, n, type);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Status writeAll(Object buf, int n, Datatype type) {
        throw unsupported("File.writeAll", buf, n, type);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Request iRead(Buffer buf, int n, Datatype type) {
        throw unsupported("File.iRead", buf, n, type);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Request iReadAll(Buffer buf, int n, Datatype type) {
        throw unsupported("File.iReadAll", buf, n, type);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Request iWrite(Buffer buf, int n, Datatype type) {
        throw unsupported("File.iWrite", buf, n, type);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Request iWriteAll(Buffer buf, int n, Datatype type) {
        throw unsupported("File.iWriteAll", buf, n, type);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void seek(long offset, int n) {
        throw unsupported("File.seek", offset, n);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public long getPosition() {
        throw unsupported("File.getPosition");
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public long getByteOffset(long offset) {
        throw unsupported("File.getByteOffset", offset);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Status readShared(Object buf, int n, Datatype type) {
        throw unsupported("File.readShared", buf, n, type);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Status writeShared(Object buf, int n, Datatype type) {
        throw unsupported("File.writeShared", buf, n, type);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Request iReadShared(Buffer buf, int n, Datatype type) {
        throw unsupported("File.iReadShared", buf, n, type);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Request iWriteShared(Buffer buf, int n, Datatype type) {
        throw unsupported("File.iWriteShared", buf, n, type);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Status readOrdered(Object buf, int n, Datatype type) {
        throw unsupported("File.readOrdered", buf, n, type);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Status writeOrdered(Object buf, int n, Datatype type) {
        throw unsupported("File.writeOrdered", buf, n, type);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void seekShared(long offset, int n) {
        throw unsupported("File.seekShared", offset, n);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public long getPositionShared() {
        throw unsupported("File.getPositionShared");
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void readAtAllBegin(long offset, Object buf, int n, Datatype type) {
        throw unsupported("File.readAtAllBegin", offset, buf, n, type);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Status readAtAllEnd(Object buf) {
        throw unsupported("File.readAtAllEnd", buf);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void writeAtAllBegin(long offset, Object buf, int n, Datatype type) {
        throw unsupported("File.writeAtAllBegin", offset, buf, n, type);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Status writeAtAllEnd(Object buf) {
        throw unsupported("File.writeAtAllEnd", buf);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void readAllBegin(Object buf, int n, Datatype type) {
        throw unsupported("File.readAllBegin", buf, n, type);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Status readAllEnd(Object buf) {
        throw unsupported("File.readAllEnd", buf);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void writeAllBegin(Object buf, int n, Datatype type) {
        throw unsupported("File.writeAllBegin", buf, n, type);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Status writeAllEnd(Object buf) {
        throw unsupported("File.writeAllEnd", buf);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void readOrderedBegin(Object buf, int n, Datatype type) {
        throw unsupported("File.readOrderedBegin", buf, n, type);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Status readOrderedEnd(Object buf) {
        throw unsupported("File.readOrderedEnd", buf);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void writeOrderedBegin(Object buf, int n, Datatype type) {
        throw unsupported("File.writeOrderedBegin", buf, n, type);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Status writeOrderedEnd(Object buf) {
        throw unsupported("File.writeOrderedEnd", buf);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public int getTypeExtent(Datatype type) {
        throw unsupported("File.getTypeExtent", type);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void setAtomicity(boolean value) {
        throw unsupported("File.setAtomicity", value);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public boolean getAtomicity() {
        throw unsupported("File.getAtomicity");
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void sync() {
        throw unsupported("File.sync");
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void setErrhandler(Errhandler handler) {
        throw unsupported("File.setErrhandler", handler);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public Errhandler getErrhandler() {
        throw unsupported("File.getErrhandler");
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public void callErrhandler(int n) {
        throw unsupported("File.callErrhandler", n);
    }
}
