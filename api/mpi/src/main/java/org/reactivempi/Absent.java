package org.reactivempi;

/** Why a request has no outcome to give, though it is not active. */
enum Absent implements Outcome {
    /** Its outcome was consumed, or it was never started. */
    INACTIVE,
    /** It must not be used any more. */
    FREED;

    static MpiException freed() {
        return new MpiException(ErrorClass.REQUEST, "the request was freed");
    }
}
