/** The engine of a rank. What it exports is for other modules of the library, but for {@code event}. */
module org.reactivempi.transport.engine {
    requires transitive org.reactivempi.transport.channel;
    requires io.netty.transport.classes.epoll;
    requires org.reactivestreams;
    requires static transitive org.jspecify;

    exports org.reactivempi.transport.engine;
    exports org.reactivempi.transport.engine.ask;
    exports org.reactivempi.transport.engine.auth;
    exports org.reactivempi.transport.engine.diagnosis;
    exports org.reactivempi.transport.engine.event;
    exports org.reactivempi.transport.engine.failure;
    exports org.reactivempi.transport.engine.flow;
    exports org.reactivempi.transport.engine.link;
    exports org.reactivempi.transport.engine.match;
    exports org.reactivempi.transport.engine.membership;
    exports org.reactivempi.transport.engine.operation;
    exports org.reactivempi.transport.engine.packet;
    exports org.reactivempi.transport.engine.platform;
    exports org.reactivempi.transport.engine.progress;
    exports org.reactivempi.transport.engine.protocol;
}
