package org.reactivempi.core.session;

import java.util.List;
import java.util.Set;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.core.settings.AddressText;
import org.reactivempi.core.settings.JobSettings;
import org.reactivempi.core.settings.PeerList;
import org.reactivempi.transport.bootstrap.Bootstrap;
import org.reactivempi.transport.bootstrap.Exchange;
import org.reactivempi.transport.bootstrap.JobPlace;
import org.reactivempi.transport.engine.port.PeerDirectory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Where the ranks of a job can be reached: in its exchange, as {@code shm@ADDRESS;tcp@ADDRESS;tcp@ADDRESS;settings@...;records@1} for each, else by the list of its peers. */
final class Addresses implements PeerDirectory {

    private static final String KEY = "reactive-mpi-address-";
    /** In place of a channel's name, where settings stand that must be the same on all ranks. */
    private static final String SETTINGS = "settings";
    /** The same, where a rank records something. */
    private static final String RECORDS = "records";

    private static final List<String> NO_CHANNELS = List.of(SETTINGS, RECORDS);

    private final Bootstrap bootstrap;
    private final PeerList peers;
    private final String channel;
    private final Scheduler resolver;

    /**
     * The addresses of a job.
     *
     * @param peers where ranks listen that have no exchange
     * @param channel the name of the channel that they listen with
     * @param resolver where a thread may wait for a name service
     */
    Addresses(Bootstrap bootstrap, PeerList peers, String channel, Scheduler resolver) {
        this.bootstrap = bootstrap;
        this.peers = peers;
        this.channel = channel;
        this.resolver = resolver;
    }

    /**
     * Tells the others, and waits until all have. Alone, nobody asks; by a list, everybody knows.
     *
     * @param settings those of this rank that must be the same on all, which is an error where they are not
     * @param records whether this rank records something
     */
    static Mono<Void> publish(
            Bootstrap bootstrap, List<PeerDirectory.Address> own, JobSettings settings, boolean records) {
        String more = (settings.areDefaults() ? "" : AddressText.BETWEEN + SETTINGS + AddressText.AT + settings.text())
                + (records ? AddressText.BETWEEN + RECORDS + AddressText.AT + "1" : "");
        JobPlace place = bootstrap.place();
        return Mono.justOrEmpty(bootstrap.exchange())
                .filter(exchange -> place.size() > 1)
                .flatMap(exchange -> exchange.put(
                                KEY + place.rank(),
                                AddressText.of(own, exchange.valueLengthMax() - more.length()) + more)
                        .then(exchange.barrier())
                        .then(compare(exchange, place, settings)));
    }

    /**
     * A rank on which any is set compares them with those of rank 0, and of the next rank; after the last rank comes the first. Two
     * entries are enough, however many ranks there are. Where ranks differ, and all that have any set are like rank 0, one of these comes before
     * one that has none, and finds it.
     */
    private static Mono<Void> compare(Exchange exchange, JobPlace place, JobSettings own) {
        if (own.areDefaults()) {
            return Mono.empty();
        }
        return Flux.just(0, (place.rank() + 1) % place.size())
                .distinct()
                .filter(other -> other != place.rank())
                .flatMap(other ->
                        exchange.get(KEY + other).doOnNext(text -> own.check(place.rank(), other, settings(text))))
                .then();
    }

    private static JobSettings settings(String text) {
        return new JobSettings(AddressText.entries(text)
                .filter(Addresses::isSettings)
                .map(each -> each.substring(SETTINGS.length() + 1))
                .findFirst()
                .orElse(""));
    }

    private static boolean isSettings(String entry) {
        return entry.startsWith(SETTINGS + AddressText.AT);
    }

    private static boolean isAddress(String entry) {
        return NO_CHANNELS.stream().noneMatch(name -> entry.startsWith(name + AddressText.AT));
    }

    /** Whether a rank records something; true where nobody can tell. */
    static Mono<Boolean> records(Bootstrap bootstrap, int rank) {
        return Mono.justOrEmpty(bootstrap.exchange())
                .flatMap(exchange -> exchange.get(KEY + rank))
                .map(text -> AddressText.entries(text).anyMatch(entry -> entry.startsWith(RECORDS + AddressText.AT)))
                .defaultIfEmpty(true);
    }

    @Override
    public boolean ranksComeAndGo() {
        return bootstrap.exchange().map(Exchange::ranksComeAndGo).orElse(true);
    }

    @Override
    public Mono<Boolean> hasFinalized(int rank) {
        return bootstrap.life().hasLeft(rank);
    }

    @Override
    public Mono<Boolean> giveUp(Set<Integer> failed) {
        return bootstrap.life().giveUp(failed);
    }

    @Override
    public Mono<List<PeerDirectory.Address>> addresses(int rank) {
        return bootstrap
                .exchange()
                .map(exchange -> exchange.get(KEY + rank))
                .orElseGet(() -> peers.listensAt(rank, resolver).map(address -> channel + AddressText.AT + address))
                .map(text -> AddressText.parsed(
                        AddressText.entries(text).filter(Addresses::isAddress),
                        wrong -> new MpiException(
                                ErrorClass.OTHER, "rank " + rank + " has published the address " + wrong)));
    }
}
