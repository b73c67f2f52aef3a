/** What a program calls. An implementation is found as a service. */
module org.reactivempi {
    requires transitive org.reactivestreams;
    requires transitive reactor.core;
    requires static transitive org.jspecify;

    exports org.reactivempi;
    exports org.reactivempi.spi;

    uses org.reactivempi.RequestProvider;
    uses org.reactivempi.SessionProvider;
}
