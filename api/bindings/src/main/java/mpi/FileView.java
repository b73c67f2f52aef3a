package mpi;

/** What part of a file a rank sees. */
public final class FileView {

    private final long disp;
    private final Datatype eType;
    private final Datatype fileType;
    private final String dataRep;

    /** A view. */
    public FileView(long disp, Datatype eType, Datatype fileType, String dataRep) {
        this.disp = disp;
        this.eType = eType;
        this.fileType = fileType;
        this.dataRep = dataRep;
    }

    /** Where it begins, in bytes. */
    public long getDisp() {
        return disp;
    }

    /** What offsets count. */
    public Datatype getEType() {
        return eType;
    }

    /** Which elements of the file are seen. */
    public Datatype getFileType() {
        return fileType;
    }

    /** How numbers are written. */
    public String getDataRep() {
        return dataRep;
    }
}
