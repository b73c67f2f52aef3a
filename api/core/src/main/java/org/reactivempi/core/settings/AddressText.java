package org.reactivempi.core.settings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.reactivempi.transport.engine.port.PeerDirectory.Address;

/** Addresses of a rank as one text, such as {@code shm@ADDRESS;tcp@ADDRESS;tcp@ADDRESS}. */
public final class AddressText {

    /** Stands between addresses. */
    public static final String BETWEEN = ";";
    /** Stands between a channel and an address. */
    public static final char AT = '@';

    private AddressText() {}

    /** As many addresses as there is room for: of each channel the first, and the others as long as they fit. */
    public static String of(List<Address> addresses, int room) {
        List<Address> some = new ArrayList<>(addresses);
        for (int last = addresses.size() - 1; last > 0 && text(some).length() > room; last--) {
            if (addresses.get(last).channel().equals(addresses.get(last - 1).channel())) {
                some.remove(last);
            }
        }
        return text(some);
    }

    private static String text(List<Address> addresses) {
        return addresses.stream()
                .map(each -> each.channel() + AT + each.address())
                .collect(Collectors.joining(BETWEEN));
    }

    /** The parts of a text. */
    public static Stream<String> entries(String text) {
        return Arrays.stream(text.split(BETWEEN, -1));
    }

    /** The addresses that a text is; throws what {@code wrong} makes of a part that is none. */
    public static List<Address> parsed(Stream<String> entries, Function<String, RuntimeException> wrong) {
        return entries.map(entry -> {
                    int at = entry.indexOf(AT);
                    if (at < 1) {
                        throw wrong.apply(entry);
                    }
                    return new Address(entry.substring(0, at), entry.substring(at + 1));
                })
                .toList();
    }
}
