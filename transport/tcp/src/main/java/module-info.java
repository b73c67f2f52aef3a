/** The channel over TCP, a service. */
module org.reactivempi.transport.tcp {
    requires org.reactivempi.transport.channel;
    requires io.netty.codec;
    requires io.netty.handler;
    requires io.netty.resolver;
    requires io.netty.transport.classes.epoll;
    requires io.netty.transport.unix.common;
    requires reactor.netty.core;
    requires static transitive org.jspecify;

    provides org.reactivempi.transport.channel.ChannelProvider with
            org.reactivempi.transport.tcp.TcpChannelProvider;
}
