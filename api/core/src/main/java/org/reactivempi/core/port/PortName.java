package org.reactivempi.core.port;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.core.settings.AddressText;
import org.reactivempi.transport.engine.port.PeerDirectory.Address;

/**
 * What a port is known by everywhere: which process has opened it, where that can be reached, and the port's number there.
 *
 * <pre>
 *  rmpi1:NUMBER:RANK:JOB:shm@ADDRESS;tcp@ADDRESS
 * </pre>
 *
 * @param number of the port, among those of its process
 * @param rank of the process in its job
 * @param job what stands for the job in greetings
 * @param addresses one or more
 */
record PortName(int number, int rank, long job, List<Address> addresses) {

    private static final String VERSION = "rmpi1";
    private static final Pattern FORM = Pattern.compile("(rmpi\\d{1,9}):(.*)");
    private static final Pattern FORM_OF_VERSION = Pattern.compile("(\\d{1,9}):(\\d{1,9}):([0-9a-f]{16}):(.+)");

    /** The name in words, with as many of the addresses as there is room for. */
    String text() {
        String start =
                VERSION + ":" + number + ":" + rank + ":" + HexFormat.of().toHexDigits(job) + ":";
        return start + AddressText.of(addresses, Mpi.MAX_PORT_NAME - start.length());
    }

    /** The port that a text names; throws what is wrong with it. */
    static PortName of(@Nullable String text) {
        if (text == null || text.isEmpty() || text.length() > Mpi.MAX_PORT_NAME || !isPrintable(text)) {
            throw new MpiException(
                    ErrorClass.PORT,
                    "a port name of " + (text == null ? "null" : text.length() + " characters")
                            + " is not allowed: it has 1 to " + Mpi.MAX_PORT_NAME + ", which are printable");
        }
        Matcher form = FORM.matcher(text);
        if (form.matches() && !form.group(1).equals(VERSION)) {
            throw new MpiException(
                    ErrorClass.PORT,
                    "the port \"" + text + "\" is of version " + form.group(1) + ", this rank knows " + VERSION);
        }
        Matcher ofVersion = FORM_OF_VERSION.matcher(form.matches() ? form.group(2) : "");
        if (!ofVersion.matches()) {
            throw noName(text);
        }
        return new PortName(
                Integer.parseInt(ofVersion.group(1)),
                Integer.parseInt(ofVersion.group(2)),
                HexFormat.fromHexDigitsToLong(ofVersion.group(3)),
                AddressText.parsed(AddressText.entries(ofVersion.group(4)), wrong -> noName(text)));
    }

    private static MpiException noName(String text) {
        return new MpiException(ErrorClass.PORT, "\"" + text + "\" is no port name: Port.name() gives one");
    }

    private static boolean isPrintable(String text) {
        return StandardCharsets.US_ASCII.newEncoder().canEncode(text)
                && text.chars().allMatch(character -> character > ' ' && character < 0x7f);
    }

    @Override
    public String toString() {
        return text();
    }
}
