package org.reactivempi.transport.pmix;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Native;
import java.io.IOException;
import org.reactivempi.transport.bootstrap.pmi.DescriptorMover;

/** By the function of the C library that is there for it. */
public final class NativeDescriptorMover implements DescriptorMover {

    private static final int STANDARD_INPUT = 0;

    /** Public, since JNA looks for it. */
    public interface CLibrary extends Library {

        /** As in C. */
        int dup2(int descriptor, int other) throws LastErrorException;
    }

    /** For {@code ServiceLoader}. */
    public NativeDescriptorMover() {}

    @Override
    public void toStandardInput(int descriptor) throws IOException {
        try {
            Native.load("c", CLibrary.class).dup2(descriptor, STANDARD_INPUT);
        } catch (LastErrorException e) {
            throw new IOException("descriptor " + descriptor + ": " + e.getMessage(), e);
        } catch (LinkageError e) {
            throw new IOException("native code cannot be called: " + e.getMessage(), e);
        }
    }
}
