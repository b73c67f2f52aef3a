/** Which rank a process is, and where its peers are. */
module org.reactivempi.transport.bootstrap {
    requires java.management;
    requires jdk.management;
    requires org.reactivestreams;
    requires transitive reactor.core;
    requires static io.netty.transport;
    requires static io.netty.common;
    requires static io.netty.transport.classes.epoll;
    requires static io.netty.transport.unix.common;
    requires static transitive org.jspecify;

    exports org.reactivempi.transport.bootstrap;
    exports org.reactivempi.transport.bootstrap.detect;
    exports org.reactivempi.transport.bootstrap.launch;
    exports org.reactivempi.transport.bootstrap.pmi;

    uses org.reactivempi.transport.bootstrap.detect.LauncherProtocol;
}
