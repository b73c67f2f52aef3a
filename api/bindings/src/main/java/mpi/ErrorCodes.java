package mpi;

import java.lang.reflect.Field;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.SessionView;

/** The numbers of error classes, and their names. */
final class ErrorCodes {

    private ErrorCodes() {}

    /** The number of an error's class; that of its code, where a program of the core has added it. */
    static int of(Throwable error) {
        if (error instanceof MPIException ours) {
            return ours.getErrorClass();
        }
        if (error instanceof MpiException known) {
            int added = known.code().number();
            return added >= org.reactivempi.ErrorCodes.FIRST_ADDED ? added : of(known.errorClass());
        }
        return error instanceof IllegalArgumentException
                        || error instanceof NullPointerException
                        || error instanceof IndexOutOfBoundsException
                ? Codes.ERR_ARG
                : Codes.ERR_OTHER;
    }

    private static int of(ErrorClass errorClass) {
        return switch (errorClass) {
            case BUFFER -> Codes.ERR_BUFFER;
            case COUNT -> Codes.ERR_COUNT;
            case TYPE -> Codes.ERR_TYPE;
            case TAG -> Codes.ERR_TAG;
            case COMM -> Codes.ERR_COMM;
            case RANK -> Codes.ERR_RANK;
            case REQUEST -> Codes.ERR_REQUEST;
            case ROOT -> Codes.ERR_ROOT;
            case GROUP -> Codes.ERR_GROUP;
            case OP -> Codes.ERR_OP;
            case DIMS -> Codes.ERR_DIMS;
            case TOPOLOGY -> Codes.ERR_TOPOLOGY;
            case KEYVAL -> Codes.ERR_KEYVAL;
            case INFO -> Codes.ERR_INFO;
            case INFO_KEY -> Codes.ERR_INFO_KEY;
            case INFO_VALUE -> Codes.ERR_INFO_VALUE;
            case INFO_NOKEY -> Codes.ERR_INFO_NOKEY;
            case ARG -> Codes.ERR_ARG;
            case TRUNCATE -> Codes.ERR_TRUNCATE;
            case IN_STATUS -> Codes.ERR_IN_STATUS;
            case PENDING -> Codes.ERR_PENDING;
            case CONVERSION -> Codes.ERR_CONVERSION;
            case NO_MEM -> Codes.ERR_NO_MEM;
            case INTERN -> Codes.ERR_INTERN;
            case PROC_FAILED, PROC_FAILED_PENDING, REVOKED -> Codes.ERR_PROC_ABORTED;
            case WIN -> Codes.ERR_WIN;
            case BASE -> Codes.ERR_BASE;
            case SIZE -> Codes.ERR_SIZE;
            case DISP -> Codes.ERR_DISP;
            case LOCKTYPE -> Codes.ERR_LOCKTYPE;
            case ASSERT -> Codes.ERR_ASSERT;
            case RMA_RANGE -> Codes.ERR_RMA_RANGE;
            case RMA_SYNC -> Codes.ERR_RMA_SYNC;
            case RMA_CONFLICT -> Codes.ERR_RMA_CONFLICT;
            case RMA_ATTACH -> Codes.ERR_RMA_ATTACH;
            case RMA_FLAVOR -> Codes.ERR_RMA_FLAVOR;
            case RMA_SHARED -> Codes.ERR_RMA_SHARED;
            case PORT -> Codes.ERR_PORT;
            case NAME -> Codes.ERR_NAME;
            case SERVICE -> Codes.ERR_SERVICE;
            case SPAWN -> Codes.ERR_SPAWN;
            case SESSION, OTHER -> Codes.ERR_OTHER;
        };
    }

    /** The largest number that is in use: codes that programs of the core add are above those of the classes. */
    static int lastUsed(SessionView session) {
        return Math.max(Codes.ERR_LASTCODE, session.errorCodes().lastUsed());
    }

    /** The name of an error class, {@code MPI_ERR_RANK} for instance. */
    static String name(int code) {
        for (Field field : Codes.class.getDeclaredFields()) {
            try {
                if (field.getName().startsWith("ERR_") && field.getInt(null) == code) {
                    return "MPI_" + field.getName();
                }
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
            }
        }
        return "error " + code;
    }
}
