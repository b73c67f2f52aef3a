/** The channel between ranks of one JVM, a service. */
module org.reactivempi.transport.local {
    requires org.reactivempi.transport.channel;
    requires static transitive org.jspecify;

    provides org.reactivempi.transport.channel.ChannelProvider with
            org.reactivempi.transport.local.LocalChannelProvider;
}
