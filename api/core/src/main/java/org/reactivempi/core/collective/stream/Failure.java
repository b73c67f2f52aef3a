package org.reactivempi.core.collective.stream;

import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.RevokedException;
import org.reactivempi.StreamException;
import org.reactivempi.core.operation.ErrorText;
import org.reactivempi.core.operation.RankMap;

/**
 * Why a collective stream has failed, as the ranks tell each other. It travels as an {@link ErrorText}, whose type is the error's class,
 * the rank, and the type of a publisher's error:
 *
 * <pre>
 *  OTHER 2 java.io.IOException      the publisher of rank 2 has failed
 *  OP 2 -                           the operation has failed on rank 2
 *  PROC_FAILED 7 -                  rank 7 of the communicator was lost
 *  PROC_FAILED -8 -                 rank 7 of the world, which is none of it: ranks of several jobs have no world in common
 * </pre>
 */
final class Failure extends RuntimeException implements ErrorText.Told {

    private static final long serialVersionUID = 1L;

    private static final String NO_TYPE = "-";
    private static final int FIELDS = 3;

    private final ErrorClass errorClass;
    private final int rank;
    private final String type;
    /** What it was on the rank where it happened. */
    private final @Nullable Throwable origin;

    private Failure(ErrorClass errorClass, int rank, String type, String message, @Nullable Throwable origin) {
        super(message, origin, false, false);
        this.errorClass = errorClass;
        this.rank = rank;
        this.type = type;
        this.origin = origin;
    }

    /** A user's publisher has failed here. */
    static Failure ofPublisher(int rank, Throwable error) {
        ErrorText text = ErrorText.of(error);
        return new Failure(ErrorClass.OTHER, rank, text.type(), "rank " + rank + ": " + text.message(), error);
    }

    /** Something of the stream has failed here. */
    static Failure here(int rank, MpiException error) {
        if (error instanceof ProcessFailedException lost) {
            int member = lost.rankInCommunicator();
            int told = member == Mpi.UNDEFINED ? -1 - lost.rank() : member;
            return new Failure(ErrorClass.PROC_FAILED, told, NO_TYPE, message(error), error);
        }
        return new Failure(error.errorClass(), rank, NO_TYPE, "rank " + rank + ": " + message(error), error);
    }

    /** The stream from or to another rank has ended with an error, which may be what that rank has told. */
    static Failure ofPart(int rank, Throwable error) {
        if (error instanceof StreamException told) {
            return heard(told);
        }
        return error instanceof MpiException known
                ? here(rank, known)
                : here(rank, new MpiException(ErrorClass.INTERN, String.valueOf(error), error));
    }

    private static Failure heard(StreamException told) {
        String[] fields = told.type().split(" ", FIELDS);
        try {
            return new Failure(
                    ErrorClass.valueOf(fields[0]), Integer.parseInt(fields[1]), fields[2], message(told), null);
        } catch (IllegalArgumentException | IndexOutOfBoundsException unknown) {
            return new Failure(ErrorClass.INTERN, 0, NO_TYPE, told.type() + ": " + told.getMessage(), told);
        }
    }

    private static String message(MpiException error) {
        String message = error.getMessage();
        return message == null ? error.errorClass().toString() : message;
    }

    @Override
    public ErrorText told() {
        return new ErrorText(errorClass.name() + " " + rank + " " + type, String.valueOf(getMessage()));
    }

    /** Whether it happened on this rank. */
    boolean isOwn() {
        return origin != null;
    }

    /** The error that this rank's subscriber gets. */
    Throwable signal(RankMap ranks) {
        if (origin != null) {
            return origin;
        }
        String message = String.valueOf(getMessage());
        return switch (errorClass) {
            case PROC_FAILED -> {
                int lost = ranks.heard(rank);
                yield new ProcessFailedException(
                        lost, ranks.rankOf(lost), null, null, message + ", as another rank says", null);
            }
            case REVOKED -> new RevokedException(message, null);
            default ->
                type.equals(NO_TYPE) ? new MpiException(errorClass, message) : new StreamException(type, message);
        };
    }
}
