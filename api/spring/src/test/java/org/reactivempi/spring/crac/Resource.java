package org.reactivempi.spring.crac;

/** Is told of a checkpoint. */
public interface Resource {

    /** It comes. */
    void beforeCheckpoint(Context<? extends Resource> context) throws Exception;

    /** It is over, or was refused. */
    void afterRestore(Context<? extends Resource> context) throws Exception;
}
