package org.reactivempi.examples.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ExitException;

/** What is wrong with a file, in one line for the program's user. */
public final class FileProblem {

    private static final int FAILED = 1;

    private FileProblem() {}

    /**
     * The end of a program that cannot go on because of a file.
     *
     * @param file the file as the user named it
     * @param problem what is wrong with it
     * @return an exception of code 1
     */
    public static ExitException of(Path file, String problem) {
        return new ExitException(FAILED, file + ": " + problem);
    }

    /**
     * The end of a program that cannot read or write a file.
     *
     * @param file the file as the user named it
     * @param cause what reading or writing said
     * @return an exception of code 1
     */
    public static ExitException of(Path file, IOException cause) {
        return of(file, reason(cause));
    }

    private static String reason(IOException cause) {
        if (cause instanceof NoSuchFileException) {
            return "no such file or directory";
        }
        if (cause instanceof AccessDeniedException) {
            return "permission denied";
        }
        // The message of a FileSystemException names the file once more.
        @Nullable
        String reason = cause instanceof FileSystemException problem ? problem.getReason() : cause.getMessage();
        return reason == null ? cause.getClass().getSimpleName() : reason;
    }
}
