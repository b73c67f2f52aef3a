package org.reactivempi.transport.tck;

import java.util.List;

/** What a channel may do wrong; and the tests that must notice, and what they say. */
enum Broken {
    NOTHING(""),
    SWAPS_NEIGHBOURS("CHN-1 wrong bytes", "shortMessages"),
    REPEATS_A_BUFFER("CHN-1 wrong bytes", "randomTraffic", "lengthsAroundPowersOfTwo"),
    DROPS_THE_LAST_BYTE("bytes have come", "randomTraffic", "lengthsAroundPowersOfTwo"),
    KEEPS_THE_LAST_OF_A_FLUSH("bytes have come", "flushSendsAll"),
    CUTS_LARGE_BUFFERS("bytes have come", "largeFrame"),
    GIVES_SMALL_ROOMS("has only", "rooms", "largeRoom", "roomsOfAFullLink"),
    GIVES_USED_ROOMS("content of a room", "rooms", "roomsOfAFullLink"),
    IS_ALWAYS_WRITABLE("still writable", "fullLink"),
    FILLS_ALL_LINKS_AT_ONCE("the other link is writable", "fullLinkBesideOthers"),
    NEVER_BECOMES_WRITABLE("onWritable has not come", "goesOn", "slowPeers"),
    BECOMES_WRITABLE_WITHOUT_NEED("onWritable without need", "neverFull"),
    BECOMES_WRITABLE_TOO_EARLY("CHN-7 onWritable came while isWritable is false", "fullLink", "fullLinkBesideOthers"),
    CLOSES_WITHOUT_FLUSH("bytes have come", "closeDelivers", "closeAgainstTraffic", "closeInOnBytes"),
    CLOSES_WITH_A_CAUSE("cause of the end", "closeDelivers", "closeAtOnce", "closeFullLink"),
    LOSES_BYTES_THAT_CROSS_OTHERS("bytes have come", "closeAgainstTraffic", "closeInOnBytes"),
    THROWS_WHEN_CLOSED("no use", "callsAfterClose"),
    STAYS_OPEN_IN_ON_OPEN("onClosed has not come", "closeInOnOpen"),
    DOES_NOT_SEE_DEATH("onClosed has not come", "peerDies", "peerDiesInTraffic", "peerDiesWhileSending", "othersStay"),
    CLOSES_WITH_ITS_PEER("no connection", "othersStay"),
    GIVES_NO_CAUSE("no cause why", "nobody", "malformedAddresses"),
    THROWS_AT_MALFORMED_ADDRESSES("no such address", "malformedAddresses"),
    REACHES_NOBODY("reaches", "reaches"),
    ACCEPTS_FOR_EVER("still accepts", "closedEndpoint"),
    HAS_A_BLANK_ADDRESS("address <", "addresses"),
    HAS_A_NEW_ADDRESS_AFTER_A_LINK("expected", "addresses"),
    DIES_OF_GARBAGE("no connection", "garbage"),
    SEES_ANOTHER_PROTECTION_AT_EACH_END("the protection that the ends see", "protection"),
    HAS_ONE_PROTECTION_FOR_ALL_LINKS("whether", "protection", "relay"),
    BEARS_A_THROWING_HANDLER("onClosed has not come", "throwsInOnBytes", "throwsInOnOpen", "throwsInOnWritable"),
    CLOSES_ALL_LINKS_FOR_A_THROWING_HANDLER("onClosed with", "throwsInOnBytes", "throwsInOnOpen", "throwsInOnWritable"),
    HIDES_WHAT_WAS_THROWN(
            "onClosed of a handler that threw", "throwsInOnBytes", "throwsInOnOpen", "throwsInOnWritable"),
    REMEMBERS_ENDED_LINKS("no connection", "manyInARow"),
    ALLOWS_FEW_LINKS("no connection", "manyLinks"),
    POLLS("does not sleep", "quietRanksSleep", "fullLinkSleeps", "wakesFromDeepSleep"),
    FORGETS_TO_WAKE("bytes have come", "bytesWake"),
    KEEPS_UNFLUSHED_BUFFERS("buffers that were written are left", "nothingIsLeft"),
    KEEPS_ROOMS("a buffer of a rank is left", "nothingIsLeft"),
    KEEPS_A_THREAD("thread kept is left", "nothingIsLeft", "calls", "severalOnOneLoop"),
    KEEPS_A_FILE("a file is left", "nothingIsLeft", "calls", "severalOnOneLoop"),
    CALLS_ON_THE_PEERS_THREAD("CHN-18 onOpen came on", "calls", "nothingIsLeft", "severalOnOneLoop"),
    CALLS_FROM_WITHIN("CHN-19 onClosed came from within", "calls", "nothingIsLeft", "severalOnOneLoop"),
    CLOSES_TWICE("CHN-20 onClosed came to a handler that was CLOSED", "calls", "nothingIsLeft", "severalOnOneLoop"),
    TAKES_NOTHING_BEFORE_TRUST("bytes have come", "beforeTrust"),
    LEAVES_OUT_A_PLACE("SAME_JVM", "suits"),
    NEEDS_TWO_LOOPS("no connection", "severalOnOneLoop");

    private final String says;
    private final List<String> tests;

    Broken(String says, String... tests) {
        this.says = says;
        this.tests = List.of(tests);
    }

    /** Part of what each of the tests that fail says. */
    String says() {
        return says;
    }

    /** The tests that fail; no others of their interface do. */
    List<String> tests() {
        return tests;
    }
}
