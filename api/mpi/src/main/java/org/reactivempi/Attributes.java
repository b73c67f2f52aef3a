package org.reactivempi;

import java.util.Optional;

/**
 * What libraries attach to a communicator or a datatype: one value for each {@link AttributeKey}. Local: other ranks know nothing of them.
 *
 * <p>A duplicate of the communicator begins with what the keys {@linkplain AttributeKey#copy copy} to it. When the communicator is freed,
 * its values are {@linkplain AttributeKey#delete deleted}.
 *
 * <p>Thread-safe; a method returns as soon as it has taken effect. Whatever threads set and delete, one of them gives each value that goes to
 * its key's deletion, once. While that runs, the value is not attached.
 *
 * @see AnyCommunicator#attributes
 * @see Datatype#attributes
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.7.7">MPI-4.1, 7.7</a>
 * @since 0.1
 */
public interface Attributes {

    /**
     * Attaches a value ({@code MPI_Comm_set_attr}). One that was attached under the key before is deleted first, on the calling thread.
     *
     * @param <T> the type of the value
     * @param key under which it is found
     * @param value what to attach
     * @throws MpiException {@link ErrorClass#COMM} if the communicator is freed; {@link ErrorClass#KEYVAL} if the key is {@linkplain
     *     AttributeKey#isPredefined predefined}; whatever the key's deletion of the earlier value throws,
     *     which stays attached then, unless another thread has attached one meanwhile
     */
    <T> void set(AttributeKey<T> key, T value);

    /**
     * What is attached under a key ({@code MPI_Comm_get_attr}).
     *
     * @param <T> the type of the value
     * @param key whose value
     * @return the value, or nothing
     * @throws MpiException {@link ErrorClass#COMM} if the communicator is freed; {@link ErrorClass#KEYVAL} if the key is predefined for
     *     communicators, and this is a datatype
     */
    <T> Optional<T> get(AttributeKey<T> key);

    /**
     * Deletes what is attached under a key ({@code MPI_Comm_delete_attr}), on the calling thread.
     *
     * @param key whose value
     * @return whether there was one, and this call has deleted it
     * @throws MpiException {@link ErrorClass#COMM} if the communicator is freed; {@link ErrorClass#KEYVAL} if the key is {@linkplain
     *     AttributeKey#isPredefined predefined}; whatever the key's deletion throws, and the value stays
     *     attached then, unless another thread has attached one meanwhile
     */
    boolean delete(AttributeKey<?> key);
}
