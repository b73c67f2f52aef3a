package org.reactivempi.transport.bootstrap.pmi;

import java.io.IOException;

/**
 * What makes a descriptor of this process its standard input, which is the one that Java takes a socket from. A module that calls
 * native code has one, found by {@link java.util.ServiceLoader}.
 */
public interface DescriptorMover {

    /**
     * Has standard input be the same as another descriptor.
     *
     * @param descriptor its number
     * @throws IOException where the process has no such descriptor, or native code cannot be called
     */
    void toStandardInput(int descriptor) throws IOException;
}
