/** The channel through shared memory, a service; with the native library that wakes a rank. */
module org.reactivempi.transport.shm {
    requires org.reactivempi.transport.channel;
    requires io.netty.transport.classes.epoll;
    requires io.netty.transport.epoll.linux.aarch_64;
    requires io.netty.transport.epoll.linux.x86_64;
    requires io.netty.transport.unix.common;
    requires static transitive org.jspecify;

    provides org.reactivempi.transport.channel.ChannelProvider with
            org.reactivempi.transport.shm.ShmChannelProvider;
}
