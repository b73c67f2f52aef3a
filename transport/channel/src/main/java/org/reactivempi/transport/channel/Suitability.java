package org.reactivempi.transport.channel;

/** How well a channel suits peers at a {@link Place}; the better, the later. */
public enum Suitability {
    /** It does not go there. */
    UNREACHABLE,
    /** It goes there, and is used where a setting names it. */
    BY_NAME,
    /** It goes there, as to any other place. */
    FAIR,
    /** It is made for this place; where it can't be opened, a fair one serves. */
    GOOD,
    /** It is made for this place and always opens: no other channel is needed for such peers. */
    BEST
}
