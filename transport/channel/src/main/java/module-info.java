/** What a channel implements. */
module org.reactivempi.transport.channel {
    requires transitive io.netty.buffer;
    requires transitive io.netty.common;
    requires transitive io.netty.transport;
    requires transitive reactor.core;
    requires static io.netty.handler;
    requires static transitive org.jspecify;

    exports org.reactivempi.transport.channel;
    exports org.reactivempi.transport.channel.log;
    exports org.reactivempi.transport.channel.settings;
    exports org.reactivempi.transport.channel.tls;
}
