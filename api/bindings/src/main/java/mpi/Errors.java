package mpi;

import java.lang.reflect.Array;
import org.reactivempi.AnyCommunicator;
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
     * @param owner whose handler counts; null for the world's
     * @param call name as in the program
     * @param arguments in their order
     */
    static MPIException raise(Handle owner, Throwable error, String call, Object... arguments) {
        MPIException raised = of(error, call, arguments);
        return Character.isUpperCase(call.charAt(0)) ? raised : handle(owner, raised);
    }

    /** The exception to throw, unless the handler ends the job. */
    static MPIException handle(Handle owner, MPIException raised) {
        if (!Job.isRunning()) {
            return raised;
        }
        Handle handling = owner == null ? Job.world() : owner;
        if (!handling.errhandler.isFatal()) {
            return raised;
        }
        AnyCommunicator world = Job.world().core;
        System.err.println("rank " + world.rank() + ": " + raised.getMessage() + "; the job ends, since the handler of "
                + handling.label() + " is " + handling.errhandler);
        System.err.flush();
        Job.abort(world, raised.getErrorClass());
        return raised;
    }

    /** What to throw when a program calls a handler itself. */
    static MPIException called(Handle owner, int code) {
        return handle(owner, new MPIException(code, "callErrhandler(" + code + ") [" + ErrorCodes.name(code) + "]"));
    }

    private static MPIException of(Throwable thrown, String call, Object... arguments) {
        Throwable error = Exceptions.unwrap(thrown);
        StringBuilder text = new StringBuilder(call).append('(');
        for (int i = 0; i < arguments.length; i++) {
            text.append(i == 0 ? "" : ", ").append(described(arguments[i]));
        }
        text.append("): ").append(error.getMessage() == null ? error.toString() : error.getMessage());
        int code = ErrorCodes.of(error);
        return new MPIException(
                code,
                text.append(" [").append(ErrorCodes.name(code)).append(']').toString(),
                error);
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
}
