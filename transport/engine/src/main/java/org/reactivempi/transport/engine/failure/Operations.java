package org.reactivempi.transport.engine.failure;

/** The operations of this rank, for whom a failure or a revocation may be the end. */
public interface Operations {

    /** A rank has failed: receives from any source may wait for it in vain. */
    void onFailure();

    /** A communicator is revoked: whatever it runs ends. */
    void onRevoked(int communicator);
}
