/** Which rank a process is, where its peers are, and the launcher. */
module org.reactivempi.transport.bootstrap {
    requires java.management;
    requires jdk.management;
    requires org.reactivestreams;
    requires transitive reactor.core;
    requires static info.picocli;
    requires static io.netty.transport;
    requires static io.netty.common;
    requires static io.netty.transport.classes.epoll;
    requires static io.netty.transport.unix.common;
    requires static transitive org.jspecify;

    exports org.reactivempi.transport.bootstrap;
    exports org.reactivempi.transport.bootstrap.detect;
    exports org.reactivempi.transport.bootstrap.launcher;
    exports org.reactivempi.transport.bootstrap.pmi;

    uses org.reactivempi.transport.bootstrap.detect.LauncherProtocol;
    uses org.reactivempi.transport.bootstrap.launcher.JobRecorder;
    uses org.reactivempi.transport.bootstrap.launcher.LaunchCheck;

    opens org.reactivempi.transport.bootstrap.launcher to
            info.picocli;
}
