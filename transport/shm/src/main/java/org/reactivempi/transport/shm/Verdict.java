package org.reactivempi.transport.shm;

/** What an acceptor thinks of an {@link Offer}. Their order is their number, the same for both ends. */
enum Verdict {
    ACCEPTED("accepted"),
    NO_OFFER("this is no offer"),
    OTHER_VERSION("another version of the channel"),
    NOT_THE_FILE("the file cannot be used there; its log says why");

    private final String words;

    Verdict(String words) {
        this.words = words;
    }

    @Override
    public String toString() {
        return words;
    }
}
