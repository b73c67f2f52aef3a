package mpi;

import java.lang.reflect.Array;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import reactor.core.Exceptions;

/**
 * How an error of the core becomes one of the two APIs: its class in numbers, a text that names the call, its arguments, and what is wrong
 * with them, and then what the error handler says. Calls of mpiJava, which begin with a capital, always throw.
 */
final class Errors {

    private Errors() {}

    /**
     * What to throw for an error in a call; where the handler is fatal, the job has ended.
     *
     * @param comm whose handler counts; null for the world's
     * @param call name as in the program
     * @param arguments in their order
     */
    static MPIException raise(Comm comm, Throwable error, String call, Object... arguments) {
        MPIException raised = of(error, call, arguments);
        return Character.isUpperCase(call.charAt(0)) ? raised : handle(comm, raised);
    }

    /** The exception to throw, unless the handler ends the job. */
    static MPIException handle(Comm comm, MPIException raised) {
        Comm handling = comm == null ? MPI.COMM_WORLD : comm;
        if (!Job.isRunning() || !handling.errhandler.isFatal()) {
            return raised;
        }
        System.err.println("rank " + MPI.COMM_WORLD.core.rank() + ": " + raised.getMessage()
                + "; the job ends, since the handler of " + handling.label() + " is " + handling.errhandler);
        System.err.flush();
        Job.abort(MPI.COMM_WORLD.core, raised.getErrorClass());
        return raised;
    }

    /** What to throw when a program calls a handler itself. */
    static MPIException called(Comm comm, int code) {
        return handle(comm, new MPIException(code, "callErrhandler(" + code + ") [" + name(code) + "]"));
    }

    private static MPIException of(Throwable thrown, String call, Object... arguments) {
        Throwable error = Exceptions.unwrap(thrown);
        StringBuilder text = new StringBuilder(call).append('(');
        for (int i = 0; i < arguments.length; i++) {
            text.append(i == 0 ? "" : ", ").append(described(arguments[i]));
        }
        text.append("): ").append(error.getMessage() == null ? error.toString() : error.getMessage());
        int code = codeOf(error);
        return new MPIException(
                code, text.append(" [").append(name(code)).append(']').toString(), error);
    }

    /** An argument as in a message: numbers in full, memory by its type and length. */
    private static String described(Object argument) {
        if (argument == null) {
            return "null";
        }
        if (argument.getClass().isArray()) {
            return argument.getClass().getComponentType().getSimpleName() + "[" + Array.getLength(argument) + "]";
        }
        if (argument instanceof java.nio.Buffer buffer) {
            return kind(buffer) + "[" + buffer.capacity() + "]";
        }
        return argument instanceof String ? "\"" + argument + "\"" : argument.toString();
    }

    /** The public class of a buffer, whose own class nobody knows. */
    private static String kind(java.nio.Buffer buffer) {
        Class<?> type = buffer.getClass();
        while (type.getSuperclass() != java.nio.Buffer.class) {
            type = type.getSuperclass();
        }
        return type.getSimpleName();
    }

    /** The number of an error's class. */
    static int codeOf(Throwable error) {
        if (error instanceof MPIException ours) {
            return ours.getErrorClass();
        }
        if (error instanceof MpiException known) {
            return codeOf(known.errorClass());
        }
        return error instanceof IllegalArgumentException
                        || error instanceof NullPointerException
                        || error instanceof IndexOutOfBoundsException
                ? MPI.ERR_ARG
                : MPI.ERR_OTHER;
    }

    private static int codeOf(ErrorClass errorClass) {
        return switch (errorClass) {
            case BUFFER -> MPI.ERR_BUFFER;
            case COUNT -> MPI.ERR_COUNT;
            case TYPE -> MPI.ERR_TYPE;
            case TAG -> MPI.ERR_TAG;
            case COMM -> MPI.ERR_COMM;
            case RANK -> MPI.ERR_RANK;
            case REQUEST -> MPI.ERR_REQUEST;
            case ROOT -> MPI.ERR_ROOT;
            case GROUP -> MPI.ERR_GROUP;
            case OP -> MPI.ERR_OP;
            case ARG -> MPI.ERR_ARG;
            case TRUNCATE -> MPI.ERR_TRUNCATE;
            case IN_STATUS -> MPI.ERR_IN_STATUS;
            case PENDING -> MPI.ERR_PENDING;
            case CONVERSION -> MPI.ERR_CONVERSION;
            case NO_MEM -> MPI.ERR_NO_MEM;
            case INTERN -> MPI.ERR_INTERN;
            case PROC_FAILED, PROC_FAILED_PENDING, REVOKED -> MPI.ERR_PROC_ABORTED;
            case SESSION, OTHER -> MPI.ERR_OTHER;
        };
    }

    /** The name of an error class, {@code MPI_ERR_RANK} for instance. */
    static String name(int code) {
        for (java.lang.reflect.Field field : MPI.class.getFields()) {
            try {
                if (field.getName().startsWith("ERR_") && field.getType() == int.class && field.getInt(null) == code) {
                    return "MPI_" + field.getName();
                }
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
            }
        }
        return "error " + code;
    }
}
